package dev.baton.integration.candidate;

import dev.baton.integration.history.Journal;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;

/** What a candidate stands by. */
public enum Recipe {
    /** Baton's {@link dev.baton.election.LeaderElection}. */
    BATON {
        @Override
        Stand stand(CuratorFramework client, Settings settings, Journal journal, Consumer<Tenure> terms) {
            return new BatonStand(client, settings, journal, terms);
        }

        @Override
        public String queueOf(String election) {
            return election + "/candidates";
        }
    },
    /** Curator's {@link org.apache.curator.framework.recipes.leader.LeaderLatch}, for contrast. */
    LATCH {
        @Override
        Stand stand(CuratorFramework client, Settings settings, Journal journal, Consumer<Tenure> terms)
                throws Exception {
            return LatchStand.start(client, settings, journal, terms);
        }

        @Override
        public String queueOf(String election) {
            return election;
        }
    };

    /** Stands, and gives each term that begins to {@code terms}. */
    abstract Stand stand(CuratorFramework client, Settings settings, Journal journal, Consumer<Tenure> terms)
            throws Exception;

    /** The parent of the candidates' znodes. */
    public abstract String queueOf(String election);

    /**
     * The recipe of this name, in upper or lower case.
     *
     * @throws IllegalArgumentException if there is none, with the names that there are
     */
    public static Recipe named(String name) {
        for (Recipe recipe : values()) {
            if (recipe.toString().equals(name.toLowerCase(Locale.ROOT))) {
                return recipe;
            }
        }
        throw new IllegalArgumentException("there is no recipe '" + name + "': it is baton or latch");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
