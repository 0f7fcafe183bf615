package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.MathWords;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Rational;
import dev.guerdon.math.read.AnswerCharacters;
import dev.guerdon.math.read.AnswerLexer;
import dev.guerdon.math.read.AnswerReader;
import dev.guerdon.math.read.AnswerToken;
import dev.guerdon.math.read.AnswerToken.Kind;
import dev.guerdon.math.read.NotReadException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads normalised LaTeX the way Math-Verify's grammar does. */
final class VerifyReader {

    private static final Map<String, String> SYMBOLS = MathWords.map("""
            cdot=* times=* div=/ le=≤ leq=≤ leqslant=≤ geqslant=≥ ge=≥ geq=≥ lt=< gt=> neq=≠ ne=≠ approx=≈ pm=± mp=±
            cup=∪ cap=∩ setminus=∖ in=∈ lfloor=⌊ rfloor=⌋ lceil=⌈ rceil=⌉ vert=| lvert=| rvert=| to=→ rightarrow=→
            lbrace=⦃ rbrace=⦄ emptyset=∅ varnothing=∅""");

    /** The negation of a number, which equals nothing but its own text. */
    private static final Pattern NOT_A_NUMBER = Pattern.compile("\\\\lnot\\s*+-?\\d");

    private final String in;
    private final ComparisonBudget budget;
    private final List<AnswerToken> out = new ArrayList<>();
    private int at;
    private boolean space;
    private final boolean complex;
    private final boolean integral;

    private VerifyReader(String in, ComparisonBudget budget) {
        this.in = in;
        this.complex = isComplex(in);
        this.integral = in.contains("\\int");
        this.budget = budget;
    }

    /** Returns the expression, or null where the grammar does not take the text. */
    static @Nullable Node read(String latex, ComparisonBudget budget) {
        if (latex.contains("\\begin{cases}") && latex.indexOf('&') >= 0) {
            return null;
        }
        int last = latex.length() - 1;
        if (last > 0 && latex.charAt(last) == '.' && isDigit(latex.charAt(last - 1))) {
            return null;
        }
        if (NOT_A_NUMBER.matcher(latex).find()) {
            return new Node.Word(latex, true);
        }
        try {
            String plain = commaNumber(latex);
            VerifyReader reading = new VerifyReader(plain == null ? latex : plain, budget);
            reading.scan();
            return reading.out.isEmpty() ? null : AnswerReader.readVerify(reading.out, budget);
        } catch (NotReadException e) {
            return null;
        }
    }

    private void emit(Kind kind, String text, @Nullable Rational value) {
        budget.node();
        out.add(new AnswerToken(kind, text, value, space, false));
        space = false;
    }

    /** If the text speaks of complex numbers, its variables are others than the real ones of the same name. */
    private void letter(String name) {
        emit(Kind.LETTER, complex && !name.equals("e") && !name.equals("pi") ? name + "~" : name, null);
    }

    /** A letter is a variable of its own; after a d it makes a differential; a capital I is the imaginary unit. */
    private void plainLetter(char c) {
        char next = peek(0);
        if (c == 'I') {
            emit(Kind.LETTER, "I", null);
        } else if (c == 'd' && next >= 'a' && next <= 'z' && !integral) {
            at++;
            letter("d" + next);
        } else {
            letter(String.valueOf(Character.toLowerCase(c)));
        }
    }

