package dev.guerdon.server.http;

import dev.guerdon.api.GuerdonException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Content of a PEM file: certificates, or a private key in the forms that tools write, PKCS#8 and the older ones of RSA (PKCS#1) and of
 * curves (SEC 1).
 *
 * <p>Helidon's own reader knows neither Ed25519 nor SEC 1, and does not say which file is wrong or how.
 *
 * @param file where it comes from
 * @param blocks the texts between {@code BEGIN} and {@code END}
 */
record PemText(Path file, List<Block> blocks) {

    private static final long LARGEST = 1 << 20;
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,40})-----(.*?)-----END \\1-----", Pattern.DOTALL);

    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};
    private static final byte[] PROBE = "does this key belong to that certificate?".getBytes(StandardCharsets.US_ASCII);

    /**
     * One block.
     *
     * @param label such as {@code CERTIFICATE}
     * @param text its content, still encoded
     */
    record Block(String label, String text) {

        /** Returns the bytes, without the lines that some old tools write before them. */
        byte[] bytes(Path file) {
            try {
                return Base64.getMimeDecoder().decode(text);
            } catch (IllegalArgumentException e) {
                throw new GuerdonException(
                        file + ": the block '" + label + "' is damaged: it is not Base64; copy the file again", e);
            }
        }
    }

    /**
     * Reads a file.
     *
     * @param what what it should hold, for messages
     */
    static PemText read(Path file, String what) {
        String text;
        try {
            if (Files.size(file) > LARGEST) {
                throw new GuerdonException(file + ": expected " + what + " as PEM, found more than 1 MiB");
            }
            text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new GuerdonException("there is no file " + file + ", which should have " + what, e);
        } catch (IOException e) {
            throw new GuerdonException(
                    "the file " + file + ", which should have " + what + ", cannot be read (" + e
                            + "); the user that runs the server must be allowed to read it",
                    e);
        }
        List<Block> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            blocks.add(new Block(block.group(1), block.group(2)));
        }
        if (blocks.isEmpty()) {
            throw new GuerdonException(file + ": expected " + what
                    + " as PEM, that is text with lines such as '-----BEGIN CERTIFICATE-----', found none");
        }
        return new PemText(file, List.copyOf(blocks));
    }

    /** Returns the labels of the blocks, each once, for messages. */
    private String labels() {
        return blocks.stream().map(Block::label).distinct().collect(Collectors.joining(", "));
    }

    /** Returns the certificates, of which there is at least one. */
    List<X509Certificate> certificates() {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Block block : blocks) {
            try {
                if (block.label().equals("CERTIFICATE")) {
                    certificates.add((X509Certificate) CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(block.bytes(file))));
                }
            } catch (CertificateException e) {
                throw new GuerdonException(
                        file + ": certificate " + (certificates.size() + 1) + " is damaged: " + e.getMessage(), e);
            }
        }
        if (certificates.isEmpty()) {
            throw new GuerdonException(file + ": expected a certificate, found " + labels());
        }
        return certificates;
    }

    /**
     * Returns the private key.
     *
     * @param owner the certificate's key, which it must belong to
     */
    PrivateKey privateKey(PublicKey owner) {
        for (Block block : blocks) {
            switch (block.label()) {
                case "PRIVATE KEY" -> {
                    return checked(block.bytes(file), owner);
                }
                case "RSA PRIVATE KEY", "EC PRIVATE KEY" -> {
                    if (block.text().contains("ENCRYPTED")) {
                        throw encrypted();
                    }
                    if (!block.label().startsWith(owner.getAlgorithm() + " ")) {
                        throw mismatch(owner);
                    }
                    // Put into PKCS#8; which algorithm and curve it is for, the certificate says.
                    byte[] algorithm = firstInside(owner.getEncoded());
                    return checked(der(SEQUENCE, VERSION_0, algorithm, der(OCTETS, block.bytes(file))), owner);
                }
                case "ENCRYPTED PRIVATE KEY" -> throw encrypted();
                default -> {
                    // Parameters of a curve come before its key, and some put the certificate into the same file.
                }
            }
        }
        throw new GuerdonException(file + ": expected a private key, found " + labels());
    }

    private GuerdonException encrypted() {
        return new GuerdonException(file
                + ": the private key is encrypted, and a server has nobody to ask for the password; write it without"
                + " one to a file that only the server can read: openssl pkey -in " + file.getFileName()
                + " -out plain-key.pem");
    }

    private GuerdonException mismatch(PublicKey owner) {
        return new GuerdonException(file + ": the private key does not belong to the first certificate of the chain"
                + " (its key is " + owner.getAlgorithm() + "); name the two files that were made together, the server's"
                + " own certificate first in its file");
    }

    private PrivateKey checked(byte[] pkcs8, PublicKey owner) {
        GuerdonException mismatch = mismatch(owner);
        try {
            PrivateKey key =
                    KeyFactory.getInstance(owner.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            Signature signature = Signature.getInstance(
                    switch (owner.getAlgorithm()) {
                        case "RSA" -> "SHA256withRSA";
                        case "EC" -> "SHA256withECDSA";
                        default -> owner.getAlgorithm();
                    });
            signature.initSign(key);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(owner);
            signature.update(PROBE);
            if (signature.verify(signed)) {
                return key;
            }
        } catch (GeneralSecurityException e) {
            mismatch.initCause(e);
        }
        throw mismatch;
    }

    /** Returns the first element of a DER sequence, whole. */
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
        int length = first < 0x80 ? first : 0;
        for (int i = 2; i < headLength(der, at); i++) {
            length = (length << 8) | (der[at + i] & 0xff);
        }
        return length;
    }

    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        int length = content.size();
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
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }
}
