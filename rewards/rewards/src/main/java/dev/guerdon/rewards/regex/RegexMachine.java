package dev.guerdon.rewards.regex;

import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.regex.BoundedRegex.Flavor;
import dev.guerdon.rewards.regex.RegexNode.At;
import java.util.Arrays;

/** Runs a program on a text. Its stack is an array: the longest text cannot overflow it, the budget ends it. */
final class RegexMachine {

    private static final At[] PLACES = At.values();

    /** A frame that puts a slot back, rather than one that goes on elsewhere. */
    private static final int RESTORE = -1;

    private final RegexProgram program;
    private final int[] code;
    private final CharSet[] sets;
    private final int[] text;
    private final GradingSteps steps;
    private final int[] slots;
    private int[] stack = new int[64];
    private int top;

    RegexMachine(RegexProgram program, int[] text, GradingSteps steps) {
        this.program = program;
        this.code = program.code;
        this.sets = program.sets.toArray(CharSet[]::new);
        this.text = text;
        this.steps = steps;
        this.slots = new int[program.slots];
    }

    /** Returns where the groups are if the pattern matches from there on, else an empty array. */
    int[] match(int start) {
        Arrays.fill(slots, -1);
        top = 0;
        int end = run(0, start);
        if (end < 0) {
            return new int[0];
        }
        slots[0] = start;
        slots[1] = end;
        return Arrays.copyOf(slots, 2 * (program.groups + 1));
    }

    /** The end of the match that begins at an instruction and a place, or -1. */
    private int run(int first, int from) {
        int bottom = top;
        int pc = first;
        int at = from;
        while (true) {
            steps.step();
            boolean goesOn = true;
            switch (code[pc]) {
                case RegexProgram.DONE -> {
                    return at;
                }
                case RegexProgram.ONE -> {
                    goesOn = at < text.length && sets[code[pc + 1]].has(text[at]);
                    at++;
                    pc += 4;
                }
                case RegexProgram.RUN -> {
                    int end = runOf(sets[code[pc + 1]], at, code[pc + 3]);
                    goesOn = end - at >= code[pc + 2];
                    if (goesOn && end > at + code[pc + 2]) {
                        push(pc + 4, end - 1, at + code[pc + 2]);
                    }
                    at = end;
                    pc += 4;
                }
                case RegexProgram.SPLIT -> {
                    push(code[pc + 2], at, at);
                    pc = code[pc + 1];
                }
                case RegexProgram.JUMP -> pc = code[pc + 1];
                case RegexProgram.SAVE, RegexProgram.MARK -> {
                    save(code[pc + 1], at);
                    pc += 4;
                }
                case RegexProgram.IF_MOVED -> pc = slots[code[pc + 1]] == at ? pc + 4 : code[pc + 2];
                case RegexProgram.IF_SET -> pc = slots[2 * code[pc + 1] + 1] >= 0 ? pc + 4 : code[pc + 2];
                case RegexProgram.PLACE -> {
                    goesOn = isPlace(PLACES[code[pc + 1]], at);
                    pc += 4;
                }
                case RegexProgram.BACK -> {
                    at = back(code[pc + 1], code[pc + 2] == 1, at);
                    goesOn = at >= 0;
                    pc += 4;
                }
                case RegexProgram.ATOMIC -> {
                    at = apart(pc + 4, at, true);
                    goesOn = at >= 0;
                    pc = code[pc + 1];
                }
                case RegexProgram.LOOK -> {
                    goesOn = look(pc, at);
                    pc = code[pc + 1];
                }
                default -> throw new IllegalStateException("no instruction " + code[pc]);
            }
            if (goesOn) {
                continue;
            }
            pc = -1;
            while (pc < 0 && top > bottom) {
                top -= 3;
                if (stack[top] == RESTORE) {
                    slots[stack[top + 1]] = stack[top + 2];
                } else {
                    pc = stack[top];
                    at = stack[top + 1];
                    if (at > stack[top + 2]) {
                        stack[top + 1]--;
                        top += 3;
                    }
                }
            }
            if (pc < 0) {
                return -1;
            }
        }
    }

    private int runOf(CharSet set, int from, int most) {
        int end = (int) Math.min(text.length, (long) from + most);
        int at = from;
        while (at < end && set.has(text[at])) {
            at++;
        }
        steps.spend((at - from) >> 2);
        return at;
    }

    private void push(int a, int b, int c) {
        if (top + 3 > stack.length) {
            steps.spend(stack.length >> 3);
            stack = Arrays.copyOf(stack, stack.length * 2);
        }
        stack[top] = a;
        stack[top + 1] = b;
        stack[top + 2] = c;
        top += 3;
    }

