package dev.baton.election.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Every fault of the catalogue has a test, and the table in the guarantees names it; the measurements may differ. */
class FaultTableIT {

    @Test
    void everyFaultOfTheCatalogueHasOneTest() {
        assertThat(FaultTable.tests().keySet()).containsExactlyElementsOf(FaultTable.IDS);
    }

    @Test
    void testsAreNamedByTheirFault() {
        assertThat(FaultTable.tests().entrySet())
                .allMatch(test ->
                        test.getValue().getName().startsWith(test.getKey().toLowerCase(java.util.Locale.ROOT) + "_"));
    }

    @Test
    void theTableOfTheGuaranteesNamesThemAll() throws IOException {
        if (Boolean.getBoolean("faults.update")) {
            FaultTable.update();
        }
        assertThat(FaultTable.committed())
                .as("run with -Dfaults.update=true to write it")
                .hasSize(FaultTable.IDS.size());
        for (java.lang.reflect.Method test : FaultTable.tests().values()) {
            assertThat(FaultTable.committed())
                    .as("run with -Dfaults.update=true to write it")
                    .anyMatch(row -> row.startsWith(FaultTable.head(test)));
        }
    }
}
