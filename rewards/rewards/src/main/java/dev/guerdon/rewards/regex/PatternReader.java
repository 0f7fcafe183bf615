package dev.guerdon.rewards.regex;

import dev.guerdon.rewards.regex.BoundedRegex.BadPattern;
import dev.guerdon.rewards.regex.BoundedRegex.Flavor;
import dev.guerdon.rewards.regex.RegexNode.At;
import dev.guerdon.rewards.regex.RegexNode.Mode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the text of a pattern into a tree. */
final class PatternReader {

    private static final int DEEPEST = 200;

    /** More than this is ENDLESS for both flavors: no text is that long. */
    private static final int MOST = 1 << 28;

    final Flavor flavor;
    final int[] text;
    final Map<String, Integer> names = new HashMap<>();
    int at;
    boolean anyCase;
    boolean lines;
    boolean dotAll;
    boolean ascii;
    boolean verbose;
    int groups;
    int depth;
    private final Set<Integer> open = new HashSet<>();
    int furthestBack;

    PatternReader(String pattern, Flavor flavor, boolean anyCase) {
        this.flavor = flavor;
        this.text = pattern.codePoints().toArray();
        this.anyCase = anyCase;
    }

    boolean python() {
        return flavor == Flavor.PYTHON;
    }

    RegexNode whole() throws BadPattern {
        if (!python()) {
            numberNames();
        }
        RegexNode node = choice();
        if (at < text.length) {
            throw bad("unbalanced parenthesis");
        }
        if (furthestBack > groups) {
            throw bad("invalid group reference " + furthestBack);
        }
        return node;
    }

    BadPattern bad(String problem) {
        return new BadPattern(problem, at);
    }

    boolean more() {
        return at < text.length;
    }

    boolean isAt(char c) {
        return at < text.length && text[at] == c;
    }

    boolean accept(char c) {
        boolean there = isAt(c);
        at += there ? 1 : 0;
        return there;
    }

