package dev.tenure.http;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Who this process is over TLS, and whom it believes: for a server and for a client alike. Immutable. Never speaks
 * anything older than TLS 1.2.
 *
 * <p>Files are read once, when this is made. What is wrong with them is refused then, with the remedy.
 */
public final class Tls {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};
    private static final char[] IN_MEMORY = "in-memory".toCharArray();

    private final @Nullable KeyStore identity;
    private final char[] password;
    private final @Nullable KeyStore trusted;

    private Tls(@Nullable KeyStore identity, char[] password, @Nullable KeyStore trusted) {
        this.identity = identity;
        this.password = password;
        this.trusted = trusted;
    }

    /**
     * Takes a certificate from PEM files.
     *
     * @param certificates the certificate, then those of the authorities between it and the root
     * @param key its private key, RSA or EC, in PKCS#8 without a password
     * @throws IllegalArgumentException if they cannot be read, or do not belong together
     */
    public static Tls pem(Path certificates, Path key) {
        List<X509Certificate> chain = Pem.read(certificates).certificates();
        try {
            KeyStore store = emptyStore();
            store.setKeyEntry(
                    "tenure", Pem.read(key).keyOf(chain.get(0)), IN_MEMORY, chain.toArray(new Certificate[0]));
            return new Tls(store, IN_MEMORY, null);
        } catch (GeneralSecurityException | IOException wrong) {
            throw new IllegalArgumentException(
                    certificates + " holds no chain of certificates: put the server's own first, then its authorities",
                    wrong);
        }
    }

    /**
     * Takes a certificate and its key from a keystore, PKCS#12 or JKS.
     *
     * @param password of the keystore and of the key in it
     * @throws IllegalArgumentException if it cannot be read, or holds no key
     */
    public static Tls keystore(Path file, char[] password) {
        if (Files.notExists(file)) {
            throw new IllegalArgumentException("there is no file " + file + ": check its name");
        }
        try {
            KeyStore store = KeyStore.getInstance(file.toFile(), password);
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)) {
                    store.getKey(alias, password); // refuses another password
                    return new Tls(store, password.clone(), null);
                }
            }
        } catch (GeneralSecurityException | IOException unreadable) {
            throw new IllegalArgumentException(
                    file + " cannot be opened: check that it is a PKCS#12 or JKS keystore, and its password",
                    unreadable);
        }
        throw new IllegalArgumentException(file + " holds no private key: a server needs one beside its certificate");
    }

    /** Returns a client without a certificate of its own, that believes whom the JDK believes. */
    public static Tls withoutCertificate() {
        return new Tls(null, IN_MEMORY, null);
    }

    /**
     * Returns the same that believes only certificates signed by these authorities.
     *
     * @param authorities one or more certificates in PEM
     * @throws IllegalArgumentException if they cannot be read
     */
    public Tls trusting(Path authorities) {
        return trusting(Pem.read(authorities));
    }

    /**
     * Returns the same that believes only certificates signed by these authorities.
     *
     * @param authorities one or more certificates, as text in PEM
     * @throws IllegalArgumentException if they cannot be read
     */
    public Tls trustingPem(String authorities) {
        return trusting(new Pem("the text of the authorities", requireNonNull(authorities, "authorities")));
    }

    private Tls trusting(Pem authorities) {
        try {
            KeyStore store = emptyStore();
            for (X509Certificate authority : authorities.certificates()) {
                store.setCertificateEntry("authority-" + store.size(), authority);
            }
            return new Tls(identity, password, store);
        } catch (GeneralSecurityException | IOException wrong) {
            throw new IllegalArgumentException(authorities.what() + " holds no usable certificate", wrong);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    /** Tells whether there is a certificate to show to others, which a server needs. */
    public boolean hasCertificate() {
        return identity != null;
    }

    /** Tells whether it was said whom to believe, which a server needs to ask clients for their certificates. */
    public boolean hasAuthorities() {
        return trusted != null;
    }

    /** Returns a context for servers and clients; use it together with {@link #parameters}. */
    public SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(), trustManagers(), null);
            return context;
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("this JDK cannot do TLS with these certificates", broken);
        }
    }

    private KeyManager @Nullable [] keyManagers() throws GeneralSecurityException {
        if (identity == null) {
            return null;
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(identity, password);
        return managers.getKeyManagers();
    }

    private TrustManager @Nullable [] trustManagers() throws GeneralSecurityException {
        if (trusted == null) {
            return null; // whom the JDK believes
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        return managers.getTrustManagers();
    }

    /** Returns which versions of TLS are spoken: 1.2 and newer. */
    public SSLParameters parameters() {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(PROTOCOLS.clone());
        return parameters;
    }

    /** Says what is there, and nothing of its content. */
    @Override
    public String toString() {
        return "TLS " + (identity == null ? "without" : "with") + " a certificate, "
                + (trusted == null ? "believing whom the JDK believes" : "believing given authorities");
    }
}
