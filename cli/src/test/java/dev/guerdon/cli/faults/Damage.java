package dev.guerdon.cli.faults;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Damages bytes: flips, cuts, splices, repeats and overwrites parts of them. */
final class Damage {

    private static final List<byte[]> ODD = List.of(
            new byte[] {0},
            new byte[] {(byte) 0xff, (byte) 0xfe},
            new byte[] {(byte) 0xc0, (byte) 0xaf},
            new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            "\"".getBytes(StandardCharsets.UTF_8),
            "{{{{[[[[".getBytes(StandardCharsets.UTF_8),
            "1e400".getBytes(StandardCharsets.UTF_8),
            "\\ud800".getBytes(StandardCharsets.UTF_8),
            "\n".getBytes(StandardCharsets.UTF_8),
            "-0".getBytes(StandardCharsets.UTF_8));

    private Damage() {}

    /** A copy with one to a few places damaged; the end, where some formats have their sizes, as often as the rest. */
    static byte[] to(byte[] whole, Chaos chaos, String kind) {
        byte[] damaged = whole;
        for (int i = 0, times = chaos.between(1, 4); i < times && damaged.length > 0; i++) {
            int from = chaos.oneIn(2) ? 0 : damaged.length - damaged.length / 4 - 1;
            int at = from + chaos.below(damaged.length - from);
            int end = Math.min(damaged.length, at + chaos.between(1, 64));
            switch (chaos.below(6)) {
                case 0 -> {
                    chaos.injected(kind + "_flip");
                    damaged = damaged.clone();
                    damaged[at] ^= (byte) (1 << chaos.below(8));
                }
                case 1 -> {
                    chaos.injected(kind + "_cut");
                    damaged = Arrays.copyOf(damaged, at);
                }
                case 2 -> {
                    chaos.injected(kind + "_gap");
                    damaged = join(damaged, at, new byte[0], end);
                }
                case 3 -> {
                    chaos.injected(kind + "_splice");
                    int other = chaos.below(damaged.length);
                    damaged = join(
                            damaged, at, Arrays.copyOfRange(damaged, other, Math.min(damaged.length, other + 48)), end);
                }
                case 4 -> {
                    chaos.injected(kind + "_odd");
                    damaged = join(damaged, at, chaos.pick(ODD), at);
                }
                default -> {
                    chaos.injected(kind + "_overwrite");
                    damaged = damaged.clone();
                    Arrays.fill(damaged, at, end, (byte) chaos.below(256));
                }
            }
        }
        return damaged;
    }

    private static byte[] join(byte[] bytes, int to, byte[] middle, int from) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(bytes, 0, to);
        joined.writeBytes(middle);
        joined.write(bytes, from, bytes.length - from);
        return joined.toByteArray();
    }
}
