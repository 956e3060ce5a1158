package dev.tenure.store.support;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Certificates and private keys in PEM. What is wrong with them is refused in one line that names the remedy and never
 * quotes them.
 *
 * @param source where the text came from, for messages
 * @param text the text
 */
public record PemFile(String source, String text) {
    /** Far more than a chain of certificates takes; a larger file is another file. */
    private static final long MOST_BYTES = 1L << 20;

    private static final Pattern KEY = Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----([^-]*)-----END \\1-----");
    private static final String PKCS8 = "PRIVATE KEY";
    private static final byte[] SAMPLE = {1, 2, 3, 4, 5, 6, 7, 8};

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    public static PemFile read(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IllegalArgumentException(file + " is too large for a PEM file: name the right one");
            }
            return new PemFile(file.toString(), Files.readString(file, StandardCharsets.US_ASCII));
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException("there is no file " + file + ": check its name", missing);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    file + " cannot be read (" + FailureWords.of(unreadable)
                            + "): check that it is a PEM file, and that this user may read it",
                    unreadable);
        }
    }

    /**
     * Returns all certificates, in their order; at least one.
     *
     * @throws IllegalArgumentException if there is none
     */
    public List<X509Certificate> certificates() {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            List<X509Certificate> found =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(bytes))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (!found.isEmpty()) {
                return found;
            }
        } catch (CertificateException malformed) {
            throw new IllegalArgumentException(source + " holds no readable certificate: it must be in PEM", malformed);
        }
        throw new IllegalArgumentException(
                source + " holds no certificate: it must have a part that begins with -----BEGIN CERTIFICATE-----");
    }

    /**
     * Returns the private key that belongs to a certificate.
     *
     * @throws IllegalArgumentException if there is none, or it belongs to another certificate
     */
    public PrivateKey keyOf(X509Certificate certificate) {
        Matcher key = KEY.matcher(text);
        if (!key.find()) {
            throw new IllegalArgumentException(
                    source + " holds no private key: it must have a part that begins with -----BEGIN PRIVATE KEY-----");
        }
        if (!key.group(1).equals(PKCS8)) {
            throw new IllegalArgumentException(source + " holds a key of the kind '" + key.group(1)
                    + "', and PKCS#8 without a password is needed: convert it with 'openssl pkcs8 -topk8 -nocrypt -in"
                    + " OLD -out NEW'");
        }
        String algorithm = certificate.getPublicKey().getAlgorithm();
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(key.group(2));
            PrivateKey found = KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            requirePair(found, certificate.getPublicKey());
            return found;
        } catch (GeneralSecurityException | IllegalArgumentException wrong) {
            // Without the cause: it could quote the key.
            throw new IllegalArgumentException(
                    source + " holds no key that belongs to the certificate, which is for an " + algorithm
                            + " key: name the key the certificate was made for");
        }
    }

    /** Signs with the one key and verifies with the other. */
    private static void requirePair(PrivateKey secret, PublicKey known) throws GeneralSecurityException {
        String algorithm = switch (secret.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> secret.getAlgorithm(); // Ed25519 and its kind sign under their own name
        };
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(secret);
        signature.update(SAMPLE);
        byte[] signed = signature.sign();
        signature.initVerify(known);
        signature.update(SAMPLE);
        if (!signature.verify(signed)) {
            throw new InvalidKeyException("the keys do not belong together");
        }
    }

    /** Says where the text came from, and nothing of it. */
    @Override
    public String toString() {
        return source;
    }
}