    private void scan() {
        while (at < in.length()) {
            char c = in.charAt(at);
            if (c == ' ' || c == '\t' || c == '\n' || c == '~' || c == 0xA0 || Character.isSpaceChar(c)) {
                at++;
                space = true;
            } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
                number();
            } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
                at++;
                plainLetter(c);
            } else if (c == '\\') {
                command();
            } else {
                symbol(c);
            }
        }
    }

    private char peek(int ahead) {
        return at + ahead < in.length() ? in.charAt(at + ahead) : 0;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private void number() {
        int start = at;
        while (isDigit(peek(0))) {
            at++;
        }
        if (peek(0) == '.' && (isDigit(peek(1)) || at > start)) {
            at++;
            while (isDigit(peek(0))) {
                at++;
            }
        }
        if (peek(0) == 'E' && (isDigit(peek(1)) || ((peek(1) == '-' || peek(1) == '+') && isDigit(peek(2))))) {
            at += 2;
            while (isDigit(peek(0))) {
                at++;
            }
        }
        String text = in.substring(start, at);
        List<AnswerToken> tokens = AnswerLexer.tokens(text, budget);
        if (tokens.isEmpty() || tokens.getFirst().kind() != Kind.NUMBER) {
            throw NotReadException.INSTANCE;
        }
        AnswerToken token = tokens.getFirst();
        boolean decimal = text.indexOf('.') >= 0 || text.indexOf('E') >= 0;
        if (decimal && text.endsWith(".")) {
            emit(Kind.NUMBER, token.text(), token.value());
            return;
        }
        emit(Kind.NUMBER, decimal ? token.text() : text, token.value());
        for (int i = 1; i < tokens.size(); i++) {
            out.add(tokens.get(i));
        }
    }

    private void symbol(char c) {
        at++;
        switch (c) {
            case '<', '>' -> {
                boolean equal = peek(0) == '=';
                at += equal ? 1 : 0;
                emit(Kind.SYMBOL, equal ? (c == '<' ? "≤" : "≥") : String.valueOf(c), null);
            }
            case '(', ')', '[', ']', '{', '}', '+', '-', '*', '/', '^', '_', '=', '!', ',', ';', ':', '|', '&', '%' ->
                emit(Kind.SYMBOL, String.valueOf(c), null);
            case '−' -> emit(Kind.SYMBOL, "-", null);
            case '≤', '≥', '±' -> emit(Kind.SYMBOL, String.valueOf(c), null);
            case 'ℝ' -> emit(Kind.LETTER, "setR", null);
            case 'π' -> emit(Kind.LETTER, "pi", null);
            default -> {
                String greek = AnswerCharacters.command(c);
                if (greek == null || !MathWords.GREEK.contains(greek)) {
                    throw NotReadException.INSTANCE;
                }
                letter(greek.toLowerCase(Locale.ROOT));
            }
        }
    }

    private void command() {
        at++;
        char c = peek(0);
        if (!Character.isLetter(c)) {
            at++;
            switch (c) {
                case ',', ';', ':', '!', ' ', '>' -> space = true;
                case '{' -> {
                    if (peek(0) == '\\' && peek(1) == '}') {
                        at += 2;
                        emit(Kind.SYMBOL, "∅", null);
                    } else {
                        emit(Kind.SYMBOL, "⦃", null);
                    }
                }
                case '}' -> emit(Kind.SYMBOL, "⦄", null);
                case '(' -> emit(Kind.SYMBOL, "(", null);
                case ')' -> emit(Kind.SYMBOL, ")", null);
                case '%' -> emit(Kind.SYMBOL, "%", null);
                case '\\' -> emit(Kind.SYMBOL, "\\\\", null);
                default -> throw NotReadException.INSTANCE;
            }
            return;
        }
        int start = at;
        while (Character.isLetter(peek(0))) {
            at++;
        }
        named(in.substring(start, at));
    }

    private void named(String name) {
        String symbol = SYMBOLS.get(name);
        if (symbol != null) {
            emit(Kind.SYMBOL, symbol, null);
            return;
        }
        switch (name) {
            case "quad", "qquad", "large", "Large", "small", "displaystyle", "limits" -> space = true;
            case "frac", "sqrt", "binom", "sum", "prod", "int", "lim", "mod", "gcd", "lcm", "max", "min", "circ" ->
                emit(Kind.COMMAND, name.equals("mod") ? "bmod" : name, null);
            case "dbinom" -> emit(Kind.COMMAND, "binom", null);
            case "choose", "over" -> emit(Kind.COMMAND, name, null);
            case "pi" -> emit(Kind.LETTER, "pi", null);
            case "infty" -> emit(Kind.LETTER, "∞", null);
            case "text", "mbox" -> text(group());
            case "mathbb" -> emit(Kind.LETTER, "set" + group(), null);
            case "operatorname" -> {
                String inner = group();
                if (!MathWords.FUNCTIONS.containsKey(inner)) {
                    throw NotReadException.INSTANCE;
                }
                emit(Kind.COMMAND, inner, null);
            }
            case "overline", "bar", "vec", "hat", "tilde", "boldsymbol", "mathcal" ->
                emit(Kind.WORD, name + "{" + group().toLowerCase(Locale.ROOT) + "}", null);
            case "begin", "end" -> emit(Kind.COMMAND, name + " " + group(), null);
            case "angle" -> emit(Kind.COMMAND, "angle", null);
            default -> {
                if (MathWords.GREEK.contains(name)) {
                    letter(name.toLowerCase(Locale.ROOT));
                } else if (MathWords.FUNCTIONS.containsKey(name)) {
                    emit(Kind.COMMAND, name, null);
                } else {
                    throw NotReadException.INSTANCE;
                }
            }
        }
    }

    /** Text that is a number counts as one, any other text as a symbol. */
    private void text(String text) {
        String word = word(text);
        boolean number = true;
        for (int i = 0; i < word.length(); i++) {
            number &= isDigit(word.charAt(i)) || (word.charAt(i) == '.' && i > 0);
        }
        if (number) {
            emit(Kind.NUMBER, word, AnswerLexer.tokens(word, budget).getFirst().value());
        } else {
            emit(Kind.WORD, word, null);
        }
    }

    /** Text as a symbol: lower case, without blanks and brackets. */
    private static String word(String text) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isWhitespace(c) && c != '(' && c != ')') {
                word.append(Character.toLowerCase(c));
            }
        }
        if (word.isEmpty()) {
            throw NotReadException.INSTANCE;
        }
        return word.toString();
    }

    private String group() {
        while (peek(0) == ' ') {
            at++;
        }
        if (peek(0) != '{') {
            throw NotReadException.INSTANCE;
        }
        int depth = 0;
        for (int i = at; i < in.length(); i++) {
            char c = in.charAt(i);
            if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                String inner = in.substring(at + 1, i);
                at = i + 1;
                return inner;
            }
        }
        throw NotReadException.INSTANCE;
    }

    /** 1,234,567.8 without its commas; null for any other text. */
    private static @Nullable String commaNumber(String text) {
        String stripped = text.strip();
        int i = stripped.startsWith("-") ? 1 : 0;
        int start = i;
        while (i < stripped.length() && Character.isDigit(stripped.charAt(i))) {
            i++;
        }
        if (i == start || i - start > 3 || i >= stripped.length() || stripped.charAt(i) != ',') {
            return null;
        }
        while (i < stripped.length() && stripped.charAt(i) == ',') {
            for (int k = 1; k <= 3; k++) {
                if (i + k >= stripped.length() || !Character.isDigit(stripped.charAt(i + k))) {
                    return null;
                }
            }
            i += 4;
        }
        if (i < stripped.length() && stripped.charAt(i) == '.') {
            i++;
            while (i < stripped.length() && Character.isDigit(stripped.charAt(i))) {
                i++;
            }
        }
        return i == stripped.length() ? stripped.replace(",", "") : null;
    }

    /** Returns whether a text speaks of complex numbers: an i that stands alone, the set of them, a determinant. */
    private static boolean isComplex(String text) {
        for (int i = text.indexOf('i'); i >= 0; i = text.indexOf('i', i + 1)) {
            boolean before = i > 0 && isWordCharacter(text.charAt(i - 1));
            boolean after = i + 1 < text.length() && isWordCharacter(text.charAt(i + 1));
            if (!before && !after) {
                return true;
            }
        }
        return text.contains("\\mathbb{C}") || text.contains("\\det");
    }

    private static boolean isWordCharacter(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }
}
