package dev.guerdon.math.read;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.MathWords;
import dev.guerdon.math.algebra.Rational;
import dev.guerdon.math.read.AnswerToken.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts an answer into tokens, dropping what is only presentation. */
@Internal
public final class AnswerLexer {

    /** Text inside text is lexed again at each level, so it counts for more than brackets do. */
    private static final int NESTED_COST = 20;

    final CharSequence in;
    final ComparisonBudget budget;
    final List<AnswerToken> out;
    int at;
    boolean space = true;
    boolean inText;
    int brackets;
    private int depth;
    private final LetterRuns runs = new LetterRuns(this);
    private final UnicodeSigns unicodeSigns = new UnicodeSigns(this);

    private AnswerLexer(CharSequence in, ComparisonBudget budget, List<AnswerToken> out) {
        this.in = in;
        this.budget = budget;
        this.out = out;
    }

    /** Returns the tokens of an answer, without an end token. */
    public static List<AnswerToken> tokens(CharSequence answer, ComparisonBudget budget) {
        List<AnswerToken> out = new ArrayList<>(Math.min(answer.length() + 1, 64));
        new AnswerLexer(answer, budget, out).run();
        AbsoluteBars.resolve(out);
        return out;
    }

    private void run() {
        while (at < in.length()) {
            char c = in.charAt(at);
            if (c >= 128) {
                c = AnswerCharacters.ascii(c);
            }
            if (c <= ' ') {
                if (c == 0) {
                    unicodeSigns.unicode();
                } else {
                    at++;
                    space = true;
                }
            } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
                new NumberScanner(this).scan();
            } else if (isLetter(c)) {
                letters();
            } else if (c == '\\') {
                command();
            } else {
                symbol(c);
            }
        }
    }

    void emit(Kind kind, String text) {
        emit(kind, text, null);
    }

    void emit(Kind kind, String text, @Nullable Rational value) {
        budget.node();
        out.add(new AnswerToken(kind, text, value, space, inText));
        space = false;
    }

    /** Returns the character so many places ahead with its ASCII form, 0 past the end. */
    char peek(int ahead) {
        char c = at + ahead < in.length() ? in.charAt(at + ahead) : 0;
        return c < 128 ? c : AnswerCharacters.ascii(c);
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private void symbol(char c) {
        at++;
        switch (c) {
            case '$', '"', '~' -> space = true;
            case '{' -> {
                // {:} and {,} keep a sign from having space around it.
                boolean sign = (peek(0) == ':' || peek(0) == ',') && peek(1) == '}';
                emit(Kind.SYMBOL, sign ? String.valueOf(peek(0)) : "{");
                at += sign ? 2 : 0;
            }
            case '(', '[' -> {
                brackets++;
                emit(Kind.SYMBOL, c == '(' ? "(" : "[");
            }
            case ')', ']' -> {
                brackets--;
                emit(Kind.SYMBOL, c == ')' ? ")" : "]");
            }
            case '*' -> {
                if (peek(0) == '*') {
                    at++;
                    emit(Kind.SYMBOL, "^");
                } else {
                    emit(Kind.SYMBOL, "*");
                }
            }
            case '<', '>', '!' -> {
                if (peek(0) == '=') {
                    at++;
                    emit(Kind.SYMBOL, c == '<' ? "≤" : c == '>' ? "≥" : "≠");
                } else {
                    emit(Kind.SYMBOL, String.valueOf(c));
                }
            }
            case '.' -> {
                if (peek(0) == '.' && peek(1) == '.') {
                    at += 2;
                    emit(Kind.SYMBOL, "…");
                } else {
                    emit(Kind.SYMBOL, ".");
                }
            }
            default -> emit(Kind.SYMBOL, String.valueOf(c));
        }
    }

    /** A run of plain letters: a variable, a product, a function, a unit or a word. */
    private void letters() {
        int start = at;
        while (isLetter(peek(0))) {
            at++;
        }
        runs.run(slice(start, at));
    }

    String slice(int from, int to) {
        char[] chars = new char[to - from];
        for (int i = from; i < to; i++) {
            char c = in.charAt(i);
            chars[i - from] = c < 128 ? c : AnswerCharacters.ascii(c);
        }
        return new String(chars);
    }

    boolean nextIs(char c) {
        int ahead = 0;
        while (peek(ahead) == ' ') {
            ahead++;
        }
        return peek(ahead) == c;
    }

    boolean afterQuantity() {
        if (out.isEmpty()) {
            return false;
        }
        AnswerToken last = out.getLast();
        return last.kind() == Kind.NUMBER || last.is("}") || last.is(")") || last.is("%") || last.kind() == Kind.WORD;
    }

    private void command() {
        at++;
        char c = peek(0);
        if (!isLetter(c)) {
            at = Math.min(at + 1, in.length());
            switch (c) {
                case ',', ';', ':', '!', ' ', '(', ')', '[', ']', '>', '\n', '\t' -> space = true;
                case '$' -> currency("$");
                case '{' -> {
                    brackets++;
                    emit(Kind.SYMBOL, "⦃");
                }
                case '}' -> {
                    brackets--;
                    emit(Kind.SYMBOL, "⦄");
                }
                case '%' -> emit(Kind.SYMBOL, "%");
                case '|' -> emit(Kind.SYMBOL, "‖");
                case '\\' -> emit(Kind.SYMBOL, "\\\\");
                case 0 -> emit(Kind.SYMBOL, "\\");
                default -> emit(Kind.SYMBOL, "\\" + c);
            }
            return;
        }
        int start = at;
        while (isLetter(peek(0))) {
            at++;
        }
        dispatch(slice(start, at));
    }

    /** A sign of money counts before a number only. */
    void currency(String sign) {
        int ahead = 0;
        while (peek(ahead) == ' ' || (peek(ahead) == '\\' && peek(ahead + 1) == ',')) {
            ahead += peek(ahead) == ' ' ? 1 : 2;
        }
        boolean before = isDigit(peek(ahead)) || (peek(ahead) == '.' && isDigit(peek(ahead + 1)));
        if (before && !inText && (out.isEmpty() || out.getLast().kind() == Kind.SYMBOL)) {
            emit(Kind.SYMBOL, sign);
        } else {
            space = true;
        }
    }

    void dispatch(String name) {
        String symbol = LatexMarkup.SYMBOLS.get(name);
        if (symbol != null) {
            emit(Kind.SYMBOL, symbol);
        } else if (LatexMarkup.SKIPPED.contains(name)) {
            space = true;
            if ((name.equals("left") || name.equals("right")) && peek(0) == '.') {
                at++;
                emit(Kind.SYMBOL, name.equals("left") ? "⌜" : "⌟");
            } else if ((name.equals("left") || name.equals("right")) && peek(0) == '|') {
                at++;
                emit(Kind.SYMBOL, name.equals("left") ? AbsoluteBars.OPEN : AbsoluteBars.CLOSE);
            } else if (name.endsWith("phantom") || name.equals("hspace")) {
                group();
            } else if (name.endsWith("color")) {
                if (peek(0) == '[') {
                    at = Math.max(at, in.toString().indexOf(']', at) + 1);
                }
                group();
            } else if (name.equals("boxed")) {
                // Outside of an extraction, a box without its brace is no markup that a reader could trust.
                emit(Kind.COMMAND, "boxed");
            }
        } else if (LatexMarkup.TEXT.contains(name)) {
            argument(true);
        } else if (LatexMarkup.BOLD.contains(name) && baseVector()) {
            space = false;
        } else if (LatexMarkup.ROMAN.contains(name)) {
            argument(false);
        } else {
            named(name);
        }
    }

    private void named(String name) {
        switch (name) {
            case "quad", "qquad", "newline" -> {
                if (at < in.length()) {
                    emit(Kind.SYMBOL, "⏎");
                }
            }
            case "pi", "varpi" -> emit(Kind.LETTER, "pi");
            case "infty", "infin" -> emit(Kind.LETTER, "∞");
            case "i" -> emit(Kind.LETTER, "i");
            case "top", "intercal" -> emit(Kind.LETTER, "T");
            case "dfrac", "tfrac", "cfrac", "frac", "sfrac", "nicefrac" -> emit(Kind.COMMAND, "frac");
            case "dbinom", "tbinom", "binom" -> emit(Kind.COMMAND, "binom");
            case "emptyset", "varnothing", "O" -> emit(Kind.SYMBOL, "∅");
            case "mathbb", "Bbb", "bbold" -> blackboard();
            case "R", "Z", "N", "Q", "C", "reals" -> emit(Kind.LETTER, "set" + Character.toUpperCase(name.charAt(0)));
            case "overline", "bar" -> overline();
            case "begin", "end" -> {
                String environment = group();
                emit(Kind.COMMAND, name + " " + environment.replace("*", ""));
            }
            case "angle", "measuredangle" -> emit(Kind.COMMAND, "angle");
            default -> {
                if (MathWords.GREEK.contains(name)) {
                    emit(Kind.LETTER, name);
                } else {
                    emit(Kind.COMMAND, name);
                }
            }
        }
    }

    private void blackboard() {
        while (peek(0) == ' ') {
            at++;
        }
        String name;
        if (peek(0) == '{') {
            name = group();
        } else if (at < in.length()) {
            name = slice(at, ++at);
        } else {
            name = "";
        }
        emit(name.isEmpty() ? Kind.COMMAND : Kind.LETTER, "set" + name.strip());
    }

    /** A bar over two or more capitals is a line segment, which is presentation; any other bar means something. */
    private void overline() {
        if (!nextIs('{')) {
            emit(Kind.COMMAND, "bar");
            return;
        }
        int before = at;
        String inner = group().strip();
        boolean segment = inner.length() >= 2;
        for (int i = 0; i < inner.length(); i++) {
            segment &= inner.charAt(i) >= 'A' && inner.charAt(i) <= 'Z';
        }
        if (segment) {
            runs.run(inner);
        } else {
            at = before;
            emit(Kind.COMMAND, "bar");
        }
    }

    /** Returns the text of the brace group that comes next, empty if there is none. */
    private String group() {
        while (peek(0) == ' ') {
            at++;
        }
        if (peek(0) != '{') {
            return "";
        }
        int depth = 0;
        int start = at + 1;
        for (int i = at; i < in.length(); i++) {
            char c = in.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                at = i + 1;
                return in.subSequence(start, i).toString();
            }
        }
        at = in.length();
        return in.subSequence(Math.min(start, in.length()), in.length()).toString();
    }

    /** {@code \\mathbf{i}} and the like are vectors; takes the argument if it is one of the three. */
    private boolean baseVector() {
        int start = at;
        String inner = group().strip().replace("\\imath", "i").replace("\\jmath", "j");
        if (inner.equals("i") || inner.equals("j") || inner.equals("k")) {
            emit(Kind.LETTER, "vec " + inner);
            return true;
        }
        at = start;
        return false;
    }

    /** Letters, slashes and powers after a quantity: {@code 5\\,\\mathrm{m/s^2}}. */
    private boolean isUnitText(String inner) {
        boolean slash = false;
        for (int i = 0; i < inner.length(); i++) {
            char c = inner.charAt(i);
            slash |= c == '/' || c == '^' || c == ' ' || c == '~';
            if (!isLetter(c) && !isDigit(c) && "/^ ~-{}".indexOf(c) < 0) {
                return false;
            }
        }
        return slash && afterQuantity() && !inner.isEmpty() && !isDigit(inner.charAt(0));
    }

    private void argument(boolean text) {
        if (!nextIs('{')) {
            space = true;
            return;
        }
        String inner = group();
        boolean lone = at >= in.length() && out.isEmpty();
        if (!text && isRun(inner)) {
            runs.roman(inner.strip());
            return;
        }
        if (text || inner.startsWith("~") || isUnitText(inner)) {
            if (text && LetterRuns.isNumberLike(inner)) {
                lexInner(inner, false);
            } else {
                space = true;
                lexInner(inner, true);
                space = true;
            }
        } else if (lone) {
            lexInner(inner, false);
        } else {
            emit(Kind.SYMBOL, "{");
            lexInner(inner, false);
            emit(Kind.SYMBOL, "}");
        }
    }

    private static boolean isRun(String inner) {
        String stripped = inner.strip();
        for (int i = 0; i < stripped.length(); i++) {
            if (!isLetter(stripped.charAt(i))) {
                return false;
            }
        }
        return !stripped.isEmpty();
    }

    void lexInner(String inner, boolean text) {
        AnswerLexer nested = new AnswerLexer(inner, budget, out);
        nested.depth = depth + 1;
        budget.depth(nested.depth * NESTED_COST);
        nested.inText = text;
        nested.space = space;
        nested.brackets = brackets;
        nested.run();
        space = nested.space;
    }
}
