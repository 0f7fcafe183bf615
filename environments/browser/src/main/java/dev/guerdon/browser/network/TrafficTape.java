package dev.guerdon.browser.network;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.OutputFile;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.core.base.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recording of traffic, replay of it, or both: then the replayed answers are recorded again. Safe for many threads.
 *
 * @param reader finds recorded answers; null where nothing is replayed
 * @param folder where they come from
 * @param writer keeps answers; null where nothing is recorded
 * @param hasPages whether this holds for what browsers load, too
 */
record TrafficTape(
        @Nullable TapeReader reader,
        @Nullable Path folder,
        @Nullable TapeWriter writer,
        boolean hasPages) {

    /** Returns whether answers come from the recording and from nowhere else. */
    boolean replays() {
        return reader != null;
    }

    /** Returns the recorded answer; empty if there is none. */
    Optional<Answer> find(Ask ask) {
        Optional<Answer> found = reader == null ? Optional.empty() : reader.find(ask);
        found.ifPresent(answer -> keep(ask, answer));
        return found;
    }

    /** Keeps an answer, where answers are recorded. */
    void keep(Ask ask, Answer answer) {
        if (writer != null) {
            writer.write(ask, answer);
        }
    }

    /** Returns the message that a request was not recorded. */
    String miss(Ask ask) {
        int size = reader == null ? 0 : reader.size();
        String held = size == 0 ? "which holds no HTTP traffic" : "which holds " + size + " requests";
        return ask.method() + " " + ask.url() + " was not recorded. This run replays "
                + (folder == null ? "a recording" : folder) + ", " + held
                + ", and asks nothing of the network. Record again to add it";
    }

    void close() {
        if (writer != null) {
            writer.close();
        }
    }

    /**
     * A request, as far as it decides about its answer.
     *
     * @param episode who asked: two repeats of a task are two episodes
     * @param source {@code fetch} for fetches of agents, {@code page} for what a browser loads, {@code gate} for judgements of addresses
     * @param method the method
     * @param url the whole address
     * @param body the hash of what was sent along; empty for nothing
     */
    record Ask(String episode, String source, String method, String url, String body) {

        static Ask fetch(String episode, String url) {
            return new Ask(episode, "fetch", "GET", url, "");
        }

        static Ask gate(String episode, String url) {
            return new Ask(episode, "gate", "CHECK", url, "");
        }

        static Ask page(String episode, String method, String url, byte[] body) {
            return new Ask(episode, "page", method, url, body.length == 0 ? "" : hash(body));
        }

        /** Returns the name of some bytes. */
        static String hash(byte[] bytes) {
            MessageDigest digest = Sha256.digest();
            digest.update(bytes);
            return Sha256.hex(digest);
        }

        /** Returns the key of a request, whichever episode asks. */
        String key() {
            return source + " " + method + " " + url + " " + body;
        }

        Ask at(String otherUrl) {
            return new Ask(episode, source, method, otherUrl, body);
        }
    }

    /**
     * Answer that came back.
     *
     * @param head the first line and the headers, or whatever stands in their place
     * @param body what followed
     * @param millis how long it took until the answer began
     * @param whole whether all of it came; an answer that was not waited for is cut
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answer(List<String> head, byte[] body, long millis, boolean whole) {

        Answer {
            head = List.copyOf(head);
        }

        /** Returns a page of our own that shows one sentence. */
        static Answer page(int status, String phrase, String sentence) {
            String shown = sentence.replace("&", "&amp;").replace("<", "&lt;");
            String html = "<!doctype html><title>" + phrase + "</title><p>" + shown + ".</p>\n";
            List<String> head = List.of(
                    "HTTP/1.1 " + status + " " + phrase,
                    "Content-Type: text/html; charset=utf-8",
                    "Cache-Control: no-store");
            return new Answer(head, html.getBytes(StandardCharsets.UTF_8), 0, true);
        }

        /** Sends the answer over a connection that ends with it; one that was cut is sent without its length. */
        void write(OutputStream out, boolean withBody) throws IOException {
            List<String> headers = new ArrayList<>(head.subList(1, head.size()));
            if (whole) {
                headers.add("Content-Length: " + body.length);
            }
            headers.add("Connection: close");
            new HttpHead(head.getFirst(), headers).write(out);
            out.write(withBody ? body : new byte[0]);
            out.flush();
        }
    }

    /** Finds recorded answers by their requests. */
    static final class TapeReader {

        /** A line of the recording; the body stays on disk until it is asked for. */
        private record Line(String episode, List<String> head, String body, long millis, boolean whole) {}

        private final Path folder;
        private final SecretFilter secrets;
        private final Map<String, List<Line>> lines = new HashMap<>();
        private final Map<String, Integer> asked = new HashMap<>();
        private boolean pages;
        private int size;

        private TapeReader(Path folder, SecretFilter secrets) {
            this.folder = folder;
            this.secrets = secrets;
        }

        /** Reads a recording; one without HTTP traffic is empty. */
        static TapeReader read(Path folder, SecretFilter secrets) {
            TapeReader reader = new TapeReader(folder, secrets);
            Path file = folder.resolve(TapeWriter.FILE);
            if (!Files.isRegularFile(file)) {
                return reader;
            }
            try (Stream<String> all = Files.lines(file, StandardCharsets.UTF_8)) {
                int[] number = {0};
                all.forEach(line -> reader.add(line, file + ":" + ++number[0]));
            } catch (IOException | UncheckedIOException e) {
                throw new GuerdonException("cannot read the recording " + file + ": " + e.getMessage(), e);
            }
            return reader;
        }

        private void add(String line, String place) {
            // The last line of a process that was killed is half a line; so is one before lines that were added later.
            if (line.isBlank() || (line.startsWith("{") && !line.endsWith("}"))) {
                return;
            }
            try {
                Json json = JsonCodec.read(line, place);
                if (json.find("guerdon_http").isPresent()) {
                    pages |= json.get("pages").asBoolean();
                    return;
                }
                Ask ask = new Ask(
                        json.get("episode").asString(),
                        json.get("source").asString(),
                        json.get("method").asString(),
                        json.get("url").asString(),
                        json.get("sent").asString());
                List<String> head =
                        json.get("head").asList().stream().map(Json::asString).toList();
                String body = json.get("body").asString();
                if (!body.matches("[0-9a-f]{64}|")) {
                    throw new GuerdonException("a body is named by 64 hexadecimal digits");
                }
                lines.computeIfAbsent(ask.key(), key -> new ArrayList<>())
                        .add(new Line(
                                ask.episode(),
                                head,
                                body,
                                json.get("millis").asLong(),
                                json.get("whole").asBoolean()));
                size++;
            } catch (GuerdonException e) {
                throw new GuerdonException(place + " is not a line of a recording: " + e.getMessage(), e);
            }
        }

        boolean hasPages() {
            return pages;
        }

        int size() {
            return size;
        }

        /**
         * Returns the answer to a request: of the same episode where it asked it, else of any. The second time gets the second answer; the
         * last one is given as often as it is asked for.
         */
        Optional<Answer> find(Ask ask) {
            Ask known = lines.containsKey(ask.key()) ? ask : ask.at(secrets.redact(ask.url()));
            List<Line> same = lines.getOrDefault(known.key(), List.of());
            List<Line> own = same.stream()
                    .filter(line -> line.episode.equals(ask.episode()))
                    .toList();
            List<Line> candidates = own.isEmpty() ? same : own;
            if (candidates.isEmpty()) {
                return Optional.empty();
            }
            int before;
            synchronized (asked) {
                before = asked.merge(ask.episode() + " " + known.key(), 1, Integer::sum) - 1;
            }
            Line line = candidates.get(Math.min(before, candidates.size() - 1));
            return Optional.of(new TrafficTape.Answer(line.head, body(line), line.millis, line.whole));
        }

        private byte[] body(Line line) {
            Path file = folder.resolve(TapeWriter.BODIES).resolve(line.body);
            try {
                return line.body.isEmpty() ? new byte[0] : Files.readAllBytes(file);
            } catch (IOException e) {
                throw new GuerdonException("the recording in " + folder + " lacks the body " + file.getFileName(), e);
            }
        }
    }

    /**
     * Writes requests and answers into a folder: a line of JSON for each, the bodies beside it under their hashes.
     *
     * <p>A body is on disk before the line that names it, so a process that is killed leaves nothing that cannot be read.
     */
    static final class TapeWriter implements AutoCloseable {

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

        /** Returns whether a file ends with half a line, as a killed process leaves it; what is added must not become part of it. */
        private static boolean endsInTheMiddle(Path file) throws IOException {
            if (!Files.exists(file) || Files.size(file) == 0) {
                return false;
            }
            try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
                in.seek(in.length() - 1);
                return in.read() != '\n';
            }
        }

        synchronized void write(Ask ask, Answer answer) {
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
                String name = body.length == 0 ? "" : Ask.hash(body);
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

        /** Returns the cookie with its name and its attributes, and another value. */
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
}
