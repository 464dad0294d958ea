package dev.baton.election.internal.curator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which versions are taken for too old; pairs of real ones are tried by UnsupportedIT. */
class CompatibilityTest {

    @Test
    void theLibrariesOfThisBuildFit() {
        assertThat(Compatibility.misfitOfLibraries()).isEmpty();
    }

    @Test
    void clientsBefore3_6AreOldAndSuffixesOfVendorsDoNotMatter() {
        assertThat(Compatibility.isOld("3.4.14")).isTrue();
        assertThat(Compatibility.isOld("3.5.10-cdh7")).isTrue();
        assertThat(Compatibility.isOld("3.6.0")).isFalse();
        assertThat(Compatibility.isOld("3.10.0-SNAPSHOT")).isFalse();
        assertThat(Compatibility.isOld("4.0")).isFalse();
        assertThat(Compatibility.isOld("ours")).isFalse();
    }
}
