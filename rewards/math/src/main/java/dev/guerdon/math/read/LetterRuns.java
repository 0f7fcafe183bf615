package dev.guerdon.math.read;

import dev.guerdon.math.algebra.MathWords;
import dev.guerdon.math.read.AnswerToken.Kind;
import java.util.Map;

/** Decides what a run of letters is: variables, a function, a unit or a word. */
final class LetterRuns {

    private static final Map<String, String> CURRENCIES = Map.of("USD", "$", "EUR", "€", "GBP", "£", "JPY", "¥");

    private final AnswerLexer lexer;

    LetterRuns(AnswerLexer lexer) {
        this.lexer = lexer;
    }

    void run(String run) {
        if (lexer.inText) {
            word(run);
            return;
        }
        if (run.length() == 1) {
            lexer.emit(Kind.LETTER, run);
            return;
        }
        if (keyword(run) || currency(run)) {
            return;
        }
        boolean bracket = lexer.nextIs('(') || lexer.nextIs('{');
        String function = MathWords.FUNCTIONS.get(run);
        if (function != null && (bracket || !MathWords.ONLY_BEFORE_BRACKET.contains(run))) {
            lexer.emit(Kind.COMMAND, run);
        } else if (MathWords.GREEK.contains(run) && run.length() > 2) {
            lexer.emit(Kind.LETTER, run);
        } else if (run.length() == 2) {
            boolean among = TokenTrimming.SHORT_WORDS.contains(run) && amongWords();
            if (among || (MathWords.SHORT_UNITS.contains(run) && lexer.afterQuantity())) {
                lexer.emit(Kind.WORD, run);
            } else {
                lexer.emit(Kind.LETTER, run.substring(0, 1));
                lexer.emit(Kind.LETTER, run.substring(1));
            }
        } else if (MathWords.isProduct(run)) {
            for (int i = 0; i < run.length(); i++) {
                lexer.emit(Kind.LETTER, run.substring(i, i + 1));
            }
        } else if (!functionAndLetter(run)) {
            lexer.emit(Kind.WORD, run);
        }
    }

    /** {@code sinx} and {@code pir}: a function or constant glued to a variable. */
    boolean functionAndLetter(String run) {
        String head = run.substring(0, run.length() - 1);
        if (MathWords.FUNCTIONS.containsKey(head) && !MathWords.ONLY_BEFORE_BRACKET.contains(head)) {
            lexer.emit(Kind.COMMAND, head);
        } else if (head.equals("pi")) {
            lexer.emit(Kind.LETTER, "pi");
        } else {
            return false;
        }
        lexer.emit(Kind.LETTER, run.substring(run.length() - 1));
        return true;
    }

    boolean keyword(String run) {
        switch (run) {
            case "pi" -> lexer.emit(Kind.LETTER, "pi");
            case "inf", "infinity", "Infinity", "oo" -> lexer.emit(Kind.LETTER, "∞");
            case "sqrt" -> lexer.emit(Kind.COMMAND, "sqrt");
            case "mod" -> lexer.emit(Kind.COMMAND, "mod");
            case "and", "or", "to" -> lexer.emit(Kind.WORD, run);
            case "percent", "percentage", "pct" -> lexer.emit(Kind.SYMBOL, "%");
            case "nan", "NaN" -> lexer.emit(Kind.WORD, "nan");
            default -> {
                return false;
            }
        }
        return true;
    }

    /** {@code USD 77} and {@code US\$77}: the code of a currency before a number is its sign. */
    private boolean currency(String run) {
        if (run.equals("US") && lexer.peek(0) == '\\' && lexer.peek(1) == '$') {
            return true;
        }
        String code = CURRENCIES.get(run);
        int before = lexer.out.size();
        if (code != null) {
            lexer.currency(code);
        }
        return lexer.out.size() > before;
    }

    void word(String run) {
        if (run.equals("percent") || run.equals("percentage")) {
            lexer.emit(Kind.SYMBOL, "%");
        } else {
            lexer.emit(Kind.WORD, run);
        }
    }

    void roman(String run) {
        if (run.length() == 1) {
            boolean unit = lexer.afterQuantity() && "eid".indexOf(run.charAt(0)) < 0;
            lexer.emit(unit ? Kind.WORD : Kind.LETTER, run);
        } else if (MathWords.FUNCTIONS.containsKey(run)) {
            lexer.emit(Kind.COMMAND, run);
        } else if (!keyword(run)) {
            boolean before = lexer.inText;
            lexer.inText = true;
            lexer.emit(Kind.WORD, run);
            lexer.inText = before;
        }
    }

    /** Returns whether a word comes before or a longer run of letters after. */
    boolean amongWords() {
        int ahead = 0;
        while (lexer.peek(ahead) == ' ' || lexer.peek(ahead) == '~') {
            ahead++;
        }
        boolean before = !lexer.out.isEmpty() && lexer.out.getLast().kind() == Kind.WORD;
        return before
                || (ahead > 0
                        && AnswerLexer.isLetter(lexer.peek(ahead))
                        && AnswerLexer.isLetter(lexer.peek(ahead + 1))
                        && AnswerLexer.isLetter(lexer.peek(ahead + 2)));
    }

    /** Returns whether text holds nothing but a number with its signs. */
    static boolean isNumberLike(String inner) {
        for (int i = 0; i < inner.length(); i++) {
            char c = inner.charAt(i);
            if (!AnswerLexer.isDigit(c) && " ,.-+/%$\\".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }
}
