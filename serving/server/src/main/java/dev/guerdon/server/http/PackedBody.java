package dev.guerdon.server.http;

import dev.guerdon.api.Internal;
import dev.guerdon.core.spi.GzipStream;
import io.helidon.http.HeaderNames;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncoding;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.webserver.http.ServerRequest;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * A body that may be packed, read up to a limit.
 *
 * <p>The limit holds for the body as it came and for what it is unpacked to, and is checked while it is unpacked: a few bytes that would
 * become gigabytes are refused at the limit.
 */
@Internal
public final class PackedBody {

    private static final int PIECE = 16 << 10;

    /** Known by name, so that the answer can name them. There is no decoder for them here that is worth its weight. */
    private static final Set<String> UNSUPPORTED = Set.of("zstd", "br", "compress");

    private PackedBody() {}

    /** Makes the library hand out packed bodies as they came; it would refuse them, or unpack them without a limit. */
    public static ContentEncodingContext asItCame() {
        return ContentEncodingContext.builder()
                .contentEncodingsDiscoverServices(false)
                .addContentEncoding(new AsItCame())
                .build();
    }

    private static final class AsItCame implements ContentEncoding {

        @Override
        public Set<String> ids() {
            return Set.of("gzip", "x-gzip", "deflate", "identity", "br", "zstd", "compress");
        }

        @Override
        public boolean supportsEncoding() {
            return false;
        }

        @Override
        public boolean supportsDecoding() {
            return true;
        }

        @Override
        public ContentDecoder decoder() {
            return ContentDecoder.NO_OP;
        }

        @Override
        public ContentEncoder encoder() {
            return ContentEncoder.NO_OP;
        }

        @Override
        public String name() {
            return "as-it-came";
        }

        @Override
        public String type() {
            return "as-it-came";
        }
    }

    /**
     * Returns all of a body, unpacked.
     *
     * @param limit the most bytes, before and after unpacking
     */
    public static byte[] read(ServerRequest request, long limit) {
        Optional<JsonResponses.Peeked> before = request.context().get(JsonResponses.Peeked.class);
        if (before.isPresent()) {
            return before.get().bytes();
        }
        if (!request.content().hasEntity()) {
            return new byte[0];
        }
        long length = request.headers().contentLength().orElse(-1);
        if (length > limit) {
            throw tooLarge(limit);
        }
        if (coding(request).isEmpty() && length >= 0) {
            return JsonResponses.bytes(request);
        }
        try (InputStream in = stream(request)) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(PIECE);
            byte[] piece = new byte[PIECE];
            int read;
            while ((read = in.read(piece)) >= 0) {
                out.write(piece, 0, read);
                if (out.size() > limit) {
                    throw tooLarge(limit);
                }
            }
            return out.toByteArray();
        } catch (ZipException | EOFException e) {
            throw damaged(e);
        } catch (IOException e) {
            throw ServeException.bad("the body could not be read to its end");
        }
    }

    /** Returns a body as a stream, unpacked on the way. */
    public static InputStream stream(ServerRequest request) throws IOException {
        InputStream in = request.content().inputStream();
        return switch (coding(request)) {
            case "gzip", "x-gzip" -> new GzipStream(in);
            case "deflate" -> new InflaterInputStream(in);
            default -> in;
        };
    }

    /** Returns what a body that ends too early or is no such archive becomes. */
    public static ServeException damaged(IOException e) {
        return ServeException.bad("the body is not what its Content-Encoding says: " + e.getMessage());
    }

    public static ServeException tooLarge(long limit) {
        return new ServeException(
                413,
                "too_large",
                "the body has more than " + limit + " bytes, unpacked where it is packed; send less at once, or send"
                        + " JSON lines, which have no limit");
    }

    private static String coding(ServerRequest request) {
        String coding = request.headers()
                .first(HeaderNames.CONTENT_ENCODING)
                .orElse("")
                .strip()
                .toLowerCase(Locale.ROOT);
        if (!Arrays.asList("", "identity", "gzip", "x-gzip", "deflate").contains(coding)) {
            throw new ServeException(
                    415,
                    "unsupported_encoding",
                    "expected a body without Content-Encoding, or with 'gzip' or 'deflate', found "
                            + (UNSUPPORTED.contains(coding) ? "'" + coding + "'" : "another"));
        }
        return coding.equals("identity") ? "" : coding;
    }
}
