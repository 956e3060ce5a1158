package dev.tenure.store.support;

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
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The certificate that this process shows over TLS, if any, and the authorities that it trusts. Immutable.
 *
 * <p>Files are read once, when they are named. What is wrong with them is refused then, with the remedy.
 */
public final class TlsCredentials {
    private static final TlsCredentials NONE = new TlsCredentials(null, new char[0], null);
    private static final char[] IN_MEMORY = "in-memory".toCharArray();

    private final @Nullable KeyStore identity;
    private final char[] password;
    private final @Nullable KeyStore trusted;

    private TlsCredentials(@Nullable KeyStore identity, char[] password, @Nullable KeyStore trusted) {
        this.identity = identity;
        this.password = password;
        this.trusted = trusted;
    }

    /** Returns credentials without a certificate that trust the authorities of the JDK. */
    public static TlsCredentials none() {
        return NONE;
    }

    /**
     * Returns the same with a certificate from PEM files.
     *
     * @param certificates the certificate, then those of the authorities between it and the root
     * @param key its private key, in PKCS#8 without a password
     * @throws IllegalArgumentException if they cannot be read, or do not belong together
     */
    public TlsCredentials withCertificate(Path certificates, Path key) {
        List<X509Certificate> chain = PemFile.read(certificates).certificates();
        try {
            KeyStore store = emptyStore();
            store.setKeyEntry(
                    "tenure", PemFile.read(key).keyOf(chain.get(0)), IN_MEMORY, chain.toArray(new Certificate[0]));
            return new TlsCredentials(store, IN_MEMORY, trusted);
        } catch (GeneralSecurityException | IOException wrong) {
            throw new IllegalArgumentException(
                    certificates + " holds no chain of certificates: put your own first, then its authorities", wrong);
        }
    }

    /**
     * Returns the same with the certificate and the key of a keystore, PKCS#12 or JKS.
     *
     * @param newPassword of the keystore and of the key in it
     * @throws IllegalArgumentException if it cannot be read, or holds no key
     */
    public TlsCredentials withKeystore(Path file, char[] newPassword) {
        if (Files.notExists(file)) {
            throw new IllegalArgumentException("there is no file " + file + ": check its name");
        }
        try {
            KeyStore store = KeyStore.getInstance(file.toFile(), newPassword);
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)) {
                    store.getKey(alias, newPassword); // refuses another password
                    return new TlsCredentials(store, newPassword.clone(), trusted);
                }
            }
        } catch (GeneralSecurityException | IOException unreadable) {
            throw new IllegalArgumentException(
                    file + " cannot be opened: check that it is a PKCS#12 or JKS keystore, and its password",
                    unreadable);
        }
        throw new IllegalArgumentException(file + " holds no private key: a server needs one beside its certificate");
    }

    /**
     * Returns the same that trusts only certificates signed by these authorities.
     *
     * @throws IllegalArgumentException if there is no certificate among them
     */
    public TlsCredentials trusting(PemFile authorities) {
        try {
            KeyStore store = emptyStore();
            for (X509Certificate authority : authorities.certificates()) {
                store.setCertificateEntry("authority-" + store.size(), authority);
            }
            return new TlsCredentials(identity, password, store);
        } catch (GeneralSecurityException | IOException wrong) {
            throw new IllegalArgumentException(authorities.source() + " holds no usable certificate", wrong);
        }
    }

    /**
     * Returns the same that trusts only the certificates in a keystore, PKCS#12 or JKS, or those signed by them.
     *
     * @param storePassword of the keystore, or null if it needs none
     * @throws IllegalArgumentException if it cannot be read, or holds no certificate
     */
    public TlsCredentials trustingKeystore(Path file, char @Nullable [] storePassword) {
        try {
            KeyStore store = KeyStore.getInstance(file.toFile(), storePassword);
            if (store.size() == 0) {
                throw new IllegalArgumentException(
                        file + " shows no certificate: check its content, and give its password");
            }
            return new TlsCredentials(identity, password, store);
        } catch (GeneralSecurityException | IOException unreadable) {
            throw new IllegalArgumentException(
                    file + " cannot be opened: check that it is a PKCS#12 or JKS keystore, and its password",
                    unreadable);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    /** Tells whether there is a certificate to show, which a server needs. */
    public boolean hasCertificate() {
        return identity != null;
    }

    /** Tells whether authorities were named, which a server needs to ask clients for their certificates. */
    public boolean hasAuthorities() {
        return trusted != null;
    }

    /** Returns a context for servers and clients. */
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
            return null; // those of the JDK
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        return managers.getTrustManagers();
    }

    /** Says what is there, and nothing of its content. */
    @Override
    public String toString() {
        return "TLS " + (identity == null ? "without" : "with") + " a certificate, trusting "
                + (trusted == null ? "the authorities of the JDK" : "given authorities");
    }
}
