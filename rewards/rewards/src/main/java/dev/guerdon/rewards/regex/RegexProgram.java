package dev.guerdon.rewards.regex;

import dev.guerdon.rewards.regex.BoundedRegex.BadPattern;
import dev.guerdon.rewards.regex.BoundedRegex.Flavor;
import dev.guerdon.rewards.regex.RegexNode.At;
import dev.guerdon.rewards.regex.RegexNode.Mode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A pattern as instructions for the {@link RegexMachine}. */
@SuppressWarnings("EnumOrdinal") // places are operands of instructions, which are numbers
final class RegexProgram {

    static final int ONE = 0;
    static final int RUN = 1;
    static final int SPLIT = 2;
    static final int JUMP = 3;
    static final int SAVE = 4;
    static final int PLACE = 5;
    static final int LOOK = 6;
    static final int ATOMIC = 7;
    static final int BACK = 8;
    static final int IF_SET = 9;
    static final int MARK = 10;
    static final int IF_MOVED = 11;
    static final int DONE = 12;

    private static final int MOST = 200_000;

    /** Each instruction has four numbers: what it does, and three operands. */
    int[] code = new int[64];

    final List<CharSet> sets = new ArrayList<>();
    final int groups;
    final Flavor flavor;
    int slots;
    private int size;

    RegexProgram(RegexNode whole, int groups, Flavor flavor) throws BadPattern {
        this.groups = groups;
        this.flavor = flavor;
        this.slots = 2 * (groups + 1);
        add(whole);
        emit(DONE, 0, 0, 0);
    }

    private int emit(int what, int a, int b, int c) throws BadPattern {
        if (size >= 4 * MOST) {
            throw new BadPattern("the pattern is too large: repeats make more than " + MOST + " steps", 0);
        }
        if (size + 4 > code.length) {
            code = Arrays.copyOf(code, code.length * 2);
        }
        code[size] = what;
        code[size + 1] = a;
        code[size + 2] = b;
        code[size + 3] = c;
        size += 4;
        return size - 4;
    }

    private void add(RegexNode node) throws BadPattern {
        switch (node) {
            case RegexNode.One one -> emit(ONE, set(one.set()), 0, 0);
            case RegexNode.Sequence sequence -> {
                for (RegexNode part : sequence.parts()) {
                    add(part);
                }
            }
            case RegexNode.Choice choice -> choice(choice.parts());
            case RegexNode.Group group -> {
                emit(SAVE, 2 * group.number(), 0, 0);
                add(group.body());
                emit(SAVE, 2 * group.number() + 1, 0, 0);
            }
            case RegexNode.Assertion assertion -> emit(PLACE, assertion.at().ordinal(), 0, 0);
            case RegexNode.Back back -> emit(BACK, back.group(), back.anyCase() ? 1 : 0, 0);
            case RegexNode.Atomic atomic -> enclosed(ATOMIC, atomic.body(), 0);
            case RegexNode.Look look -> look(look);
            case RegexNode.Conditional conditional -> {
                int test = emit(IF_SET, conditional.group(), 0, 0);
                add(conditional.then());
                int jump = emit(JUMP, 0, 0, 0);
                code[test + 2] = size;
                if (conditional.otherwise() != null) {
                    add(conditional.otherwise());
                }
                code[jump + 1] = size;
            }
            case RegexNode.Repeat repeat -> repeat(repeat);
        }
    }

    private int set(CharSet set) {
        sets.add(set);
        return sets.size() - 1;
    }

    private void choice(List<RegexNode> parts) throws BadPattern {
        List<Integer> jumps = new ArrayList<>();
        for (int i = 0; i < parts.size() - 1; i++) {
            int split = emit(SPLIT, size + 4, 0, 0);
            add(parts.get(i));
            jumps.add(emit(JUMP, 0, 0, 0));
            code[split + 2] = size;
        }
        add(parts.getLast());
        for (int jump : jumps) {
            code[jump + 1] = size;
        }
    }

    private void enclosed(int what, RegexNode body, int flags) throws BadPattern {
        int start = emit(what, 0, flags, 0);
        add(body);
        emit(DONE, 0, 0, 0);
        code[start + 1] = size;
    }

    /** The flags of a look: 1 ahead, 2 wanted; the third operand is the fixed width of a look behind, or -1. */
    private void look(RegexNode.Look look) throws BadPattern {
        int start = size;
        enclosed(LOOK, look.body(), (look.ahead() ? 1 : 0) | (look.wanted() ? 2 : 0));
        long[] width = RegexNode.width(look.body());
        code[start + 3] = width[0] == width[1] && width[0] < RegexNode.ENDLESS ? (int) width[0] : -1;
    }

    private void repeat(RegexNode.Repeat repeat) throws BadPattern {
        if (repeat.mode() == Mode.POSSESSIVE) {
            add(new RegexNode.Atomic(new RegexNode.Repeat(repeat.body(), repeat.least(), repeat.most(), Mode.GREEDY)));
            return;
        }
        boolean greedy = repeat.mode() == Mode.GREEDY;
        if (greedy && repeat.body() instanceof RegexNode.One one) {
            emit(RUN, set(one.set()), repeat.least(), repeat.most());
            return;
        }
        for (int i = 0; i < repeat.least(); i++) {
            add(repeat.body());
        }
        if (repeat.most() == RegexNode.ENDLESS) {
            endless(repeat.body(), greedy);
            return;
        }
        List<Integer> splits = new ArrayList<>();
        for (int i = repeat.least(); i < repeat.most(); i++) {
            splits.add(emit(SPLIT, 0, 0, 0));
            add(repeat.body());
        }
        int start = size;
        for (int split : splits) {
            branch(split, split + 4, start, greedy);
        }
    }

    private void endless(RegexNode body, boolean greedy) throws BadPattern {
        boolean mayBeEmpty = RegexNode.width(body)[0] == 0;
        int slot = mayBeEmpty ? slots++ : 0;
        int split = emit(SPLIT, 0, 0, 0);
        if (mayBeEmpty) {
            emit(MARK, slot, 0, 0);
        }
        add(body);
        if (mayBeEmpty) {
            emit(IF_MOVED, slot, split, 0);
        } else {
            emit(JUMP, split, 0, 0);
        }
        branch(split, split + 4, size, greedy);
    }

    private void branch(int split, int body, int after, boolean greedy) {
        code[split + 1] = greedy ? body : after;
        code[split + 2] = greedy ? after : body;
    }

    /** Returns whether it can match at the start of a text only. */
    boolean anchored() {
        return code[0] == PLACE && code[1] == At.START.ordinal();
    }
}
