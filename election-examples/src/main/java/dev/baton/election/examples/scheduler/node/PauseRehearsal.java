package dev.baton.election.examples.scheduler.node;

import dev.baton.election.examples.scheduler.store.RunStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes a pause land where it is worst: between a leader's decision and its write.
 *
 * <p>A control of the demo only, {@code --rehearse-pause}. When it is asked for, the coordinator's next write, decided
 * upon while the term was held, waits right before its transaction, until the demo has paused the process and let it go
 * on. Nothing about the write is changed: it goes to the store with the token it had, and it is the store that refuses
 * it. While it waits, no other transaction of this process is open: SQLite's lock on its file would be paused with it,
 * and keep out everybody.
 */
final class PauseRehearsal {

    private final Events events;
    private final ReentrantLock oneCall = new ReentrantLock(true);
    private volatile Optional<CountDownLatch> held = Optional.empty();

    PauseRehearsal(Events events) {
        this.events = events;
    }

    /** The next write of a coordinator is to wait. */
    void hold() {
        held = Optional.of(new CountDownLatch(1));
    }

    /** It is to go out. */
    void release() {
        Optional<CountDownLatch> waiting = held;
        held = Optional.empty();
        waiting.ifPresent(CountDownLatch::countDown);
    }

    /**
     * A store whose calls take turns with those of all others that this rehearsal has made, and whose coordinator's
     * writes can be held.
     */
    RunStore rehearsed(RunStore store) {
        return (RunStore) Proxy.newProxyInstance(
                RunStore.class.getClassLoader(),
                new Class<?>[] {RunStore.class},
                (proxy, method, arguments) -> call(store, method, arguments));
    }

    private Object call(RunStore store, Method method, Object[] arguments) throws Throwable {
        oneCall.lock();
        try {
            if (arguments != null && arguments[0] instanceof Office office) {
                waitIfHeld(office);
            }
            return method.invoke(store, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        } finally {
            oneCall.unlock();
        }
    }

    private void waitIfHeld(Office office) throws InterruptedException {
        Optional<CountDownLatch> waiting = held;
        if (waiting.isPresent()) {
            events.tell(EventKind.HOLDS, office.token(), "a write, decided with isHeld()=" + office.isHeld());
            waiting.get().await();
            events.tell(EventKind.WAKES, office.token(), "isHeld()=" + office.isHeld() + "; the write goes out");
        }
    }
}
