package dev.guerdon.cluster.piece;

import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.ScoreJob;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** A line that is at fault itself, as it is written to the side. */
final class BadRecord {

    private BadRecord() {}

    /** The record as a line of JSON; the text of a long line is its beginning. */
    static byte[] of(ScoreJob.BadLine line, Source source) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("file", source.shown());
        record.put("line", line.line());
        if (source.kind() != Source.Kind.ROWS) {
            record.put("offset", line.offset());
        }
        record.put("reason", line.reason());
        record.put("bytes", line.length());
        try {
            record.put("text", text(line));
        } catch (CharacterCodingException e) {
            record.put("base64", Base64.getEncoder().encodeToString(line.text()));
        }
        return (JsonCodec.write(record) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The text, without a character that the end of what is told cuts in two. */
    private static String text(ScoreJob.BadLine line) throws CharacterCodingException {
        byte[] bytes = line.text();
        int length = bytes.length;
        if (length < line.length()) {
            int back = 0;
            while (back < 3 && length > 1 && (bytes[length - 1] & 0xC0) == 0x80) {
                length--;
                back++;
            }
            length -= (bytes[length - 1] & 0x80) == 0 ? 0 : 1;
        }
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes, 0, length))
                .toString();
    }
}