    boolean accept(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= text.length || text[at + i] != word.charAt(i)) {
                return false;
            }
        }
        at += word.length();
        return true;
    }

    RegexNode choice() throws BadPattern {
        if (++depth > DEEPEST) {
            throw bad("groups are nested deeper than " + DEEPEST);
        }
        List<RegexNode> parts = new ArrayList<>();
        do {
            parts.add(sequence());
        } while (accept('|'));
        depth--;
        return parts.size() == 1 ? parts.getFirst() : new RegexNode.Choice(parts);
    }

    private RegexNode sequence() throws BadPattern {
        List<RegexNode> parts = new ArrayList<>();
        while (more() && !isAt('|') && !isAt(')')) {
            if (verbose && skipped()) {
                continue;
            }
            RegexNode item = item(parts.isEmpty());
            if (item != null) {
                parts.add(quantified(item));
            }
        }
        return parts.size() == 1 ? parts.getFirst() : new RegexNode.Sequence(parts);
    }

    private boolean skipped() {
        int c = text[at];
        if (c == ' ' || (c >= '\t' && c <= '\r')) {
            at++;
            return true;
        }
        if (c != '#') {
            return false;
        }
        while (more() && text[at] != '\n') {
            at++;
        }
        return true;
    }

    @SuppressWarnings("StatementSwitchToExpressionSwitch")
    private @Nullable RegexNode item(boolean first) throws BadPattern {
        int c = text[at];
        switch (c) {
            case '(':
                at++;
                return new GroupReader(this).read(first);
            case '[':
                at++;
                return one(new ClassReader(this).read());
            case '\\':
                at++;
                return new EscapeReader(this).item();
            case '.':
                at++;
                return new RegexNode.One(
                        dotAll ? CharacterClasses.ANY : python() ? d -> d != '\n' : CharacterClasses.NOT_ECMA_LINE_END);
            case '^':
                at++;
                return new RegexNode.Assertion(lines ? At.LINE_START : At.START);
            case '$':
                at++;
                return new RegexNode.Assertion(lines ? At.LINE_END : python() ? At.PYTHON_END : At.END);
            case '*', '+', '?':
                throw bad("nothing to repeat");
            case '{':
                int from = at;
                if (counts() != null) {
                    at = from;
                    throw bad("nothing to repeat");
                }
                at = from + 1;
                return one(CharSet.one('{'));
            default:
                at++;
                return one(CharSet.one(c));
        }
    }

    RegexNode one(CharSet set) {
        return new RegexNode.One(anyCase ? set.anyCase() : set);
    }

    private RegexNode quantified(RegexNode item) throws BadPattern {
        while (verbose && more() && skipped()) {
            // white space may stand before a quantifier
        }
        int from = at;
        int[] counts = quantifier();
        if (counts == null) {
            return item;
        }
        boolean atPlace = item instanceof RegexNode.Assertion || (!python() && item instanceof RegexNode.Look);
        if (atPlace) {
            at = from;
            throw bad("nothing to repeat");
        }
        Mode mode = accept('?') ? Mode.LAZY : python() && accept('+') ? Mode.POSSESSIVE : Mode.GREEDY;
        int after = at;
        if (quantifier() != null) {
            at = after;
            throw bad("multiple repeat");
        }
        return new RegexNode.Repeat(item, counts[0], counts[1], mode);
    }

    private int @Nullable [] quantifier() throws BadPattern {
        if (accept('*')) {
            return new int[] {0, RegexNode.ENDLESS};
        }
        if (accept('+')) {
            return new int[] {1, RegexNode.ENDLESS};
        }
        if (accept('?')) {
            return new int[] {0, 1};
        }
        if (!isAt('{')) {
            return null;
        }
        int from = at;
        int[] counts = counts();
        if (counts == null) {
            at = from;
        }
        return counts;
    }

    /** The counts in braces, or null where they are none and the brace means itself. */
    private int @Nullable [] counts() throws BadPattern {
        int from = at++;
        int least = number();
        if (least < 0 && !(python() && isAt(','))) {
            return null;
        }
        int most = least;
        if (accept(',')) {
            most = number();
            if (most < 0) {
                most = RegexNode.ENDLESS;
            }
        }
        if (!accept('}')) {
            return null;
        }
        least = Math.max(0, least);
        if (most < least) {
            at = from;
            throw bad("min repeat greater than max repeat");
        }
        return new int[] {least, most};
    }

    private int number() {
        long number = -1;
        while (more() && text[at] >= '0' && text[at] <= '9') {
            number = Math.min(MOST, Math.max(0, number) * 10 + text[at++] - '0');
        }
        return number == MOST ? RegexNode.ENDLESS : (int) number;
    }

    RegexNode capturing(@Nullable String name) throws BadPattern {
        int number = ++groups;
        if (name != null) {
            if (name.charAt(0) >= '0' && name.charAt(0) <= '9') {
                throw bad("bad character in group name '" + name + "'");
            }
            Integer other = names.put(name, number);
            if (other != null && other != number) {
                throw bad("redefinition of group name '" + name + "'");
            }
        }
        open.add(number);
        RegexNode body = closed(choice());
        open.remove(number);
        return new RegexNode.Group(body, number);
    }

    RegexNode closed(RegexNode body) throws BadPattern {
        if (!accept(')')) {
            throw bad("missing ), unterminated subpattern");
        }
        return body;
    }

    String name(char end) throws BadPattern {
        StringBuilder name = new StringBuilder();
        while (more() && !isAt(end)) {
            name.appendCodePoint(text[at++]);
        }
        if (!accept(end)) {
            throw bad("missing " + end + ", unterminated name");
        }
        boolean plain = !name.isEmpty() && name.codePoints().allMatch(Character::isUnicodeIdentifierPart);
        boolean number = plain && name.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!plain
                || (!number
                        && !Character.isUnicodeIdentifierStart(name.codePointAt(0))
                        && name.charAt(0) != '_'
                        && name.charAt(0) != '$')) {
            throw bad("bad character in group name '" + name + "'");
        }
        return name.toString();
    }

    int groupNamed(String name) throws BadPattern {
        Integer number = names.get(name);
        if (number == null) {
            throw bad("unknown group name '" + name + "'");
        }
        return number;
    }

    RegexNode back(int number) throws BadPattern {
        if (python() && open.contains(number)) {
            throw bad("cannot refer to an open group");
        }
        if (python() && number > groups) {
            throw bad("invalid group reference " + number);
        }
        furthestBack = Math.max(furthestBack, number);
        return new RegexNode.Back(number, anyCase);
    }

    /** Numbers the named groups of an ECMAScript pattern beforehand, since a reference may stand before its group. */
    private void numberNames() {
        int opened = 0;
        boolean inClass = false;
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '\\') {
                i++;
            } else if (inClass) {
                inClass = text[i] != ']';
            } else if (text[i] == '[') {
                inClass = true;
            } else if (text[i] == '(') {
                opened += ecmaGroup(i + 1, opened + 1);
            }
        }
    }

    /** Returns one if the parenthesis before the index opens a group that captures. */
    private int ecmaGroup(int i, int number) {
        if (i >= text.length || text[i] != '?') {
            return 1;
        }
        boolean named = i + 2 < text.length && text[i + 1] == '<' && text[i + 2] != '=' && text[i + 2] != '!';
        if (!named) {
            return 0;
        }
        StringBuilder name = new StringBuilder();
        for (int place = i + 2; place < text.length && text[place] != '>'; place++) {
            name.appendCodePoint(text[place]);
        }
        names.putIfAbsent(name.toString(), number);
        return 1;
    }
}
