package dev.guerdon.benchmarks;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes JSON-lines files of question-answering trajectories. */
final class SampleFile {

    /** A line break each 17 words, a quoted word and one beyond ASCII each 65: something for the parser to stop at each 60 bytes. */
    private static final String[] WORDS =
            ("the a of to and in that was it for on are as with they at be this from have or by one had not but what"
                            + " all were when we there can an your which their said if do will each about how up out them then she"
                            + " many some so these would other into has more her two river mountain 1889 \"quoted\" Zürich")
                    .split(" ");

    /** Making each line anew would take longer than the measurement. */
    private static final int DIFFERENT = 4000;

    private SampleFile() {}

    /** Writes at least that many bytes of lines of about 3 kB; returns how many lines. */
    static long write(Path file, long bytes) throws IOException {
        return write(file, bytes, Long.MAX_VALUE, lines(SampleFile::line));
    }

    /** Writes so many lines of about so many bytes; returns the size of the file. */
    static long write(Path file, long records, int bytes) throws IOException {
        // A quarter less to a quarter more: lines of real files differ, too.
        write(
                file,
                Long.MAX_VALUE,
                records,
                lines((random, number) -> sized(random, number, bytes * 3 / 4 + random.nextInt(bytes / 2))));
        return Files.size(file);
    }

    private interface Maker {
        String line(Random random, int number);
    }

    private static List<byte[]> lines(Maker maker) {
        Random random = new Random(11);
        List<byte[]> different = new ArrayList<>();
        for (int i = 0; i < DIFFERENT; i++) {
            different.add((maker.line(random, i) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return different;
    }

    private static long write(Path file, long mostBytes, long mostLines, List<byte[]> different) throws IOException {
        long written = 0;
        long lines = 0;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            while (written < mostBytes && lines < mostLines) {
                byte[] line = different.get((int) (lines++ % different.size()));
                out.write(line);
                written += line.length;
            }
        }
        return lines;
    }

    /** Returns a line whose messages fill it up to a size. */
    private static String sized(Random random, int number, int bytes) {
        List<Map<String, Object>> messages = new ArrayList<>();
        String response = text(random, 12);
        for (int left = bytes - 270; left > 0; ) {
            String content = text(random, Math.max(1, Math.min(left / 6, 50 + random.nextInt(100))));
            messages.add(message(messages.size() % 2 == 0 ? "user" : "assistant", content));
            left -= content.length() + 35;
        }
        messages.add(message("assistant", response));
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("id", "record-" + number);
        line.put("trajectory", messages);
        line.put("final_response", response);
        line.put("answer", text(random, 4));
        return JsonCodec.write(new Json(line));
    }

    private static String line(Random random, int number) {
        List<Map<String, Object>> messages = new ArrayList<>();
        messages.add(message("system", text(random, 40)));
        messages.add(message("user", text(random, 25)));
        for (int turn = random.nextInt(4); turn >= 0; turn--) {
            messages.add(message("assistant", text(random, 30 + random.nextInt(60))));
            messages.add(message("tool", text(random, 20 + random.nextInt(120))));
        }
        String response = text(random, 3 + random.nextInt(25));
        messages.add(message("assistant", response));
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("id", "sample-" + number);
        line.put("question", text(random, 12));
        line.put("trajectory", messages);
        line.put("final_response", response);
        line.put("answer", text(random, 1 + random.nextInt(6)));
        line.put("metadata", Map.of("source", "bench", "turns", messages.size()));
        return JsonCodec.write(new Json(line));
    }

    private static Map<String, Object> message(String role, String content) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("role", role);
        message.put("content", content);
        return message;
    }

    private static String text(Random random, int words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(i == 0 ? "" : i % 17 == 0 ? ".\n" : " ").append(WORDS[random.nextInt(WORDS.length)]);
        }
        return text.toString();
    }
}
