package dev.guerdon.math.read;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Words;
import dev.guerdon.math.number.Budget;
import dev.guerdon.math.number.Rational;
import dev.guerdon.math.read.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts an answer into tokens, dropping what is only presentation. */
@Internal
public final class Lexer {

    /** Text inside text is lexed again at each level, so it counts for more than brackets do. */
    private static final int NESTED_COST = 20;

    final CharSequence in;
    final Budget budget;
    private final List<Token> out;
    int at;
    private boolean space = true;
    boolean inText;
    int brackets;
    private int depth;

    private Lexer(CharSequence in, Budget budget, List<Token> out) {
        this.in = in;
        this.budget = budget;
        this.out = out;
    }

    /** The tokens of an answer, without an end token. */
    public static List<Token> tokens(CharSequence answer, Budget budget) {
        List<Token> out = new ArrayList<>(Math.min(answer.length() + 1, 64));
        new Lexer(answer, budget, out).run();
        return out;
    }

    private void run() {
        while (at < in.length()) {
            char c = in.charAt(at);
            if (c >= 128) {
                c = Characters.ascii(c);
            }
            if (c <= ' ') {
                if (c == 0) {
                    unicode();
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
        out.add(new Token(kind, text, value, space, inText));
        space = false;
    }

    /** The character so many places ahead with its ASCII form, 0 past the end. */
    char peek(int ahead) {
        if (at + ahead >= in.length()) {
            return 0;
        }
        char c = in.charAt(at + ahead);
        return c < 128 ? c : Characters.ascii(c);
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

    /** A character beyond ASCII that is no plain variant of an ASCII one. */
    private void unicode() {
        int code = Character.codePointAt(in, at);
        at += Character.charCount(code);
        String name = Characters.command(code);
        if (name == null) {
            if ("€£¥".indexOf(code) >= 0) {
                currency(Character.toString(code));
            } else if (Characters.isBlank(code)) {
                space = true;
            } else {
                emit(Kind.SYMBOL, Character.toString(code));
            }
            return;
        }
        if (name.startsWith("^")) {
            emit(Kind.SYMBOL, "^");
            emit(Kind.SYMBOL, "{");
            String power = name;
            while (power != null && power.startsWith("^")) {
                lexInner(power.substring(1), false);
                power = null;
                if (at < in.length()) {
                    int next = Character.codePointAt(in, at);
                    power = Characters.command(next);
                    if (power != null && power.startsWith("^")) {
                        at += Character.charCount(next);
                    }
                }
            }
            emit(Kind.SYMBOL, "}");
        } else if (name.startsWith("√")) {
            emit(Kind.COMMAND, "sqrt");
            emit(Kind.SYMBOL, "[");
            emit(Kind.NUMBER, name.substring(1), Rational.of(Long.parseLong(name.substring(1))));
            emit(Kind.SYMBOL, "]");
        } else if (name.startsWith("_")) {
            emit(Kind.SYMBOL, "_");
            emit(Kind.SYMBOL, "{");
            subscript(name);
            emit(Kind.SYMBOL, "}");
        } else if (name.startsWith("/")) {
            int slash = name.indexOf('/', 1);
            emit(Kind.COMMAND, "frac");
            number(name.substring(1, slash));
            number(name.substring(slash + 1));
        } else {
            dispatch(name);
        }
    }

    /** Subscript digits, as many as follow each other. */
    private void subscript(String first) {
        StringBuilder digits = new StringBuilder(first.substring(1));
        while (at < in.length()) {
            int code = Character.codePointAt(in, at);
            String next = Characters.command(code);
            if (next == null || !next.startsWith("_")) {
                break;
            }
            digits.append(next.substring(1));
            at += Character.charCount(code);
        }
        lexInner(digits.toString(), false);
    }

    private void number(String digits) {
        emit(Kind.SYMBOL, "{");
        emit(Kind.NUMBER, digits, Rational.of(Long.parseLong(digits)));
        emit(Kind.SYMBOL, "}");
    }

    /** A run of plain letters: a variable, a product, a function, a unit or a word. */
    private void letters() {
        int start = at;
        while (isLetter(peek(0))) {
            at++;
        }
        run(slice(start, at));
    }

    String slice(int from, int to) {
        char[] chars = new char[to - from];
        for (int i = from; i < to; i++) {
            char c = in.charAt(i);
            chars[i - from] = c < 128 ? c : Characters.ascii(c);
        }
        return new String(chars);
    }

    private void run(String run) {
        if (inText) {
            word(run);
            return;
        }
        if (run.length() == 1) {
            emit(Kind.LETTER, run);
            return;
        }
        if (keyword(run)) {
            return;
        }
        boolean bracket = nextIs('(') || nextIs('{');
        String function = Words.FUNCTIONS.get(run);
        if (function != null && (bracket || !Words.ONLY_BEFORE_BRACKET.contains(run))) {
            emit(Kind.COMMAND, run);
        } else if (Words.GREEK.contains(run) && run.length() > 2) {
            emit(Kind.LETTER, run);
        } else if (run.length() == 2) {
            boolean among = Trimming.SHORT_WORDS.contains(run) && amongWords();
            if (among || (Words.SHORT_UNITS.contains(run) && afterQuantity())) {
                emit(Kind.WORD, run);
            } else {
                emit(Kind.LETTER, run.substring(0, 1));
                emit(Kind.LETTER, run.substring(1));
            }
        } else if (Words.isProduct(run)) {
            for (int i = 0; i < run.length(); i++) {
                emit(Kind.LETTER, run.substring(i, i + 1));
            }
        } else if (!functionAndLetter(run)) {
            emit(Kind.WORD, run);
        }
    }

    /** {@code sinx} and {@code pir}: a function or constant glued to a variable. */
    private boolean functionAndLetter(String run) {
        String head = run.substring(0, run.length() - 1);
        if (Words.FUNCTIONS.containsKey(head) && !Words.ONLY_BEFORE_BRACKET.contains(head)) {
            emit(Kind.COMMAND, head);
        } else if (head.equals("pi")) {
            emit(Kind.LETTER, "pi");
        } else {
            return false;
        }
        emit(Kind.LETTER, run.substring(run.length() - 1));
        return true;
    }

    private boolean keyword(String run) {
        switch (run) {
            case "pi" -> emit(Kind.LETTER, "pi");
            case "inf", "infinity", "Infinity", "oo" -> emit(Kind.LETTER, "∞");
            case "sqrt" -> emit(Kind.COMMAND, "sqrt");
            case "mod" -> emit(Kind.COMMAND, "bmod");
            case "and", "or", "to" -> emit(Kind.WORD, run);
            case "percent", "percentage", "pct" -> emit(Kind.SYMBOL, "%");
            case "nan", "NaN" -> emit(Kind.WORD, "nan");
            default -> {
                return false;
            }
        }
        return true;
    }

    private void word(String run) {
        if (run.equals("percent") || run.equals("percentage")) {
            emit(Kind.SYMBOL, "%");
        } else {
            emit(Kind.WORD, run);
        }
    }

    private boolean nextIs(char c) {
        int ahead = 0;
        while (peek(ahead) == ' ') {
            ahead++;
        }
        return peek(ahead) == c;
    }

    /** Whether a word comes before or a longer run of letters after. */
    private boolean amongWords() {
        int ahead = 0;
        while (peek(ahead) == ' ' || peek(ahead) == '~') {
            ahead++;
        }
        boolean before = !out.isEmpty() && out.getLast().kind() == Kind.WORD;
        return before || (ahead > 0 && isLetter(peek(ahead)) && isLetter(peek(ahead + 1)) && isLetter(peek(ahead + 2)));
    }

    private boolean afterQuantity() {
        if (out.isEmpty()) {
            return false;
        }
        Token last = out.getLast();
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
    private void currency(String sign) {
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

    private void dispatch(String name) {
        String symbol = Markup.SYMBOLS.get(name);
        if (symbol != null) {
            emit(Kind.SYMBOL, symbol);
        } else if (Markup.SKIPPED.contains(name)) {
            space = true;
            if ((name.equals("left") || name.equals("right")) && peek(0) == '.') {
                at++;
                emit(Kind.SYMBOL, name.equals("left") ? "⌜" : "⌟");
            } else if (name.equals("boxed")) {
                // Outside of an extraction, a box without its brace is no markup that a reader could trust.
                emit(Kind.COMMAND, "boxed");
            }
        } else if (Markup.TEXT.contains(name)) {
            argument(true);
        } else if (Markup.BOLD.contains(name) && baseVector()) {
            space = false;
        } else if (Markup.ROMAN.contains(name)) {
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
            case "dfrac", "tfrac", "cfrac", "frac", "sfrac", "nicefrac" -> emit(Kind.COMMAND, "frac");
            case "dbinom", "tbinom", "binom" -> emit(Kind.COMMAND, "binom");
            case "emptyset", "varnothing", "O" -> emit(Kind.SYMBOL, "∅");
            case "mathbb", "Bbb", "bbold" -> blackboard();
            case "R", "Z", "N", "Q", "C", "reals" -> emit(Kind.LETTER, "set" + Character.toUpperCase(name.charAt(0)));
            case "overline", "bar" -> overline();
            case "mod", "bmod" -> emit(Kind.COMMAND, "bmod");
            case "begin", "end" -> {
                String environment = group();
                emit(Kind.COMMAND, name + " " + environment.replace("*", ""));
            }
            case "angle", "measuredangle" -> emit(Kind.COMMAND, "angle");
            default -> {
                if (Words.GREEK.contains(name)) {
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
            run(inner);
        } else {
            at = before;
            emit(Kind.COMMAND, "bar");
        }
    }

    /** The text of the brace group that comes next, empty where there is none. */
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

    /** {@code \\mathbf{i}} and the like are vectors; takes the argument where it is one of the three. */
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
            roman(inner.strip());
            return;
        }
        if (text || inner.startsWith("~") || isUnitText(inner)) {
            if (text && isNumberLike(inner)) {
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

    private static boolean isNumberLike(String inner) {
        for (int i = 0; i < inner.length(); i++) {
            char c = inner.charAt(i);
            if (!isDigit(c) && " ,.-+/%$\\".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    private void roman(String run) {
        if (run.length() == 1) {
            boolean unit = afterQuantity() && "eid".indexOf(run.charAt(0)) < 0;
            emit(unit ? Kind.WORD : Kind.LETTER, run);
        } else if (Words.FUNCTIONS.containsKey(run)) {
            emit(Kind.COMMAND, run);
        } else if (!keyword(run)) {
            boolean before = inText;
            inText = true;
            emit(Kind.WORD, run);
            inText = before;
        }
    }

    private void lexInner(String inner, boolean text) {
        Lexer nested = new Lexer(inner, budget, out);
        nested.depth = depth + 1;
        budget.depth(nested.depth * NESTED_COST);
        nested.inText = text;
        nested.space = space;
        nested.brackets = brackets;
        nested.run();
        space = nested.space;
    }
}
