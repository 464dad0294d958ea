package dev.baton.election.internal.machine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A connection that a test serves and cuts by hand. */
final class Wire implements Link {

    private record Request(Supplier<Runnable> atServer, Runnable lost) {}

    private final Deque<Request> requests = new ArrayDeque<>();
    private final Deque<Runnable> answers = new ArrayDeque<>();
    private final List<Runnable> missed = new ArrayList<>();
    private final long session;
    private boolean up = true;
    private boolean held;
    private boolean losing;

    Wire(long session) {
        this.session = session;
    }

    boolean isUp() {
        return up;
    }

    @Override
    public long session() {
        return session;
    }

    @Override
    public <A> void ask(Supplier<A> atServer, Consumer<A> then, Runnable lost) {
        requests.add(new Request(
                () -> {
                    A answer = atServer.get();
                    return () -> then.accept(answer);
                },
                lost));
    }

    /** While the connection is down an event is kept, as the client asks for it on the next one. */
    @Override
    public void event(Runnable told) {
        if (up) {
            answers.add(told);
        } else {
            missed.add(told);
        }
    }

    /** The server serves the next request; says whether there was one. */
    boolean serve() {
        if (held || requests.isEmpty()) {
            return false;
        }
        Request next = requests.remove();
        if (!up) {
            answers.add(next.lost());
        } else if (losing) {
            next.atServer().get();
            losing = false;
            cut();
            answers.add(next.lost());
        } else {
            answers.add(next.atServer().get());
        }
        return true;
    }

    /** The client gets the next answer or event; says whether there was one. */
    boolean deliver() {
        if (answers.isEmpty()) {
            return false;
        }
        answers.remove().run();
        return true;
    }

    void cut() {
        up = false;
    }

    void restore(boolean reversed) {
        up = true;
        if (reversed) {
            Collections.reverse(missed);
        }
        answers.addAll(missed);
        missed.clear();
    }

    /** From now on the server serves nothing of this session, or goes on. */
    void hold(boolean wanted) {
        held = wanted;
    }

    /** The next request will be applied, but its answer lost together with the connection. */
    void loseNextAnswer() {
        losing = true;
    }
}
