package dev.guerdon.rewards.regex;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pattern as a tree. */
sealed interface RegexNode {

    /** The most code points that a repeat of unknown length may have. */
    int ENDLESS = Integer.MAX_VALUE;

    record One(CharSet set) implements RegexNode {}

    record Sequence(List<RegexNode> parts) implements RegexNode {}

    record Choice(List<RegexNode> parts) implements RegexNode {}

    record Repeat(RegexNode body, int least, int most, Mode mode) implements RegexNode {}

    record Group(RegexNode body, int number) implements RegexNode {}

    record Look(RegexNode body, boolean ahead, boolean wanted) implements RegexNode {}

    record Atomic(RegexNode body) implements RegexNode {}

    record Back(int group, boolean anyCase) implements RegexNode {}

    record Conditional(int group, RegexNode then, @Nullable RegexNode otherwise) implements RegexNode {}

    record Assertion(At at) implements RegexNode {}

    enum Mode {
        GREEDY,
        LAZY,
        POSSESSIVE
    }

    enum At {
        START,
        LINE_START,
        END,
        /** The end, or before a line feed that is the last character. */
        PYTHON_END,
        LINE_END,
        BOUNDARY,
        NOT_BOUNDARY,
        ASCII_BOUNDARY,
        ASCII_NOT_BOUNDARY
    }

    /** Least and most code points that the node can match; {@link #ENDLESS} for no limit. */
    static long[] width(RegexNode node) {
        return switch (node) {
            case One one -> new long[] {1, 1};
            case Look look -> new long[] {0, 0};
            case Assertion assertion -> new long[] {0, 0};
            case Back back -> new long[] {0, ENDLESS};
            case Group group -> width(group.body());
            case Atomic atomic -> width(atomic.body());
            case Sequence sequence -> {
                long[] sum = {0, 0};
                for (RegexNode part : sequence.parts()) {
                    long[] width = width(part);
                    sum[0] = Math.min(ENDLESS, sum[0] + width[0]);
                    sum[1] = Math.min(ENDLESS, sum[1] + width[1]);
                }
                yield sum;
            }
            case Choice choice -> widest(choice.parts());
            case Conditional conditional ->
                widest(
                        conditional.otherwise() == null
                                ? List.of(conditional.then(), new Sequence(List.of()))
                                : List.of(conditional.then(), conditional.otherwise()));
            case Repeat repeat -> {
                long[] width = width(repeat.body());
                yield new long[] {
                    Math.min(ENDLESS, width[0] * repeat.least()), Math.min(ENDLESS, width[1] * repeat.most())
                };
            }
        };
    }

    private static long[] widest(List<RegexNode> parts) {
        long[] both = {ENDLESS, 0};
        for (RegexNode part : parts) {
            long[] width = width(part);
            both[0] = Math.min(both[0], width[0]);
            both[1] = Math.max(both[1], width[1]);
        }
        return both;
    }
}
