package dev.guerdon.benchmarks.spark;

import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
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

/** Files of question-answering trajectories of a given number and size. */
final class Trajectories {

    private static final int DIFFERENT = 2000;
    private static final String[] WORDS = {
        "river",
        "mountain",
        "the",
        "of",
        "and",
        "1889",
        "Zürich",
        "\"quoted\"",
        "was",
        "built",
        "in",
        "by",
        "answer",
        "search",
        "page",
        "found"
    };

    private Trajectories() {}

    /** Writes so many lines of about so many bytes; returns the size of the file. The same arguments write the same bytes. */
    static long write(Path file, long records, int bytes) throws IOException {
        Random random = new Random(17);
        List<byte[]> different = new ArrayList<>();
        for (int i = 0; i < DIFFERENT; i++) {
            // A quarter less to a quarter more: rows of real files differ, too.
            different.add((line(random, i, bytes * 3 / 4 + random.nextInt(bytes / 2)) + "\n")
                    .getBytes(StandardCharsets.UTF_8));
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            for (long i = 0; i < records; i++) {
                out.write(different.get((int) (i % DIFFERENT)));
            }
        }
        return Files.size(file);
    }

    private static String line(Random random, int number, int bytes) {
        List<Map<String, Object>> messages = new ArrayList<>();
        String response = text(random, 60);
        int left = bytes - 270;
        for (int turn = 0; left > 0; turn++) {
            int length = Math.min(left, 300 + random.nextInt(600));
            messages.add(message(turn % 2 == 0 ? "user" : "assistant", text(random, length)));
            left -= length + 35;
        }
        messages.add(message("assistant", response));
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("id", "record-" + number);
        line.put("trajectory", messages);
        line.put("final_response", response);
        line.put("answer", text(random, 20));
        return JsonCodec.write(new Json(line));
    }

    private static Map<String, Object> message(String role, String content) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("role", role);
        message.put("content", content);
        return message;
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(text.isEmpty() ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
        }
        return text.toString();
    }
}
