package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** The viewer's own files, held in memory. */
@Internal
public final class ViewerAssets {

    private static final Map<String, String> TYPES = Map.of(
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    private static final String[] NAMES = {"viewer.css", "viewer.js", "theme.js", "guerdon.svg", "trace.css", "trace.js"
    };

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final String version;

    public ViewerAssets() {
        MessageDigest digest = sha256();
        for (String name : NAMES) {
            byte[] bytes = read(name);
            files.put(name, bytes);
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
        }
        version = HexFormat.of().formatHex(digest.digest(), 0, 6);
    }

    /** Changes whenever a file does, so that browsers may keep files for ever. */
    public String version() {
        return version;
    }

    /** Returns all files by name. */
    public Map<String, byte[]> files() {
        return new LinkedHashMap<>(files);
    }

    /** Returns a file. */
    public byte[] bytes(String name) {
        byte[] bytes = files.get(name);
        if (bytes == null) {
            throw PageProblem.notFound("the viewer has no file '" + name + "'");
        }
        return bytes;
    }

    /** Returns the media type of a file. */
    public static String type(String name) {
        return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
    }

    /** Reads a file of the distribution. */
    public static byte[] read(String name) {
        try (InputStream in = ViewerAssets.class.getResourceAsStream("/dev/guerdon/viewer/asset/" + name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the distribution");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
