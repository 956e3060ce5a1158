package dev.tenure.http;

import static java.util.Objects.requireNonNull;

import dev.tenure.store.support.PemFile;
import dev.tenure.store.support.TlsCredentials;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * The certificate and the trusted authorities of this process, for servers and clients. TLS 1.2 or newer. Immutable.
 *
 * <p>Files are read once, at creation. Invalid files are refused then, with the remedy.
 */
public final class Tls {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final TlsCredentials credentials;

    private Tls(TlsCredentials credentials) {
        this.credentials = credentials;
    }

    /**
     * Takes a certificate from PEM files.
     *
     * @param certificates the certificate, then those of the authorities between it and the root
     * @param key its private key, RSA or EC, in PKCS#8 without a password
     * @throws IllegalArgumentException if they cannot be read, or do not belong together
     */
    public static Tls pem(Path certificates, Path key) {
        return new Tls(TlsCredentials.none().withCertificate(certificates, key));
    }

    /**
     * Takes a certificate and its key from a keystore, PKCS#12 or JKS.
     *
     * @param password of the keystore and of the key in it
     * @throws IllegalArgumentException if it cannot be read, or holds no key
     */
    public static Tls keystore(Path file, char[] password) {
        return new Tls(TlsCredentials.none().withKeystore(file, password));
    }

    /** Returns settings without a certificate, which trust the authorities of the JDK. */
    public static Tls withoutCertificate() {
        return new Tls(TlsCredentials.none());
    }

    /**
     * Returns these settings with only these authorities trusted.
     *
     * @param authorities one or more certificates in PEM
     * @throws IllegalArgumentException if they cannot be read
     */
    public Tls trusting(Path authorities) {
        return new Tls(credentials.trusting(PemFile.read(authorities)));
    }

    /**
     * Returns these settings with only these authorities trusted.
     *
     * @param authorities one or more certificates, as text in PEM
     * @throws IllegalArgumentException if they cannot be read
     */
    public Tls trustingPem(String authorities) {
        PemFile text = new PemFile("the text of the authorities", requireNonNull(authorities, "authorities"));
        return new Tls(credentials.trusting(text));
    }

    /** Tells whether there is a certificate, which a server needs. */
    public boolean hasCertificate() {
        return credentials.hasCertificate();
    }

    /** Tells whether authorities are named, which a server needs to verify clients. */
    public boolean hasAuthorities() {
        return credentials.hasAuthorities();
    }

    /** Returns a context for servers and clients; use it together with {@link #parameters}. */
    public SSLContext context() {
        return credentials.context();
    }

    /** Returns parameters that allow TLS 1.2 and newer. */
    public SSLParameters parameters() {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(PROTOCOLS.clone());
        return parameters;
    }

    /** Describes the settings without secrets. */
    @Override
    public String toString() {
        return credentials.toString();
    }
}
