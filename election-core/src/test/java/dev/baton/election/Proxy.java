package dev.baton.election;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A way to the server that can swallow everything without closing anything: the honest partition, that no socket tells of.
 */
public final class Proxy implements Closeable {

    private final ServerSocket listening;
    private final int target;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final Object gate = new Object();
    private boolean open = true;
    private volatile boolean closed;

    public Proxy(int target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon("proxy-accept", this::accept);
    }

    public String connectString() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    /** From now on no byte moves in either direction, and new connections are taken but lead nowhere. */
    public void swallow() {
        synchronized (gate) {
            open = false;
        }
    }

    /** From now on bytes move again, those first that were held up. */
    public void pass() {
        synchronized (gate) {
            open = true;
            gate.notifyAll();
        }
    }

    /** Ends every connection that there is, as a router does that forgets them; new ones are let through. */
    public void cut() throws IOException {
        for (Socket socket = sockets.poll(); socket != null; socket = sockets.poll()) {
            socket.close();
        }
    }

    private void accept() {
        while (!closed) {
            try {
                Socket from = listening.accept();
                Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(from);
                sockets.add(to);
                daemon("proxy-up", () -> pump(from, to));
                daemon("proxy-down", () -> pump(to, from));
            } catch (IOException refused) {
                // The server is away, or the proxy is closed: the client sees a connection that ends.
                Thread.onSpinWait();
            }
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[8192];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                awaitOpen();
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException ended) {
            // One side has closed: try-with-resources closes the other, which is all a proxy has to do.
            return;
        }
    }

    private void awaitOpen() throws IOException {
        synchronized (gate) {
            while (!open && !closed) {
                try {
                    gate.wait();
                } catch (InterruptedException interrupted) {
                    throw new IOException(interrupted);
                }
            }
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
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
