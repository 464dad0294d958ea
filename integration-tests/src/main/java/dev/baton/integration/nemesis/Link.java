package dev.baton.integration.nemesis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The way from one process to another, over TCP on loopback, that can swallow bytes in either direction without closing
 * anything, hold them up, and reset what is open.
 *
 * <p>Thread-safe.
 */
public final class Link implements AutoCloseable {

    /** A direction, seen from who opens the connection. */
    public enum Direction {
        /** From who opened the connection. */
        UP,
        /** To who opened the connection. */
        DOWN
    }

    private final ServerSocket listening;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Object gate = new Object();
    private volatile Set<Direction> swallowed = Set.of();
    private volatile long delayMillis;
    private volatile Map<String, String> greeting = Map.of();
    private volatile boolean closed;

    /** A link to this port of loopback, from a free one. */
    public Link(int target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon("link-accept", this::accept);
    }

    /** The port to connect to. */
    public int port() {
        return listening.getLocalPort();
    }

    /** From now on no byte moves in these directions; those that are sent wait for {@link #pass()}. */
    public void swallow(Set<Direction> directions) {
        swallowed = Set.copyOf(directions);
    }

    /** From now on each piece of data is late by this much, in either direction. */
    public void delay(long millis) {
        delayMillis = millis;
    }

    /** From now on bytes move again, those first that were held up. */
    public void pass() {
        synchronized (gate) {
            swallowed = Set.of();
            delayMillis = 0;
            gate.notifyAll();
        }
    }

    /** Resets every connection that there is; new ones are let through. */
    public void reset() {
        sockets.forEach(Link::reset);
    }

    /** Replaces one text by another, of the same length, in the first bytes that come up a connection. */
    void rewriteGreeting(String text, String by) {
        if (text.length() != by.length()) {
            throw new IllegalArgumentException(
                    "the length goes before the text and must stay: '" + text + "', '" + by + "'");
        }
        greeting = Map.of(text, by);
    }

    private void accept() {
        while (!closed) {
            try {
                Socket from = listening.accept();
                daemon("link-open", () -> open(from));
            } catch (IOException ended) {
                if (!closed) {
                    throw new IllegalStateException("a link to port " + target + " accepts no more", ended);
                }
            }
        }
    }

    private void open(Socket from) {
        try {
            Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
            from.setTcpNoDelay(true);
            to.setTcpNoDelay(true);
            sockets.add(from);
            sockets.add(to);
            daemon("link-up", () -> pump(from, to, Direction.UP));
            daemon("link-down", () -> pump(to, from, Direction.DOWN));
        } catch (IOException nobodyListens) {
            reset(from);
        }
    }

    private void pump(Socket from, Socket to, Direction direction) {
        byte[] buffer = new byte[16_384];
        boolean first = direction == Direction.UP;
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                awaitTurn(direction);
                out.write(first ? rewritten(buffer, read) : buffer, 0, read);
                first = false;
            }
        } catch (IOException ended) {
            // One side has gone: the other is closed, which is all that there is to do.
            return;
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private byte[] rewritten(byte[] buffer, int length) {
        String text = new String(buffer, 0, length, ISO_8859_1);
        for (Map.Entry<String, String> entry : greeting.entrySet()) {
            text = text.replace(entry.getKey(), entry.getValue());
        }
        return text.getBytes(ISO_8859_1);
    }

    private void awaitTurn(Direction direction) throws IOException {
        try {
            if (delayMillis > 0) {
                Thread.sleep(delayMillis);
            }
            synchronized (gate) {
                while (swallowed.contains(direction) && !closed) {
                    gate.wait();
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    private static void reset(Socket socket) {
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException gone) {
            // It was closed already, which is what is wanted.
            return;
        }
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        pass();
        listening.close();
        reset();
    }
}
