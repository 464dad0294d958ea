package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.server.ServerCnxn;
import org.apache.zookeeper.server.auth.AuthenticationProvider;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Signing in is refused, which kills the client's handle for good: R10. */
class SignInIT {

    private static final String SCHEME = "turnstile";
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Ensemble ensemble = new Ensemble();

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
        ProviderRegistry.removeProvider(SCHEME);
    }

    /** Lets in whoever comes while it is open. */
    public static final class Turnstile implements AuthenticationProvider {

        static final AtomicBoolean OPEN = new AtomicBoolean();

        @Override
        public String getScheme() {
            return SCHEME;
        }

        @Override
        public KeeperException.Code handleAuthentication(ServerCnxn connection, byte[] credentials) {
            return OPEN.get() ? KeeperException.Code.OK : KeeperException.Code.AUTHFAILED;
        }

        @Override
        public boolean matches(String id, String expression) {
            return false;
        }

        @Override
        public boolean isAuthenticated() {
            return true;
        }

        @Override
        public boolean isValid(String id) {
            return true;
        }
    }

    @Test
    void refusedSignInIsToldAndMendedWithoutARestart_R10() throws Exception {
        Turnstile.OPEN.set(false);
        System.setProperty("zookeeper.authProvider." + SCHEME, Turnstile.class.getName());
        try {
            ProviderRegistry.addOrUpdateProvider("zookeeper.authProvider." + SCHEME);
        } finally {
            System.clearProperty("zookeeper.authProvider." + SCHEME);
        }
        CuratorFramework client = ensemble.started(CuratorFrameworkFactory.builder()
                .sessionTimeoutMs((int) Ensemble.SESSION.toMillis())
                .authorization(SCHEME, "let me in".getBytes(StandardCharsets.UTF_8)));
        Recorder told = new Recorder();
        try (LeaderElection election = ensemble.candidate(client, "/billing/leader", "a")
                .listener(told)
                .start()) {
            await().atMost(SOON).until(() -> !told.failures().isEmpty());
            assertThat(told.failures().get(0))
                    .hasMessageContaining("/billing/leader")
                    .hasMessageContaining("AUTHFAILED")
                    .hasMessageContaining("orrect its sign-in");
            Turnstile.OPEN.set(true);
            assertThat(election.awaitLeadership(SOON)).isPresent();
            assertThat(told.failures()).as("told once, not at every attempt").hasSize(1);
        }
    }
}
