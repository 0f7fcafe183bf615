package dev.guerdon.core.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.base.EngineFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever arrives, the engine ends when its input does, and all that it says are frames. */
@Timeout(480)
class FuzzTest {

    private static final List<EngineFrame> PLAIN = List.of(
            frame('H', 0, "{\"protocol\":[1,1],\"client\":\"fuzz/1\"}"),
            frame('S', 1, "{\"reward\":\"qa_f1_reward\"}\n{\"final_response\":\"a\",\"answer\":\"a\"}\n{}"),
            frame('Q', 2, "{\"do\":\"ping\"}"),
            frame(
                    'S',
                    3,
                    "{\"rewards\":[\"qa_f1_reward\",\"waiting_reward\"],\"deadline\":1}\n{\"final_response\":1,\"stuck\":false}\n"),
            frame('C', 3, ""),
            frame('Q', 4, "{\"do\":\"open\",\"environment\":\"corridor\",\"n\":2}"),
            frame('Q', 5, "{\"do\":\"reset\",\"handle\":1}"),
            frame('Q', 6, "{\"do\":\"step\",\"handle\":1,\"actions\":[\"forward\",\"wait\"]}"),
            frame('Q', 7, "{\"do\":\"stats\"}"));

    private static EngineFrame frame(char kind, int id, String payload) {
        return new EngineFrame((byte) kind, id, payload.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void damagedFramesEndTheEngineOrCostTheirRequest() throws Exception {
        Random random = new Random(20261116);
        for (int round = 0; round < 150; round++) {
            byte[] sent = damaged(random);
            Talk talk = Talk.here();
            CompletableFuture<String> problem = CompletableFuture.supplyAsync(() -> heard(talk));
            try {
                talk.bytes(sent);
            } catch (IOException e) {
                // The engine has ended before it read everything, which it may.
            }
            talk.hangUp();
            assertThat(talk.exitCode()).as("round %s", round).isIn(0, 2);
            assertThat(problem.get()).as("round %s", round).isEmpty();
        }
    }

    /** Reads to the end; what is wrong with what was heard, or nothing. */
    private static String heard(Talk talk) {
        try {
            @Nullable EngineFrame frame;
            while ((frame = talk.nextOrEnd()) != null) {
                if ("HRDAE".indexOf(frame.kind()) < 0) {
                    return "a frame of the kind " + frame.kind();
                }
            }
            return "";
        } catch (java.io.EOFException e) {
            return ""; // it ended while it was writing
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static byte[] damaged(Random random) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean polite = random.nextInt(4) > 0;
        if (polite) {
            PLAIN.getFirst().write(out);
        }
        int from = out.size();
        int count = 1 + random.nextInt(12);
        for (int i = 0; i < count; i++) {
            PLAIN.get(random.nextInt(PLAIN.size())).write(out);
        }
        byte[] bytes = out.toByteArray();
        int changes = random.nextInt(6);
        for (int i = 0; i < changes && bytes.length > from; i++) {
            int at = from + random.nextInt(bytes.length - from);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                default -> {
                    byte[] twice = Arrays.copyOf(bytes, bytes.length + at - from);
                    System.arraycopy(bytes, from, twice, bytes.length, at - from);
                    bytes = twice;
                }
            }
        }
        return bytes;
    }

    @Test
    void frameWithoutRoomIsPassedOver() throws Exception {
        byte[] longOne = frame('S', 9, "x".repeat(5000)).payload();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new EngineFrame((byte) 'S', 9, longOne).write(out);
        PLAIN.get(2).write(out);
        var in = new java.io.ByteArrayInputStream(out.toByteArray());
        try {
            EngineFrame.read(in, 1000);
            assertThat(false).as("too long").isTrue();
        } catch (EngineFrame.TooLongException e) {
            assertThat(e.id()).isEqualTo(9);
            assertThat(e.kind()).isEqualTo((byte) 'S');
        }
        EngineFrame next = EngineFrame.read(in, 1000);
        assertThat(next).isNotNull();
        assertThat(next.id()).isEqualTo(2);
    }
}
