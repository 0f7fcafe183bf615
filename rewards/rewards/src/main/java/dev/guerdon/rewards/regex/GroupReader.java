package dev.guerdon.rewards.regex;

import dev.guerdon.rewards.regex.BoundedRegex.BadPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what follows an opening parenthesis. */
final class GroupReader {

    private final PatternReader in;

    GroupReader(PatternReader in) {
        this.in = in;
    }

    @Nullable
    RegexNode read(boolean first) throws BadPattern {
        if (!in.accept('?')) {
            return in.capturing(null);
        }
        if (in.accept(':')) {
            return enclosed();
        }
        if (in.accept('=')) {
            return new RegexNode.Look(in.closed(in.choice()), true, true);
        }
        if (in.accept('!')) {
            return new RegexNode.Look(in.closed(in.choice()), true, false);
        }
        if (in.accept("<=")) {
            return behind(true);
        }
        if (in.accept("<!")) {
            return behind(false);
        }
        if (!in.python()) {
            if (in.accept('<')) {
                return in.capturing(in.name('>'));
            }
            throw in.bad("unknown extension after (?");
        }
        return pythonGroup(first);
    }

    /** Returns what a group without a number holds; a place in it may be repeated, where one alone may not. */
    private RegexNode enclosed() throws BadPattern {
        return new RegexNode.Sequence(List.of(in.closed(in.choice())));
    }

    private RegexNode behind(boolean wanted) throws BadPattern {
        RegexNode body = in.closed(in.choice());
        long[] width = RegexNode.width(body);
        if (in.python() && width[0] != width[1]) {
            throw in.bad("look-behind requires fixed-width pattern");
        }
        return new RegexNode.Look(body, false, wanted);
    }

    private @Nullable RegexNode pythonGroup(boolean first) throws BadPattern {
        if (in.accept("P<")) {
            return in.capturing(in.name('>'));
        }
        if (in.accept("P=")) {
            return in.back(in.groupNamed(in.name(')')));
        }
        if (in.accept('>')) {
            return new RegexNode.Atomic(in.closed(in.choice()));
        }
        if (in.accept('#')) {
            while (in.more() && !in.isAt(')')) {
                in.at++;
            }
            in.closed(new RegexNode.Sequence(List.of()));
            return null;
        }
        if (in.accept('(')) {
            return conditional();
        }
        return flags(first);
    }

    private RegexNode conditional() throws BadPattern {
        int start = in.at;
        String name = in.name(')');
        int number = in.names.getOrDefault(name, -1);
        if (number < 0) {
            if (!name.chars().allMatch(c -> c >= '0' && c <= '9') || name.length() > 3) {
                in.at = start;
                throw in.bad("unknown group name '" + name + "'");
            }
            number = Integer.parseInt(name);
            in.furthestBack = Math.max(in.furthestBack, number);
        }
        if (number == 0) {
            throw in.bad("bad group number");
        }
        RegexNode both = in.choice();
        in.closed(both);
        if (both instanceof RegexNode.Choice choice) {
            if (choice.parts().size() > 2) {
                throw in.bad("conditional backref with more than two branches");
            }
            return new RegexNode.Conditional(
                    number, choice.parts().get(0), choice.parts().get(1));
        }
        return new RegexNode.Conditional(number, both, null);
    }

    private @Nullable RegexNode flags(boolean first) throws BadPattern {
        int start = in.at - 2;
        boolean[] before = {in.anyCase, in.lines, in.dotAll, in.ascii, in.verbose};
        boolean on = true;
        int read = 0;
        for (; in.more() && !in.isAt(':') && !in.isAt(')'); in.at++, read++) {
            switch (in.text[in.at]) {
                case 'i' -> in.anyCase = on;
                case 'm' -> in.lines = on;
                case 's' -> in.dotAll = on;
                case 'x' -> in.verbose = on;
                case 'a', 'u' -> {
                    if (!on) {
                        throw in.bad("bad inline flags: cannot turn off flags 'a', 'u' and 'L'");
                    }
                    in.ascii = in.text[in.at] == 'a';
                }
                case '-' -> {
                    if (!on) {
                        throw in.bad("unknown flag");
                    }
                    on = false;
                }
                default -> throw in.bad("unknown extension ?");
            }
        }
        if (read == 0 || !in.more()) {
            throw in.bad("missing -, : or )");
        }
        if (in.accept(')')) {
            if ((start != 0 && !(first && in.depth == 1 && in.verbose)) || !on) {
                throw in.bad("global flags not at the start of the expression");
            }
            return null;
        }
        in.at++;
        RegexNode body = enclosed();
        in.anyCase = before[0];
        in.lines = before[1];
        in.dotAll = before[2];
        in.ascii = before[3];
        in.verbose = before[4];
        return body;
    }
}
