package dev.guerdon.math.read;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Rational;
import org.jspecify.annotations.Nullable;

/**
 * One token of an answer.
 *
 * @param kind what it is
 * @param text its canonical text: a command's name, a letter, a symbol, the words, the digits as written
 * @param value the value of a number
 * @param space whether white space came before it
 * @param inText whether it stood inside {@code \text} or the like
 */
@Internal
public record AnswerToken(Kind kind, String text, @Nullable Rational value, boolean space, boolean inText) {

    public enum Kind {
        NUMBER,
        LETTER,
        COMMAND,
        SYMBOL,
        WORD,
        END
    }

    static final AnswerToken END = new AnswerToken(Kind.END, "", null, true, false);

    boolean is(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    boolean isCommand(String name) {
        return kind == Kind.COMMAND && text.equals(name);
    }
}
