package dev.guerdon.server.http;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.base.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signer of answers: with the key, a client can prove which rewards this server gave for which request.
 *
 * <p>What is signed is four lines of ASCII, each ended by a line feed: {@code guerdon-signature-v1}, the path and query of the request as
 * they were sent, the SHA-256 of the request's body, and the SHA-256 of the answer's body, both in lower-case hexadecimal. Bodies are
 * those after {@code Content-Encoding} and chunks are undone.
 */
@Internal
public final class AnswerSigner {

    /** The header of an answer that is not a stream. */
    public static final String HEADER = "Guerdon-Signature";

    /** The fewest bytes of a key. */
    public static final int SHORTEST = 32;

    private final SecretKeySpec key;
    private final String id;

    /**
     * A signer.
     *
     * @throws GuerdonException if the key is too easily guessed
     */
    public AnswerSigner(byte[] key) {
        if (key.length < SHORTEST) {
            throw new GuerdonException("the signing key has " + key.length + " bytes, which can be guessed; it needs at"
                    + " least " + SHORTEST + ", such as the output of 'openssl rand -hex 32'");
        }
        this.key = new SecretKeySpec(key, "HmacSHA256");
        this.id = HexFormat.of().formatHex(Sha256.digest().digest(key), 0, 4);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AnswerSigner signer && MessageDigest.isEqual(key.getEncoded(), signer.key.getEncoded());
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    /**
     * Returns the signature of an answer, in the form of the header: {@code v1=HEX; key=ID}.
     *
     * @param target the path and query of the request
     * @param asked the digest of its body
     * @param answered the digest of the answer's body
     */
    public String sign(String target, byte[] asked, byte[] answered) {
        HexFormat hex = HexFormat.of();
        String signed =
                "guerdon-signature-v1\n" + target + "\n" + hex.formatHex(asked) + "\n" + hex.formatHex(answered) + "\n";
        byte[] mac = mac(key, signed.getBytes(StandardCharsets.ISO_8859_1));
        return "v1=" + hex.formatHex(mac) + "; key=" + id;
    }

    /** Returns the HMAC of a text with the key's algorithm. */
    public static byte[] mac(SecretKeySpec key, byte[] text) {
        try {
            Mac mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA256", e);
        }
    }
}
