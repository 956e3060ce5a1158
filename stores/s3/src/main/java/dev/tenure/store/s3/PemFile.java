package dev.tenure.store.s3;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file in PEM: certificates and private keys between lines of dashes. What is wrong with it is refused with the
 * remedy, in one line that never quotes it.
 *
 * @param file where it was read
 * @param text what is in it
 */
record PemFile(Path file, String text) {
    /** Far more than a chain of certificates takes; whatever is larger is another file. */
    private static final long MOST_BYTES = 1L << 20;

    private static final Pattern KEY = Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----([^-]*)-----END \\1-----");
    private static final String PKCS8 = "PRIVATE KEY";

    static PemFile read(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IllegalArgumentException(file + " is too large for a PEM file: name the right one");
            }
            return new PemFile(file, Files.readString(file, StandardCharsets.US_ASCII));
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException("there is no file " + file + ": check its name", missing);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    file + " cannot be read (" + unreadable.getClass().getSimpleName()
                            + "): check that it is a PEM file, and that this user may read it",
                    unreadable);
        }
    }

    /** Returns all certificates, in their order; at least one. */
    List<X509Certificate> certificates() {
        try {
            List<X509Certificate> found = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (!found.isEmpty()) {
                return found;
            }
        } catch (CertificateException malformed) {
            throw new IllegalArgumentException(file + " holds no readable certificate: it must be in PEM", malformed);
        }
        throw new IllegalArgumentException(
                file + " holds no certificate: it must have a part that begins with -----BEGIN CERTIFICATE-----");
    }

    /** Returns the private key, of the kind that this certificate was made for. */
    PrivateKey keyOf(X509Certificate certificate) {
        Matcher key = KEY.matcher(text);
        if (!key.find()) {
            throw new IllegalArgumentException(
                    file + " holds no private key: it must have a part that begins with -----BEGIN PRIVATE KEY-----");
        }
        if (!key.group(1).equals(PKCS8)) {
            throw new IllegalArgumentException(file + " holds a key of the kind '" + key.group(1)
                    + "', and PKCS#8 without a password is needed: convert it with 'openssl pkcs8 -topk8 -nocrypt -in"
                    + " OLD -out NEW'");
        }
        String algorithm = certificate.getPublicKey().getAlgorithm();
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(key.group(2));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException | IllegalArgumentException wrong) {
            // Without the cause: it could quote the key.
            throw new IllegalArgumentException(file + " holds no key that belongs to the certificate, which is for an "
                    + algorithm + " key: name the key the certificate was made for");
        }
    }
}