    private void save(int slot, int at) {
        push(RESTORE, slot, slots[slot]);
        slots[slot] = at;
    }

    /** Runs a part whose branches are forgotten when it is done; its groups stay, unless it failed or is not wanted. */
    private int apart(int first, int at, boolean keep) {
        int bottom = top;
        int end = run(first, at);
        int kept = bottom;
        if (end >= 0) {
            for (int i = bottom; i < top; i += 3) {
                if (stack[i] == RESTORE) {
                    System.arraycopy(stack, i, stack, kept, 3);
                    kept += 3;
                }
            }
            top = kept;
            if (!keep) {
                while (top > bottom) {
                    top -= 3;
                    slots[stack[top + 1]] = stack[top + 2];
                }
            }
        }
        return end;
    }

    private boolean look(int pc, int at) {
        boolean ahead = (code[pc + 2] & 1) != 0;
        boolean wanted = (code[pc + 2] & 2) != 0;
        if (ahead) {
            return apart(pc + 4, at, wanted) >= 0 == wanted;
        }
        int width = code[pc + 3];
        int nearest = width < 0 ? at : at - width;
        int furthest = width < 0 ? 0 : at - width;
        for (int start = nearest; start >= furthest && start >= 0; start--) {
            // The part ends where the look stands: the text is cut there for it.
            if (endsAt(pc + 4, start, at, wanted)) {
                return wanted;
            }
        }
        return !wanted;
    }

    private boolean endsAt(int first, int start, int end, boolean keep) {
        int bottom = top;
        RegexMachine part = new RegexMachine(program, text, steps);
        System.arraycopy(slots, 0, part.slots, 0, slots.length);
        if (!part.reaches(first, start, end)) {
            return false;
        }
        if (keep) {
            for (int slot = 0; slot < slots.length; slot++) {
                if (slots[slot] != part.slots[slot]) {
                    save(slot, part.slots[slot]);
                }
            }
        } else {
            top = bottom;
        }
        return true;
    }

    /** Returns whether a match ends exactly there: tries each way of matching until one does. */
    private boolean reaches(int first, int start, int end) {
        int found = run(first, start);
        while (found != end) {
            if (found < 0 || top == 0) {
                return false;
            }
            found = resume();
        }
        return true;
    }

    /** Takes up the last branch that is left. */
    private int resume() {
        while (top > 0) {
            top -= 3;
            if (stack[top] == RESTORE) {
                slots[stack[top + 1]] = stack[top + 2];
                continue;
            }
            int pc = stack[top];
            int at = stack[top + 1];
            if (at > stack[top + 2]) {
                stack[top + 1]--;
                top += 3;
            }
            int rest = top;
            int end = runAbove(pc, at, rest);
            if (end >= 0) {
                return end;
            }
        }
        return -1;
    }

    private int runAbove(int pc, int at, int bottom) {
        top = bottom;
        return run(pc, at);
    }

    private int back(int group, boolean anyCase, int at) {
        int from = slots[2 * group];
        int to = slots[2 * group + 1];
        if (to < 0) {
            return program.flavor == Flavor.PYTHON ? -1 : at;
        }
        int length = to - from;
        steps.spend(length >> 2);
        if (length > text.length - at) {
            return -1;
        }
        for (int i = 0; i < length; i++) {
            int a = text[from + i];
            int b = text[at + i];
            if (a != b && !(anyCase && CharSet.one(a).anyCase().has(b))) {
                return -1;
            }
        }
        return at + length;
    }

    private boolean isPlace(At place, int at) {
        return switch (place) {
            case START -> at == 0;
            case LINE_START -> at == 0 || text[at - 1] == '\n';
            case END -> at == text.length;
            case PYTHON_END -> at == text.length || (at == text.length - 1 && text[at] == '\n');
            case LINE_END -> at == text.length || text[at] == '\n';
            case BOUNDARY -> isBoundary(CharacterClasses.PYTHON_WORD, at);
            case NOT_BOUNDARY -> text.length > 0 && !isBoundary(CharacterClasses.PYTHON_WORD, at);
            case ASCII_BOUNDARY -> isBoundary(CharacterClasses.ASCII_WORD, at);
            case ASCII_NOT_BOUNDARY ->
                (text.length > 0 || program.flavor == Flavor.ECMA) && !isBoundary(CharacterClasses.ASCII_WORD, at);
        };
    }

    private boolean isBoundary(CharSet word, int at) {
        boolean before = at > 0 && word.has(text[at - 1]);
        boolean after = at < text.length && word.has(text[at]);
        return before != after;
    }
}
