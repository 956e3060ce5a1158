package dev.tenure.http;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/** Tells whether a private and a public key belong together: what the one signs, the other must confirm. */
final class KeyPairs {
    private static final byte[] PROBE = {1, 2, 3, 4, 5, 6, 7, 8};

    private KeyPairs() {}

    static void requirePair(PrivateKey secret, PublicKey known) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(algorithm(secret.getAlgorithm()));
        signature.initSign(secret);
        signature.update(PROBE);
        byte[] signed = signature.sign();
        signature.initVerify(known);
        signature.update(PROBE);
        if (!signature.verify(signed)) {
            throw new InvalidKeyException("the keys do not belong together");
        }
    }

    private static String algorithm(String keyAlgorithm) {
        return switch (keyAlgorithm) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> keyAlgorithm; // Ed25519 and its kind sign under their own name
        };
    }
}
