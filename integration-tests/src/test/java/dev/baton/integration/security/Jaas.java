package dev.baton.integration.security;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;

/**
 * The JAAS configuration of this JVM while it is open: sections that can be changed, as an application builds them in
 * code.
 */
final class Jaas extends Configuration implements AutoCloseable {

    private final Map<String, AppConfigurationEntry[]> sections = new ConcurrentHashMap<>();

    /** Installs it. */
    Jaas() {
        Configuration.setConfiguration(this);
    }

    /** Writes a section, in the place of the one of that name. */
    Jaas section(String name, String loginModule, Map<String, String> options) {
        sections.put(name, new AppConfigurationEntry[] {
            new AppConfigurationEntry(loginModule, LoginModuleControlFlag.REQUIRED, options)
        });
        return this;
    }

    @Override
    public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
        return sections.get(name); // null if there is none: that is the contract
    }

    /** Puts the JVM's own configuration back. */
    @Override
    public void close() {
        Configuration.setConfiguration(null);
    }
}
