package dev.baton.election.fencing;

import dev.baton.election.ElectionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The files of one resource, locked against other threads and other processes until closed.
 *
 * <p>The lock file is never renamed or deleted, as a lock is on the file and not on its name.
 */
final class GateFile implements AutoCloseable {

    /** A lock on a file belongs to the whole process: threads keep each other off by one of these. */
    private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

    private final String resource;
    private final Path path;
    private final ReentrantLock threads;
    private final FileChannel channel;
    private @Nullable GateRecord onDisk;

    private GateFile(String resource, Path path, ReentrantLock threads, FileChannel channel) {
        this.resource = resource;
        this.path = path;
        this.threads = threads;
        this.channel = channel;
    }

    /**
     * Waits for all others.
     *
     * @throws ElectionException if the files cannot be used, or others do not end in time
     */
    static GateFile lock(Path directory, String resource, Duration limit) {
        Path path = directory.resolve(Names.pathElement(resource));
        ReentrantLock threads = THREADS.computeIfAbsent(path, any -> new ReentrantLock());
        if (threads.isHeldByCurrentThread()) {
            throw new IllegalStateException("A guarded write to '" + resource + "' goes through its gate once more");
        }
        long end = System.nanoTime() + limit.toNanos();
        try {
            if (!threads.tryLock(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                throw unusable(resource, path, "another thread's write takes longer than " + limit, null);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw unusable(resource, path, "the thread was interrupted while it waited", interrupted);
        }
        try {
            return new GateFile(resource, path, threads, lockedChannel(resource, path, end, limit));
        } catch (IOException failed) {
            threads.unlock();
            throw unusable(resource, path, failed.toString(), failed);
        } catch (RuntimeException late) {
            threads.unlock();
            throw late;
        }
    }

    private static FileChannel lockedChannel(String resource, Path path, long end, Duration limit) throws IOException {
        FileChannel channel = FileChannel.open(
                path.resolveSibling(path.getFileName() + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            while (lock == null) {
                if (System.nanoTime() - end > 0) {
                    throw unusable(
                            resource,
                            path,
                            "another process holds its lock for longer than " + limit
                                    + ". If that process is stopped, end it; lslocks tells which it is",
                            null);
                }
                LockSupport.parkNanos(PAUSE);
                lock = channel.tryLock();
            }
            return channel;
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    /**
     * What the gate remembers.
     *
     * @throws ElectionException if it cannot be read
     */
    GateRecord read() {
        GateRecord record;
        try {
            record = GateRecord.decode(resource, Files.readAllBytes(path));
        } catch (NoSuchFileException first) {
            record = GateRecord.blank(resource);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw unusable(resource, path, unreadable.toString(), unreadable);
        }
        onDisk = record;
        return record;
    }

    /**
     * Makes the gate remember this from now on, whatever happens.
     *
     * @throws ElectionException if that is not certain
     */
    void replace(GateRecord record) {
        if (record.equals(onDisk)) {
            return;
        }
        Path next = path.resolveSibling(path.getFileName() + ".next");
        try {
            write(next, record.encode());
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceDirectory();
        } catch (IOException failed) {
            throw new ElectionException(
                    "The gate " + path + " of '" + resource + "' could not be brought to the disk: " + failed
                            + ". Look for room and rights there",
                    failed);
        }
        onDisk = record;
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        try (FileChannel out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                out.write(buffer);
            }
            out.force(true);
        }
    }

    /** Forces the rename to the disk. Windows has no such thing: a directory cannot be opened there. */
    private void forceDirectory() throws IOException {
        Path directory = path.toAbsolutePath().getParent();
        if (directory != null && Files.getFileStore(directory).supportsFileAttributeView("posix")) {
            try (FileChannel opened = FileChannel.open(directory, StandardOpenOption.READ)) {
                opened.force(true);
            }
        }
    }

    private static ElectionException unusable(String resource, Path path, String why, @Nullable Exception cause) {
        return new ElectionException(
                "The gate " + path + " of '" + resource + "' cannot be used, nothing was written: " + why, cause);
    }

    /** Frees the lock, which belongs to the channel. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failed) {
            throw new ElectionException("The lock of " + path + " could not be freed: " + failed, failed);
        } finally {
            threads.unlock();
        }
    }
}
