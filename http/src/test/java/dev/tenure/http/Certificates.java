package dev.tenure.http;

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

/** An authority of a test's own, and the certificates it signs, made by the {@code keytool} of the running JDK. */
public final class Certificates {
    public static final char[] PASSWORD = "changeit".toCharArray();

    private final Path folder;
    private final String authority;

    /** Makes an authority in the folder. */
    public Certificates(Path folder, String authority) throws Exception {
        this.folder = folder;
        this.authority = authority;
        keytool(
                "-genkeypair",
                "-alias",
                "ca",
                "-dname",
                "CN=" + authority,
                "-keyalg",
                "EC",
                "-ext",
                "bc:c",
                "-validity",
                "30",
                "-keystore",
                store(authority));
        keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                "ca",
                "-keystore",
                store(authority),
                "-file",
                pem(authority).toString());
    }

    public Path authority() {
        return pem(authority);
    }

    /** A certificate with its key. */
    public record Pair(Path certificate, Path key, Path keystore) {
        public Tls tls() {
            return Tls.pem(certificate, key);
        }
    }

    /** Returns a certificate for this machine. */
    public Pair issue(String name, String algorithm) throws Exception {
        return issue(name, algorithm, "san=ip:127.0.0.1,dns:localhost", "-0d");
    }

    /** Returns a certificate that is good for two days from the given moment on, such as {@code -10d}. */
    public Pair issue(String name, String algorithm, String san, String from) throws Exception {
        keytool(
                "-genkeypair",
                "-alias",
                "own",
                "-dname",
                "CN=" + name,
                "-keyalg",
                algorithm,
                "-validity",
                "30",
                "-keystore",
                store(name));
        Path request = folder.resolve(name + ".csr");
        Path signed = pem(name);
        keytool("-certreq", "-alias", "own", "-keystore", store(name), "-file", request.toString());
        List<String> sign = new ArrayList<>(List.of(
                "-gencert",
                "-rfc",
                "-alias",
                "ca",
                "-keystore",
                store(authority),
                "-infile",
                request.toString(),
                "-outfile",
                signed.toString(),
                "-ext",
                san,
                "-validity",
                "2"));
        if (!from.equals("-0d")) {
            sign.addAll(List.of("-startdate", from));
        }
        keytool(sign.toArray(String[]::new));
        Files.writeString(signed, Files.readString(signed) + Files.readString(authority()));
        keytool("-importcert", "-noprompt", "-alias", "own", "-keystore", store(name), "-file", signed.toString());
        return new Pair(signed, key(name), Path.of(store(name)));
    }

    private Path key(String name) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(Path.of(store(name)).toFile(), PASSWORD);
        byte[] encoded = store.getKey("own", PASSWORD).getEncoded();
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(encoded);
        return Files.writeString(
                folder.resolve(name + ".key"),
                "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n");
    }

    private Path pem(String name) {
        return folder.resolve(name + ".pem");
    }

    private String store(String name) {
        return folder.resolve(name + ".p12").toString();
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add("-J-XX:TieredStopAtLevel=1");
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", new String(PASSWORD)));
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
