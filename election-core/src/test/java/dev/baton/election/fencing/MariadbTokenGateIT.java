package dev.baton.election.fencing;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** R13 in MariaDB; skipped where there is no server, or no driver, which is under the LGPL and not ours to bring. */
class MariadbTokenGateIT extends JdbcTokenGateContract {

    private static Optional<MariadbServer> server = Optional.empty();

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(
                DriverManager.drivers()
                        .anyMatch(driver -> driver.getClass().getName().startsWith("org.mariadb.")),
                "no MariaDB driver: name its jar, -Dmaven.test.additionalClasspath=mariadb-java-client.jar");
        Optional<Path> home = MariadbServer.home();
        assumeTrue(home.isPresent(), "no MariaDB server in /usr/sbin; -Dmariadb.home=DIR names another place");
        server = Optional.of(MariadbServer.start(home.get()));
    }

    @AfterAll
    static void stop() throws Exception {
        if (server.isPresent()) {
            server.get().close();
        }
    }

    @Test
    void driverThatCountsChangedRowsOnlyIsNotTakenForARefusal_R13() throws Exception {
        connection.close();
        connection = DriverManager.getConnection(url() + "&useAffectedRows=true");
        admitted(OLD);
        admitted(OLD);
        admitted(NEW);
        admitted(NEW);
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> admitted(OLD));
    }

    @Override
    String url() {
        return server.orElseThrow().url();
    }
}
