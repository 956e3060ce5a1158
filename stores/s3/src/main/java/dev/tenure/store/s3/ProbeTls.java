package dev.tenure.store.s3;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Whom the health probe believes over TLS, and who it is itself. Immutable; files are read when they are named. */
final class ProbeTls {
    /** Believes whom the JDK believes, and shows no certificate. */
    static final ProbeTls DEFAULT = new ProbeTls(null, null);

    private static final char[] IN_MEMORY = "in-memory".toCharArray();
    private static final byte[] SAMPLE = {1, 2, 3, 4, 5, 6, 7, 8};

    private final @Nullable KeyStore trusted;
    private final @Nullable KeyStore identity;

    private ProbeTls(@Nullable KeyStore trusted, @Nullable KeyStore identity) {
        this.trusted = trusted;
        this.identity = identity;
    }

    /** Returns the same that believes only certificates signed by the authorities in this file. */
    ProbeTls trusting(Path authorities) {
        List<X509Certificate> certificates = PemFile.read(authorities).certificates();
        try {
            KeyStore store = empty();
            for (X509Certificate authority : certificates) {
                store.setCertificateEntry("authority-" + store.size(), authority);
            }
            return new ProbeTls(store, identity);
        } catch (GeneralSecurityException | IOException wrong) {
            throw new IllegalArgumentException(authorities + " holds no usable certificate", wrong);
        }
    }

    /** Returns the same that shows this certificate to those who ask for one. */
    ProbeTls showing(Path certificates, Path key) {
        List<X509Certificate> chain = PemFile.read(certificates).certificates();
        PrivateKey secret = PemFile.read(key).keyOf(chain.get(0));
        try {
            if (!isPair(secret, chain.get(0))) {
                throw new IllegalArgumentException(key + " holds another key than " + certificates + " is for: name the"
                        + " key the certificate was made for");
            }
            KeyStore store = empty();
            store.setKeyEntry("probe", secret, IN_MEMORY, chain.toArray(new Certificate[0]));
            return new ProbeTls(trusted, store);
        } catch (GeneralSecurityException | IOException wrong) {
            throw new IllegalArgumentException(
                    certificates + " holds no chain of certificates: put your own first, then its authorities", wrong);
        }
    }

    /** What the one signs, the other must confirm. */
    private static boolean isPair(PrivateKey secret, X509Certificate certificate) throws GeneralSecurityException {
        String algorithm = switch (secret.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> secret.getAlgorithm(); // Ed25519 and its kind sign under their own name
        };
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(secret);
        signature.update(SAMPLE);
        byte[] signed = signature.sign();
        signature.initVerify(certificate);
        signature.update(SAMPLE);
        return signature.verify(signed);
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(), trustManagers(), null);
            return context;
        } catch (GeneralSecurityException broken) {
            throw new IllegalArgumentException("this JDK cannot do TLS with the certificates of the probe", broken);
        }
    }

    private KeyManager @Nullable [] keyManagers() throws GeneralSecurityException {
        if (identity == null) {
            return null;
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(identity, IN_MEMORY);
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
}
