package dev.guerdon.math;

import dev.guerdon.math.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Cuts an answer into tokens, dropping what is only presentation. */
final class Lexer {

    private static final Set<String> SKIPPED = Set.of(
            "left",
            "right",
            "big",
            "Big",
            "bigl",
            "bigr",
            "Bigl",
            "Bigr",
            "bigg",
            "Bigg",
            "biggl",
            "biggr",
            "Biggl",
            "Biggr",
            "mleft",
            "mright",
            "displaystyle",
            "textstyle",
            "scriptstyle",
            "limits",
            "nolimits",
            "large",
            "Large",
            "LARGE",
            "small",
            "normalsize",
            "huge",
            "Huge",
            "tiny",
            "it",
            "cr",
            "nonumber",
            "noindent",
            "strut",
            "hfill",
            "thinspace",
            "negthinspace",
            "medspace",
            "thickspace",
            "enspace",
            "qedhere",
            "tag",
            "boxed",
            "hspace",
            "vphantom",
            "hphantom",
            "phantom",
            "middle",
            "mathstrut",
            "unicode");

    private static final Set<String> TEXT = Set.of(
            "text",
            "textbf",
            "textit",
            "textrm",
            "textsf",
            "texttt",
            "textnormal",
            "textup",
            "mbox",
            "hbox",
            "emph",
            "textsc",
            "underline");

    private static final Set<String> ROMAN = Set.of(
            "mathrm",
            "mathbf",
            "mathit",
            "mathsf",
            "mathtt",
            "mathcal",
            "mathscr",
            "mathfrak",
            "boldsymbol",
            "bm",
            "bold",
            "rm",
            "bf",
            "operatorname",
            "mathop",
            "mathnormal",
            "pmb",
            "vec",
            "overrightarrow",
            "widehat",
            "hat",
            "tilde",
            "widetilde",
            "mathbin",
            "mathrel",
            "mathord",
            "mathopen",
            "mathclose",
            "textcolor");

    private static final Map<String, String> SYMBOLS = Map.ofEntries(
            Map.entry("cdot", "*"),
            Map.entry("times", "*"),
            Map.entry("ast", "*"),
            Map.entry("cdotp", "*"),
            Map.entry("div", "/"),
            Map.entry("slash", "/"),
            Map.entry("colon", ":"),
            Map.entry("le", "≤"),
            Map.entry("leq", "≤"),
            Map.entry("leqslant", "≤"),
            Map.entry("ge", "≥"),
            Map.entry("geq", "≥"),
            Map.entry("geqslant", "≥"),
            Map.entry("lt", "<"),
            Map.entry("gt", ">"),
            Map.entry("ne", "≠"),
            Map.entry("neq", "≠"),
            Map.entry("approx", "≈"),
            Map.entry("pm", "±"),
            Map.entry("mp", "∓"),
            Map.entry("cup", "∪"),
            Map.entry("bigcup", "∪"),
            Map.entry("cap", "∩"),
            Map.entry("bigcap", "∩"),
            Map.entry("setminus", "∖"),
            Map.entry("backslash", "∖"),
            Map.entry("in", "∈"),
            Map.entry("notin", "∉"),
            Map.entry("mid", "∣"),
            Map.entry("vert", "|"),
            Map.entry("lvert", "|"),
            Map.entry("rvert", "|"),
            Map.entry("lVert", "‖"),
            Map.entry("rVert", "‖"),
            Map.entry("Vert", "‖"),
            Map.entry("lbrace", "⦃"),
            Map.entry("rbrace", "⦄"),
            Map.entry("lbrack", "["),
            Map.entry("rbrack", "]"),
            Map.entry("lparen", "("),
            Map.entry("rparen", ")"),
            Map.entry("langle", "⟨"),
            Map.entry("rangle", "⟩"),
            Map.entry("ldots", "…"),
            Map.entry("dots", "…"),
            Map.entry("cdots", "…"),
            Map.entry("dotsc", "…"),
            Map.entry("degree", "°"),
            Map.entry("prime", "'"),
            Map.entry("to", "→"),
            Map.entry("rightarrow", "→"),
            Map.entry("lfloor", "⌊"),
            Map.entry("rfloor", "⌋"),
            Map.entry("lceil", "⌈"),
            Map.entry("rceil", "⌉"),
            Map.entry("wedge", "∧"),
            Map.entry("land", "∧"),
            Map.entry("lor", "∨"),
            Map.entry("vee", "∨"),
            Map.entry("neg", "¬"),
            Map.entry("lnot", "¬"),
            Map.entry("Rightarrow", "⇒"),
            Map.entry("implies", "⇒"),
            Map.entry("star", "*"),
            Map.entry("bullet", "*"),
            Map.entry("ominus", "⊖"),
            Map.entry("equiv", "≡"),
            Map.entry("cong", "≅"),
            Map.entry("sim", "∼"),
            Map.entry("subset", "⊂"),
            Map.entry("subseteq", "⊆"),
            Map.entry("triangle", "△"),
            Map.entry("perp", "⊥"),
            Map.entry("parallel", "∥"),
            Map.entry("dollar", "$"));

