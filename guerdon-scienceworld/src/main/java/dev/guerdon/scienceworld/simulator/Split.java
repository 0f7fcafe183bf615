package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/** The published division of a task's variations: half to train, a quarter to develop, the rest to test. */
@Internal
public enum Split {
    TRAIN,
    DEV,
    TEST,
    ALL;

    public static Split of(String word) {
        return Arrays.stream(values())
                .filter(split -> split.word().equals(word))
                .findFirst()
                .orElseThrow(() ->
                        new ScienceworldException("unknown split '" + word + "'; there are: train, dev, test, all"));
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The variations of this split, in order. */
    public IntStream variations(int count) {
        if (this == ALL) {
            return IntStream.range(0, count);
        }
        if (count < 4) {
            return tooFewForQuarters(count);
        }
        int quarter = count / 4;
        return switch (this) {
            case TRAIN -> IntStream.range(0, 2 * quarter);
            case DEV -> IntStream.range(2 * quarter, 3 * quarter);
            default -> IntStream.range(3 * quarter, count);
        };
    }

    private IntStream tooFewForQuarters(int count) {
        return switch (this) {
            case TRAIN -> IntStream.range(0, Math.min(count, 1));
            case DEV -> count == 3 ? IntStream.of(1) : IntStream.empty();
            default -> count == 0 ? IntStream.empty() : IntStream.of(count - 1);
        };
    }
}
