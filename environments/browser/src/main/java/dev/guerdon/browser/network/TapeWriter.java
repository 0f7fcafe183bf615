package dev.guerdon.browser.network;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.OutputFile;
import dev.guerdon.core.base.SecretFilter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests and answers into a folder: a line of JSON for each, the bodies beside it under their hashes.
 *
 * <p>A body is on disk before the line that names it, so a process that is killed leaves nothing that cannot be read.
 */
final class TapeWriter implements AutoCloseable {

    static final String FILE = "http.jsonl";
    static final String BODIES = "bodies";

    /** Stands for the value of a cookie. */
    static final String HIDDEN_COOKIE = "hidden-by-guerdon";

    private final Path folder;
    private final boolean inClear;
    private final SecretFilter secrets;
    private final OutputFile out;
    private boolean closed;

    /**
     * Goes on behind what the folder has.
     *
     * @param inClear whether cookies and secrets are kept as they are
     */
    TapeWriter(Path folder, boolean inClear, boolean pages, SecretFilter secrets) {
        this.folder = folder;
        this.inClear = inClear;
        this.secrets = secrets;
        Path file = folder.resolve(FILE);
        try {
            Files.createDirectories(folder.resolve(BODIES));
            boolean cut = endsInTheMiddle(file);
            out = OutputFile.after(file, Files.exists(file) ? Files.size(file) : 0, null);
            if (cut) {
                out.write('\n');
            }
            out.write(bytes("{\"guerdon_http\":1,\"pages\":" + pages + "}\n"));
            out.flush();
        } catch (IOException e) {
            throw new GuerdonException("cannot record HTTP traffic to " + file + ": " + e.getMessage(), e);
        }
    }

    /** A process that was killed may have left half a line; what is added must not become part of it. */
    private static boolean endsInTheMiddle(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) {
            return false;
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(in.length() - 1);
            return in.read() != '\n';
        }
    }

    synchronized void write(TrafficTape.Ask ask, TrafficTape.Answer answer) {
        if (closed) {
            return; // The run is over; what still came in belongs to no episode.
        }
        byte[] body = inClear ? answer.body() : cleaned(answer.body());
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("episode", ask.episode());
        line.put("source", ask.source());
        line.put("method", ask.method());
        line.put("url", inClear ? ask.url() : secrets.redact(ask.url()));
        line.put("sent", ask.body());
        line.put("head", inClear ? answer.head() : cleaned(answer.head()));
        line.put("millis", answer.millis());
        line.put("whole", answer.whole());
        try {
            String name = body.length == 0 ? "" : TrafficTape.Ask.hash(body);
            line.put("body", name);
            Path file = folder.resolve(BODIES).resolve(name);
            if (!name.isEmpty() && !Files.exists(file)) {
                KeptFile.write(file, body);
            }
            out.write(bytes(JsonCodec.write(line) + "\n"));
            out.flush();
        } catch (IOException e) {
            throw new GuerdonException("cannot record HTTP traffic to " + folder + ": " + e.getMessage(), e);
        }
    }

    private List<String> cleaned(List<String> head) {
        List<String> clean = new ArrayList<>();
        for (String line : head) {
            String lower = line.toLowerCase(Locale.ROOT);
            clean.add(
                    lower.startsWith("set-cookie:") || lower.startsWith("set-cookie2:")
                            ? hiddenCookie(line)
                            : secrets.redact(line));
        }
        return clean;
    }

    /** The cookie with its name and its attributes, and another value. */
    private static String hiddenCookie(String line) {
        int colon = line.indexOf(':');
        int equals = line.indexOf('=', colon);
        int end = line.indexOf(';', colon);
        boolean named = equals > 0 && (end < 0 || equals < end);
        String name = named ? line.substring(colon + 1, equals).strip() + "=" : "";
        return line.substring(0, colon + 1) + " " + name + HIDDEN_COOKIE + (end < 0 ? "" : line.substring(end));
    }

    /** Texts without the secrets that are known; other bytes as they are. */
    private byte[] cleaned(byte[] body) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            String clean = secrets.redact(text);
            return clean.equals(text) ? body : bytes(clean);
        } catch (CharacterCodingException e) {
            return body;
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            out.close();
        } catch (IOException e) {
            throw new GuerdonException("cannot finish the recording in " + folder + ": " + e.getMessage(), e);
        }
    }
}
