package dev.guerdon.rewards.regex;

import dev.guerdon.rewards.regex.BoundedRegex.BadPattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a set in brackets. */
final class ClassReader {

    private final PatternReader in;
    private final EscapeReader escapes;
    private final List<CharSet> parts = new ArrayList<>();

    ClassReader(PatternReader in) {
        this.in = in;
        this.escapes = new EscapeReader(in);
    }

    /** Facts about one member: a set, or a single character that may begin a range. */
    private record Member(@Nullable CharSet set, int character) {}

    CharSet read() throws BadPattern {
        boolean negated = in.accept('^');
        boolean first = in.python();
        while (first || !in.isAt(']')) {
            if (!in.more()) {
                throw in.bad("unterminated character set");
            }
            first = false;
            Member from = member();
            if (!in.isAt('-') || (in.at + 1 < in.text.length && in.text[in.at + 1] == ']')) {
                add(from);
                continue;
            }
            in.at++;
            if (!in.more()) {
                throw in.bad("unterminated character set");
            }
            Member to = member();
            if (from.set() != null || to.set() != null || to.character() < from.character()) {
                throw in.bad("bad character range");
            }
            parts.add(CharSet.range(from.character(), to.character()));
        }
        in.at++;
        CharSet[] all = parts.toArray(CharSet[]::new);
        CharSet union = c -> {
            for (CharSet part : all) {
                if (part.has(c)) {
                    return true;
                }
            }
            return false;
        };
        // Case is folded before the set is turned round: [^a] without regard to case does not take A.
        CharSet folded = in.anyCase ? union.anyCase() : union;
        return new Folded(negated ? folded.not() : folded);
    }

    /** A set that already knows about case. */
    private record Folded(CharSet set) implements CharSet {

        @Override
        public boolean has(int codePoint) {
            return set.has(codePoint);
        }

        @Override
        public CharSet anyCase() {
            return this;
        }
    }

    private void add(Member member) {
        parts.add(member.set() != null ? member.set() : CharSet.one(member.character()));
    }

    private Member member() throws BadPattern {
        int c = in.text[in.at++];
        if (c != '\\') {
            return new Member(null, c);
        }
        if (!in.more()) {
            throw in.bad("bad escape (end of pattern)");
        }
        CharSet set = escapes.named();
        if (set != null) {
            return new Member(set, 0);
        }
        if (!in.python() && in.isAt('-')) {
            in.at++;
            return new Member(null, '-');
        }
        return new Member(null, escapes.character(true));
    }
}
