package dev.guerdon.cli.pieces;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Files of JSON lines with everything in them that a reader of lines may stumble over. */
final class OddLines {

    private OddLines() {}

    /** A file; sometimes an empty one. */
    static byte[] of(Random random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int lines = random.nextInt(14);
        if (random.nextInt(6) == 0) {
            out.writeBytes(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
        }
        for (int i = 0; i < lines; i++) {
            out.writeBytes(line(random, i));
            if (i < lines - 1 || random.nextBoolean()) {
                out.writeBytes(random.nextInt(4) == 0 ? new byte[] {'\r', '\n'} : new byte[] {'\n'});
            }
        }
        return out.toByteArray();
    }

    private static byte[] line(Random random, int number) {
        return switch (random.nextInt(12)) {
            case 0 -> new byte[0];
            case 1 -> " \t ".getBytes(StandardCharsets.UTF_8);
            case 2 -> "{\"final_response\": \"cut".getBytes(StandardCharsets.UTF_8);
            case 3 -> new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xC3, '(', '"', '}'};
            case 4 -> "[1, 2]".getBytes(StandardCharsets.UTF_8);
            case 5 -> "{\"final_response\": {}, \"id\": 3}".getBytes(StandardCharsets.UTF_8);
            case 6 ->
                ("{\"final_response\": \"" + "é€𝄞x".repeat(random.nextInt(40)) + "\"}")
                        .getBytes(StandardCharsets.UTF_8);
            case 7 -> "{\"id\": \"n\", \"answer\": \"7\"}".getBytes(StandardCharsets.UTF_8);
            default ->
                ("{\"id\": " + number + ", \"final_response\": \"" + random.nextDouble() + "\", \"group_id\": \"g"
                                + random.nextInt(4) + "\", \"answer\": \"" + random.nextInt(9) + "\"}")
                        .getBytes(StandardCharsets.UTF_8);
        };
    }
}
