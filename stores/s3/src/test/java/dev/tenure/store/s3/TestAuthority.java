package dev.tenure.store.s3;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A private authority, and the certificates it signs, made by the {@code keytool} of the running JDK. */
final class TestAuthority {
    static final char[] PASSWORD = "changeit".toCharArray();

    private final Path folder;
    private final String name;

    TestAuthority(Path folder, String name) throws IOException, InterruptedException {
        this.folder = folder;
        this.name = name;
        keytool(name, "-genkeypair -alias ca -keyalg EC -ext bc:c -validity 30 -dname CN=" + name);
        keytool(name, "-exportcert -rfc -alias ca -file " + certificate());
    }

    /** Returns its own certificate, in PEM. */
    Path certificate() {
        return pem(name);
    }

    /** A certificate for this machine, with its key: in PEM, and in a keystore. */
    record Pair(Path certificate, Path key, Path keystore) {}

    Pair issue(String owner) throws IOException, InterruptedException, GeneralSecurityException {
        Path request = folder.resolve(owner + ".csr");
        keytool(owner, "-genkeypair -alias own -keyalg EC -validity 30 -dname CN=" + owner);
        keytool(owner, "-certreq -alias own -file " + request);
        keytool(
                name,
                "-gencert -rfc -alias ca -validity 2 -ext san=ip:127.0.0.1 -infile " + request + " -outfile "
                        + pem(owner));
        Files.writeString(pem(owner), Files.readString(pem(owner)) + Files.readString(certificate()));
        keytool(owner, "-importcert -noprompt -alias own -file " + pem(owner));
        KeyStore store = KeyStore.getInstance(keystore(owner).toFile(), PASSWORD);
        String key = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(store.getKey("own", PASSWORD).getEncoded());
        Path keyFile = Files.writeString(
                folder.resolve(owner + ".key"),
                "-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n");
        return new Pair(pem(owner), keyFile, keystore(owner));
    }

    private Path pem(String owner) {
        return folder.resolve(owner + ".pem");
    }

    private Path keystore(String owner) {
        return folder.resolve(owner + ".p12");
    }

    private void keytool(String owner, String arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add("-J-XX:TieredStopAtLevel=1");
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(List.of("-keystore", keystore(owner).toString(), "-storepass", new String(PASSWORD)));
        Path output = Files.createTempFile(folder, "keytool", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IllegalStateException(command + ": " + Files.readString(output));
        }
    }
}
