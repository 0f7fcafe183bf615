package dev.guerdon.math.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A sentence, heading or item of a list, without emphasis.
 *
 * @param text its words; formulas stand between dollar signs
 * @param mask the same in lower case, with {@link #FORMULA} for each character of a formula
 * @param paragraph whether it begins a paragraph
 * @param item whether it is an item of a list
 */
record ProseSentence(String text, String mask, boolean paragraph, boolean item) {

    static final char FORMULA = '\u0001';

    /** How many brackets of formulas that nothing closes are looked for. */
    private static final int MOST_FAILURES = 8;

    private static final Pattern MARKUP = Pattern.compile(
            "\\\\(?:textbf|emph|textit|section\\*?|subsection\\*?|paragraph\\*?) ?\\{([^{}]{0,200})\\}");

    /** Marks at the end of a proof, which are written as formulas. */
    private static final Pattern END_MARK =
            Pattern.compile("\\$\\\\(?:blacksquare|square|Box|checkmark|qed)\\$|\\\\(?:blacksquare|qed)\\b|[∎■□✅✓🎉]");

    /** Words that go on with a sentence after a value. */
    private static final Pattern CLAUSE = Pattern.compile("(?:where|which|because|since|for|is|are)\\b");

    private static final Set<String> ABBREVIATIONS =
            Set.of("e.g", "i.e", "approx", "vs", "sq", "cu", "eq", "fig", "ft", "resp", "a.m", "p.m", "etc");

    /** Returns the sentences of a text, in time proportional to its length. */
    static List<ProseSentence> all(String text) {
        String plain = END_MARK.matcher(MARKUP.matcher(text).replaceAll("$1")).replaceAll("");
        Splitter splitter = new Splitter(plain);
        splitter.run();
        return splitter.found;
    }

    /** Returns the text from a place on. */
    String from(int at) {
        return text.substring(at).strip();
    }

    boolean asks() {
        return text.endsWith("?");
    }

    private static final class Splitter {
        private final String in;
        private final List<ProseSentence> found = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder mask = new StringBuilder();
        private int at;
        private boolean paragraph = true;
        private boolean item;
        private String bold = "";
        private int blankAt = -1;
        private int failures;
        private final int lastDollar;

        Splitter(String in) {
            this.in = in;
            this.lastDollar = in.lastIndexOf('$');
        }

        void run() {
            lineStart();
            while (at < in.length()) {
                char c = in.charAt(at);
                if (c == '\n') {
                    newline();
                } else if (!formula() && !emphasis(c)) {
                    append(c, Character.toLowerCase(c));
                    at++;
                    if (endsSentence(c)) {
                        end();
                    }
                }
            }
            end();
        }

        private void append(char c, char masked) {
            text.append(c);
            mask.append(masked);
        }

        private void end() {
            int start = 0;
            int stop = text.length();
            while (start < stop && Character.isWhitespace(text.charAt(start))) {
                start++;
            }
            while (stop > start && Character.isWhitespace(text.charAt(stop - 1))) {
                stop--;
            }
            if (start < stop) {
                found.add(new ProseSentence(text.substring(start, stop), mask.substring(start, stop), paragraph, item));
                paragraph = false;
                item = false;
            }
            text.setLength(0);
            mask.setLength(0);
        }

        /** A line ends a sentence, unless the next one goes on with it: with a word in lower case, or a formula that stands apart. */
        private void newline() {
            int next = at + 1;
            while (next < in.length() && Character.isWhitespace(in.charAt(next)) && in.charAt(next) != '\n') {
                next++;
            }
            boolean blank = next < in.length() && in.charAt(next) == '\n';
            boolean display = in.startsWith("\\[", next) || in.startsWith("$$", next);
            boolean word = next + 1 < in.length()
                    && Character.isLowerCase(in.charAt(next))
                    && Character.isLowerCase(in.charAt(next + 1))
                    && (endsInWord()
                            || CLAUSE.matcher(in).region(next, in.length()).lookingAt());
            boolean open = !mask.isEmpty() && " .!?:".indexOf(last()) < 0;
            if (open && !blank && (display || word)) {
                append(' ', ' ');
                at = next;
                return;
            }
            end();
            bold = "";
            at = next;
            if (blank) {
                paragraph = true;
                while (at < in.length() && Character.isWhitespace(in.charAt(at))) {
                    at++;
                }
            }
            lineStart();
        }

        private boolean endsInWord() {
            int i = mask.length();
            while (i > 0 && (mask.charAt(i - 1) == ' ' || mask.charAt(i - 1) == ',')) {
                i--;
            }
            return i > 1 && Character.isLowerCase(mask.charAt(i - 1)) && Character.isLowerCase(mask.charAt(i - 2));
        }

        private char last() {
            int i = mask.length() - 1;
            while (i > 0 && mask.charAt(i) == ' ') {
                i--;
            }
            return mask.charAt(i);
        }

        /** Passes over the marks of headings, quotations and items. */
        private void lineStart() {
            while (at < in.length() && (in.charAt(at) == ' ' || in.charAt(at) == '\t' || in.charAt(at) == '>')) {
                at++;
            }
            int i = at;
            while (i < in.length() && in.charAt(i) == '#') {
                i++;
            }
            if (i > at && i - at != 4) {
                paragraph = true;
                at = i;
                return;
            }
            if (at + 1 < in.length() && "-*•+".indexOf(in.charAt(at)) >= 0 && in.charAt(at + 1) == ' ') {
                item = true;
                at += 2;
                return;
            }
            while (i < in.length() && i - at < 3 && Character.isDigit(in.charAt(i))) {
                i++;
            }
            if (i > at && i + 1 < in.length() && ".)".indexOf(in.charAt(i)) >= 0 && in.charAt(i + 1) == ' ') {
                item = true;
                at = i + 2;
            }
        }

        /** Takes a formula with its delimiters. */
        private boolean formula() {
            char c = in.charAt(at);
            if (c == '\\' && at + 1 < in.length()) {
                char next = in.charAt(at + 1);
                String close = next == '[' ? "\\]" : next == '(' ? "\\)" : "";
                int stop = close.isEmpty() || failures > MOST_FAILURES ? -1 : in.indexOf(close, at + 2);
                int end = in.startsWith("\\begin{", at) && failures <= MOST_FAILURES ? environment() : -1;
                if (stop >= 0) {
                    take(at + 2, stop, stop + 2);
                } else if (end > 0) {
                    take(at, end, end);
                } else {
                    failures += "([".indexOf(next) >= 0 || in.startsWith("begin{", at + 1) ? 1 : 0;
                    append(c, c);
                    append(next, Character.toLowerCase(next));
                    at += 2;
                }
                return true;
            }
            if (c != '$' || at == lastDollar) {
                return false;
            }
            String sign = in.startsWith("$$", at) ? "$$" : "$";
            int stop = in.indexOf(sign, at + sign.length());
            if (stop < 0 || stop == at + sign.length()) {
                return false;
            }
            if (blankAt < at) {
                int blank = in.indexOf("\n\n", at);
                blankAt = blank < 0 ? in.length() : blank;
            }
            if (blankAt < stop) {
                return false;
            }
            take(at + sign.length(), stop, stop + sign.length());
            return true;
        }

        private int environment() {
            int brace = in.indexOf('}', at);
            String end = brace < 0 || brace - at > 30 ? "" : "\\end" + in.substring(at + 6, brace + 1);
            int stop = end.isEmpty() ? -1 : in.indexOf(end, brace);
            return stop < 0 ? -1 : stop + end.length();
        }

        private void take(int from, int to, int next) {
            append('$', FORMULA);
            String inside = in.substring(from, to).replace('\n', ' ').strip();
            text.append(inside);
            mask.repeat(FORMULA, inside.length());
            append('$', FORMULA);
            at = next;
        }

        /** Passes over signs of emphasis; a power in a program is none. */
        private boolean emphasis(char c) {
            if (c == '`') {
                at++;
                return true;
            }
            String mark = in.startsWith("**", at) || in.startsWith("__", at) ? in.substring(at, at + 2) : "*";
            if (in.charAt(at) != mark.charAt(0)) {
                return false;
            }
            int after = at + mark.length();
            boolean opens = (text.isEmpty() || !Character.isLetterOrDigit(text.charAt(text.length() - 1)))
                    && after < in.length()
                    && !Character.isWhitespace(in.charAt(after));
            if (bold.isEmpty() ? !opens : !bold.equals(mark)) {
                return false;
            }
            bold = bold.isEmpty() ? mark : "";
            at = after;
            return true;
        }

        private boolean endsSentence(char c) {
            if (c == '。' || c == '．') {
                return true;
            }
            if (c != '.' && c != '!' && c != '?') {
                return false;
            }
            int i = at;
            while (i < in.length() && "*_`\"”')".indexOf(in.charAt(i)) >= 0) {
                i++;
            }
            if (i < in.length() && !Character.isWhitespace(in.charAt(i))) {
                return false;
            }
            int word = mask.length() - 1;
            while (word > 0 && !Character.isWhitespace(mask.charAt(word - 1)) && mask.length() - word < 8) {
                word--;
            }
            String before = mask.substring(word, mask.length() - 1);
            if (c == '.' && ABBREVIATIONS.contains(before)) {
                return before.endsWith(".m") && nextIsCapital(i);
            }
            return true;
        }

        private boolean nextIsCapital(int from) {
            int i = from;
            while (i < in.length() && Character.isWhitespace(in.charAt(i))) {
                i++;
            }
            return i < in.length() && Character.isUpperCase(in.charAt(i));
        }
    }
}