    /** Text inside text is lexed again at each level, so it counts for more than brackets do. */
    private static final int NESTED_COST = 20;

    private final CharSequence in;
    private final Budget budget;
    private final List<Token> out;
    private int at;
    private boolean space = true;
    private boolean inText;
    private int brackets;
    private int depth;

    private Lexer(CharSequence in, Budget budget, List<Token> out) {
        this.in = in;
        this.budget = budget;
        this.out = out;
    }

    /** The tokens of an answer, without an end token. */
    static List<Token> tokens(CharSequence answer, Budget budget) {
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
                new NumberScanner().scan();
            } else if (isLetter(c)) {
                letters();
            } else if (c == '\\') {
                command();
            } else {
                symbol(c);
            }
        }
    }

    private void emit(Kind kind, String text) {
        emit(kind, text, null);
    }

    private void emit(Kind kind, String text, @Nullable Rational value) {
        budget.node();
        out.add(new Token(kind, text, value, space, inText));
        space = false;
    }

    /** The character so many places ahead with its ASCII form, 0 past the end. */
    private char peek(int ahead) {
        if (at + ahead >= in.length()) {
            return 0;
        }
        char c = in.charAt(at + ahead);
        return c < 128 ? c : Characters.ascii(c);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
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
            if (Characters.isBlank(code)) {
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
        } else if (name.startsWith("/")) {
            int slash = name.indexOf('/', 1);
            emit(Kind.COMMAND, "frac");
            number(name.substring(1, slash));
            number(name.substring(slash + 1));
        } else {
            dispatch(name);
        }
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

    private String slice(int from, int to) {
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
            if (Words.SHORT_UNITS.contains(run) && afterQuantity()) {
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
                case '$' -> space = true;
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

    private void dispatch(String name) {
        String symbol = SYMBOLS.get(name);
        if (symbol != null) {
            emit(Kind.SYMBOL, symbol);
        } else if (SKIPPED.contains(name)) {
            space = true;
            if ((name.equals("left") || name.equals("right")) && peek(0) == '.') {
                at++;
                emit(Kind.SYMBOL, name.equals("left") ? "⌜" : "⌟");
            } else if (name.equals("boxed")) {
                // Outside of an extraction, a box without its brace is no markup that a reader could trust.
                emit(Kind.COMMAND, "boxed");
            }
        } else if (TEXT.contains(name)) {
            argument(true);
        } else if (ROMAN.contains(name)) {
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
        if ((!text && inner.startsWith("~")) || text) {
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

    /** Reads one number with everything that may belong to it. */
    private final class NumberScanner {
        private final StringBuilder digits = new StringBuilder();
        private int decimals;
        private boolean decimal;

        void scan() {
            integerPart();
            if (digits.isEmpty()) {
                digits.append('0');
            }
            fraction();
            if (decimal && repeating()) {
                return;
            }
            long exponent = exponent();
            emitNumber(exponent);
            timesTen();
        }

        private void integerPart() {
            int start = at;
            while (isDigit(peek(0))) {
                digits.append(peek(0));
                at++;
            }
            int first = at - start;
            if (first >= 1 && first <= 3 && digits.charAt(0) != '0') {
                int separator = separatorLength(0);
                String style =
                        separator > 0 ? in.subSequence(at, at + separator).toString() : "";
                while (separator > 0 && group(separator) && isStyle(style)) {
                    at += separator;
                    for (int i = 0; i < 3; i++) {
                        digits.append(peek(0));
                        at++;
                    }
                    separator = separatorLength(style.length());
                }
            }
            underscores();
        }

        private boolean isStyle(String style) {
            for (int i = 0; i < style.length(); i++) {
                if (in.charAt(at + i) != style.charAt(i)) {
                    return false;
                }
            }
            return true;
        }

        /** Three digits and no fourth after a separator of that length. */
        private boolean group(int separator) {
            return isDigit(peek(separator))
                    && isDigit(peek(separator + 1))
                    && isDigit(peek(separator + 2))
                    && !isDigit(peek(separator + 3));
        }

        /** The length of a thousands separator here: comma, {,}, \, or a space; 0 where there is none. */
        private int separatorLength(int wanted) {
            char c = peek(0);
            if (c == ',' && brackets == 0) {
                return peek(1) == '\\' && peek(2) == '!' ? 3 : 1;
            }
            if (c == '{' && peek(1) == ',' && peek(2) == '}') {
                return 3;
            }
            if (c == '\\' && (peek(1) == ',' || peek(1) == ';' || peek(1) == ' ')) {
                return 2;
            }
            return (c == ' ' && !inText) || c == '~' || (wanted == 1 && c == ' ') ? 1 : 0;
        }

        /** {@code 1_000} and {@code 1_0_0}: digits grouped as in program code. A single short subscript is a base. */
        private void underscores() {
            int ahead = 0;
            int groups = 0;
            int last = 0;
            while (peek(ahead) == '_' && isDigit(peek(ahead + 1))) {
                last = ahead + 1;
                ahead++;
                while (isDigit(peek(ahead))) {
                    ahead++;
                }
                groups++;
            }
            if (groups >= 2 || (groups == 1 && ahead - last == 3)) {
                for (int i = 0; i < ahead; i++) {
                    if (isDigit(peek(i))) {
                        digits.append(peek(i));
                    }
                }
                at += ahead;
            }
        }

        private void fraction() {
            if (peek(0) == '{' && peek(1) == '.' && peek(2) == '}' && isDigit(peek(3))) {
                at += 3;
                decimal = true;
            } else if (peek(0) == '.'
                    && (isDigit(peek(1))
                            || (peek(1) == '(' && isDigit(peek(2)))
                            || startsWith(1, "\\overline{")
                            || startsWith(1, "\\bar{")
                            || startsWith(1, "\\dot{"))) {
                at++;
                decimal = true;
            }
            if (decimal) {
                while (isDigit(peek(0))) {
                    digits.append(peek(0));
                    decimals++;
                    at++;
                }
            }
        }

        private boolean startsWith(int ahead, String text) {
            for (int i = 0; i < text.length(); i++) {
                if (peek(ahead + i) != text.charAt(i)) {
                    return false;
                }
            }
            return true;
        }

        /** A repeating decimal: a bar, brackets or dots after the digits. */
        private boolean repeating() {
            String period;
            if (peek(0) == '(' && isDigit(peek(1))) {
                int close = 1;
                while (isDigit(peek(close))) {
                    close++;
                }
                if (peek(close) != ')') {
                    return false;
                }
                period = slice(at + 1, at + close);
                at += close + 1;
            } else if (startsWith(0, "\\overline{") || startsWith(0, "\\bar{") || startsWith(0, "\\dot{")) {
                int open = 0;
                while (peek(open) != '{') {
                    open++;
                }
                int close = open + 1;
                while (isDigit(peek(close))) {
                    close++;
                }
                if (peek(close) != '}' || close == open + 1) {
                    return false;
                }
                period = slice(at + open + 1, at + close);
                at += close + 1;
            } else if (startsWith(0, "...")
                    || startsWith(0, "\\ldots")
                    || startsWith(0, "\\dots")
                    || startsWith(0, "\\cdots")
                    || (at < in.length() && in.charAt(at) == '…')) {
                period = tailPeriod();
                if (period.isEmpty()) {
                    return false;
                }
                at += peek(0) == '.' ? 3 : 1;
                while (isLetter(peek(0)) && in.charAt(at - 1) != '…') {
                    at++;
                }
            } else {
                return false;
            }
            emitRepeating(period);
            return true;
        }

        /** The shortest period that the last digits show at least twice in full. */
        private String tailPeriod() {
            String tail = digits.substring(digits.length() - decimals);
            for (int length = 1; 2 * length <= tail.length(); length++) {
                int repeats = 1;
                while ((repeats + 1) * length <= tail.length()
                        && tail.regionMatches(
                                tail.length() - (repeats + 1) * length, tail, tail.length() - length, length)) {
                    repeats++;
                }
                if (repeats >= (length == 1 ? 3 : 2) || (length == 1 && repeats == tail.length() && repeats >= 2)) {
                    return tail.substring(tail.length() - length);
                }
            }
            return "";
        }

        private void emitRepeating(String period) {
            checkDigits(digits.length() + 2 * period.length());
            Rational head =
                    Rational.of(new java.math.BigInteger(digits.toString()), java.math.BigInteger.TEN.pow(decimals));
            java.math.BigInteger nines =
                    java.math.BigInteger.TEN.pow(period.length()).subtract(java.math.BigInteger.ONE);
            Rational tail = Rational.of(
                    new java.math.BigInteger(period), nines.multiply(java.math.BigInteger.TEN.pow(decimals)));
            emit(Kind.NUMBER, digits + "(" + period + ")", head.add(tail));
        }

        private long exponent() {
            char c = peek(0);
            if (c != 'e' && c != 'E') {
                return 0;
            }
            int ahead = 1;
            if (peek(1) == '+' || peek(1) == '-') {
                ahead++;
            }
            int first = ahead;
            while (isDigit(peek(ahead))) {
                ahead++;
            }
            if (ahead == first || (isLetter(peek(ahead)) && ahead > first + 1)) {
                return 0;
            }
            long value = 0;
            for (int i = first; i < ahead && value < 1_000_000_000_000L; i++) {
                value = 10 * value + (peek(i) - '0');
            }
            boolean negative = peek(1) == '-';
            at += ahead;
            decimal = true;
            return negative ? -value : value;
        }

        private void emitNumber(long exponent) {
            checkDigits(digits.length());
            long shift = exponent - decimals;
            java.math.BigInteger whole = new java.math.BigInteger(digits.toString());
            String text = digits.toString();
            if (decimal) {
                int point = digits.length() - decimals;
                text = digits.substring(0, point) + "." + digits.substring(point)
                        + (exponent == 0 ? "" : "e" + exponent);
            }
            if (Math.abs(shift) > budget.limits().digits() && whole.signum() != 0) {
                // Too long to write out: keep it as a product with a power of ten, which magnitudes can still compare.
                emit(Kind.NUMBER, text, Rational.of(whole));
                emit(Kind.SYMBOL, "*");
                emit(Kind.NUMBER, "10", Rational.of(10));
                emit(Kind.SYMBOL, "^");
                emit(Kind.SYMBOL, "{");
                if (shift < 0) {
                    emit(Kind.SYMBOL, "-");
                }
                emit(Kind.NUMBER, Long.toString(Math.abs(shift)), Rational.of(Math.abs(shift)));
                emit(Kind.SYMBOL, "}");
                return;
            }
            Rational value = shift >= 0 || whole.signum() == 0
                    ? Rational.of(shift <= 0 ? whole : whole.multiply(java.math.BigInteger.TEN.pow((int) shift)))
                    : Rational.of(whole, java.math.BigInteger.TEN.pow((int) -shift));
            emit(Kind.NUMBER, text, value);
        }

        private void checkDigits(int count) {
            if (count > budget.limits().digits()) {
                throw Budget.exhausted(
                        "a number of more than " + budget.limits().digits() + " digits");
            }
        }

        /** {@code 3x10^8}: an x between a number and a power of ten is a multiplication sign. */
        private void timesTen() {
            int ahead = 0;
            while (peek(ahead) == ' ') {
                ahead++;
            }
            char c = peek(ahead);
            if (c != 'x' && c != 'X') {
                return;
            }
            ahead++;
            while (peek(ahead) == ' ') {
                ahead++;
            }
            if (peek(ahead) == '1' && peek(ahead + 1) == '0' && peek(ahead + 2) == '^') {
                at += ahead;
                emit(Kind.SYMBOL, "*");
            }
        }
    }
}
