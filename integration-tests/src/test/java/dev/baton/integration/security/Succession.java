package dev.baton.integration.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.election.FencedException;
import dev.baton.election.FencingToken;
import dev.baton.election.Leadership;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.zookeeper.data.ACL;

/**
 * What an election must do under every kind of security: elect, write under the fence, sign in again when the server has
 * been away, and go on with the next one when the leader's client is gone.
 */
final class Succession {

    private static final String CURSOR = "/secured/cursor";

    private Succession() {}

    /** Plays it, and asserts that every znode of the election has the ACL that the clients' provider gives. */
    static void play(
            SecuredServer server,
            String connect,
            List<ACL> acl,
            UnaryOperator<CuratorFrameworkFactory.Builder> security)
            throws Exception {
        try (Stand one = Stand.start("one", connect, security);
                Stand other = Stand.start("other", connect, security)) {
            Leadership first = awaitTerm(one, other);
            first.write(CURSOR, bytes(first.token()));
            await().atMost(Stand.SOON).until(() -> one.election().candidates().size() == 2);
            assertAcl(one, acl);
            server.restart();
            Leadership second = awaitTerm(one, other);
            second.write(CURSOR, bytes(second.token()));
            assertThat(second.token()).isGreaterThanOrEqualTo(first.token());
            passOver(one, other, second);
        }
    }

    private static void passOver(Stand one, Stand other, Leadership last) throws Exception {
        Stand leader = last.candidateId().equals("one") ? one : other;
        Stand next = leader == one ? other : one;
        leader.client().close();
        Leadership third = next.awaitTerm();
        third.write(CURSOR, bytes(third.token()));
        assertThat(third.token()).isGreaterThan(last.token());
        assertThat(last.isHeld()).isFalse();
        assertThatThrownBy(() -> last.write(CURSOR, bytes(last.token()))).isInstanceOf(FencedException.class);
        assertThat(next.client().getData().forPath(CURSOR)).isEqualTo(bytes(third.token()));
    }

    /** Whoever it is that leads: on a busy machine a lease may end while the server is away. */
    private static Leadership awaitTerm(Stand one, Stand other) {
        return await().atMost(Stand.SOON)
                .until(
                        () -> one.election()
                                .leadership()
                                .or(other.election()::leadership)
                                .orElse(null),
                        term -> term != null && term.isHeld());
    }

    private static void assertAcl(Stand stand, List<ACL> acl) throws Exception {
        String candidates = Stand.PATH + "/candidates";
        for (String path : List.of("/secured", Stand.PATH, Stand.PATH + "/baton", candidates, CURSOR)) {
            assertThat(stand.client().getACL().forPath(path)).as(path).isEqualTo(acl);
        }
        for (String candidate : stand.client().getChildren().forPath(candidates)) {
            assertThat(stand.client().getACL().forPath(candidates + "/" + candidate))
                    .as(candidate)
                    .isEqualTo(acl);
        }
    }

    private static byte[] bytes(FencingToken token) throws IOException {
        return token.toString().getBytes(StandardCharsets.UTF_8);
    }
}
