package dev.baton.integration.security;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.UUID;

/** Key pairs and trust stores, made by the JDK's keytool for one run, under a password that nobody knows after it. */
final class Keys {

    private final Path directory;
    private final String password = UUID.randomUUID().toString();

    Keys(Path directory) {
        this.directory = directory;
    }

    String password() {
        return password;
    }

    /** Makes a key pair with a certificate that it signs itself, for this machine's own address. */
    Path pair(String name) throws IOException, InterruptedException {
        Path store = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        name,
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        password)
                .inheritIO()
                .start();
        int status = keytool.waitFor();
        if (status != 0) {
            throw new IOException("keytool for " + store + " ended with " + status);
        }
        return store;
    }

    /** Writes a store that trusts the certificate of that pair and no other. */
    Path trust(String file, String trusted) throws IOException, GeneralSecurityException {
        KeyStore pair = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(directory.resolve(trusted + ".p12"))) {
            pair.load(in, password.toCharArray());
        }
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry(trusted, pair.getCertificate(trusted));
        Path store = directory.resolve(file + ".p12");
        try (OutputStream out = Files.newOutputStream(store)) {
            trust.store(out, password.toCharArray());
        }
        return store;
    }
}
