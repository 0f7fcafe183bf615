package dev.guerdon.server.http;

import dev.guerdon.api.GuerdonException;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;

/**
 * Private keys in the forms that tools write: PKCS#8, and the older ones of RSA (PKCS#1) and of curves (SEC 1).
 *
 * <p>Helidon's own reader knows neither Ed25519 nor SEC 1, and does not say which file is wrong or how.
 */
final class PrivateKeys {

    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};
    private static final byte[] PROBE =
            "does this key belong to that certificate?".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private PrivateKeys() {}

    /**
     * The private key of a file.
     *
     * @param owner the certificate's key, which it must belong to
     */
    static PrivateKey read(PemText pem, PublicKey owner) {
        for (PemText.Block block : pem.blocks()) {
            switch (block.label()) {
                case "PRIVATE KEY" -> {
                    return checked(pem, block.bytes(pem.file()), owner);
                }
                case "RSA PRIVATE KEY", "EC PRIVATE KEY" -> {
                    if (block.text().contains("ENCRYPTED")) {
                        throw encrypted(pem);
                    }
                    if (!owner.getAlgorithm()
                            .equals(block.label().substring(0, block.label().indexOf(' ')))) {
                        throw mismatch(pem, owner);
                    }
                    return checked(pem, wrapped(block.bytes(pem.file()), owner), owner);
                }
                case "ENCRYPTED PRIVATE KEY" -> throw encrypted(pem);
                default -> {
                    // Parameters of a curve stand before its key, and some put the certificate into the same file.
                }
            }
        }
        throw new GuerdonException(pem.file() + ": expected a private key, found " + pem.labels());
    }

    private static GuerdonException encrypted(PemText pem) {
        return new GuerdonException(pem.file()
                + ": the private key is encrypted, and a server has nobody to ask for the password; write it without"
                + " one to a file that only the server can read: openssl pkey -in "
                + pem.file().getFileName()
                + " -out plain-key.pem");
    }

    private static GuerdonException mismatch(PemText pem, PublicKey owner) {
        return new GuerdonException(
                pem.file() + ": the private key does not belong to the first certificate of the chain"
                        + " (its key is " + owner.getAlgorithm()
                        + "); name the two files that were made together, the server's own certificate first in its"
                        + " file");
    }

    private static PrivateKey checked(PemText pem, byte[] pkcs8, PublicKey owner) {
        PrivateKey key;
        try {
            key = KeyFactory.getInstance(owner.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            String algorithm = switch (owner.getAlgorithm()) {
                case "RSA" -> "SHA256withRSA";
                case "EC" -> "SHA256withECDSA";
                default -> owner.getAlgorithm();
            };
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(owner);
            signature.update(PROBE);
            if (signature.verify(signed)) {
                return key;
            }
        } catch (GeneralSecurityException e) {
            GuerdonException told = mismatch(pem, owner);
            told.initCause(e);
            throw told;
        }
        throw mismatch(pem, owner);
    }

    /** Puts a key of an older form into PKCS#8; which algorithm and curve it is for, the certificate says. */
    private static byte[] wrapped(byte[] key, PublicKey owner) {
        byte[] algorithm = firstInside(owner.getEncoded());
        return der(SEQUENCE, VERSION_0, algorithm, der(OCTETS, key));
    }

    /** The first element of a DER sequence, whole. */
    private static byte[] firstInside(byte[] sequence) {
        int inside = headLength(sequence, 0);
        int length = headLength(sequence, inside) + contentLength(sequence, inside);
        return Arrays.copyOfRange(sequence, inside, inside + length);
    }

    private static int headLength(byte[] der, int at) {
        int first = der[at + 1] & 0xff;
        return first < 0x80 ? 2 : 2 + (first & 0x7f);
    }

    private static int contentLength(byte[] der, int at) {
        int first = der[at + 1] & 0xff;
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = 0; i < (first & 0x7f); i++) {
            length = (length << 8) | (der[at + 2 + i] & 0xff);
        }
        return length;
    }

    private static byte[] der(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 6);
        out.write(tag);
        if (length < 0x80) {
            out.write(length);
        } else {
            int bytes = (39 - Integer.numberOfLeadingZeros(length)) / 8;
            out.write(0x80 | bytes);
            for (int i = bytes - 1; i >= 0; i--) {
                out.write(length >> (8 * i));
            }
        }
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
