package dev.guerdon.math.read;

import dev.guerdon.math.read.AnswerToken.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Finds out which upright bars open an absolute value and which close one, so that {@code 2|x|} is a product.
 *
 * <p>{@code \left|} and {@code \lvert} say it themselves. A plain bar opens where no operand stands before it or none is open, and
 * closes otherwise. Bars that do not pair off within their brackets, as in {@code P(A|B)}, and those of a set stay what they are.
 */
final class AbsoluteBars {

    static final String PLAIN = "|";
    static final String OPEN = "❲";
    static final String CLOSE = "❳";

    private static final Set<String> OPENING = Set.of("(", "[", "{", "⦃", "⟨", "⌊", "⌈");
    private static final Set<String> CLOSING = Set.of(")", "]", "}", "⦄", "⟩", "⌋", "⌉");
    private static final Set<String> ENDS_OPERAND = Set.of(")", "]", "}", "⦄", "⟩", "⌋", "⌉", "!", "'", "%", CLOSE);

    private final List<AnswerToken> tokens;
    private final Deque<Level> levels = new ArrayDeque<>();

    /** Content between two brackets. */
    private static final class Level {
        private final boolean set;
        /** Places of the bars here that the pairs were found for. */
        private final List<Integer> bars = new ArrayList<>();
        /** Places of bars that are open, the innermost last. */
        private final Deque<Integer> open = new ArrayDeque<>();

        private boolean pairs = true;

        Level(boolean set) {
            this.set = set;
        }
    }

    private AbsoluteBars(List<AnswerToken> tokens) {
        this.tokens = tokens;
    }

    /** Tells bars apart, in place. */
    static void resolve(List<AnswerToken> tokens) {
        boolean any = false;
        for (int i = 0; i < tokens.size() && !any; i++) {
            any = isBar(tokens.get(i));
        }
        if (any) {
            new AbsoluteBars(tokens).run();
        }
    }

    private static boolean isBar(AnswerToken token) {
        return token.is(PLAIN) || token.is(OPEN) || token.is(CLOSE);
    }

    private void run() {
        levels.push(new Level(false));
        for (int i = 0; i < tokens.size(); i++) {
            AnswerToken token = tokens.get(i);
            if (isBar(token)) {
                bar(i, token);
            } else if (token.kind() == Kind.SYMBOL && OPENING.contains(token.text())) {
                levels.push(new Level(token.is("⦃")));
            } else if (token.kind() == Kind.SYMBOL && CLOSING.contains(token.text()) && levels.size() > 1) {
                end(levels.pop());
            }
        }
        levels.forEach(this::end);
    }

    private void bar(int place, AnswerToken token) {
        Level level = levels.element();
        level.bars.add(place);
        boolean opens = token.is(OPEN) || (token.is(PLAIN) && (level.open.isEmpty() || !endsOperand(place - 1)));
        if (opens) {
            level.open.push(place);
            mark(place, OPEN);
        } else if (level.open.isEmpty()) {
            level.pairs = false;
        } else {
            // Nothing between two bars is no absolute value.
            level.pairs &= level.open.pop() < place - 1;
            mark(place, CLOSE);
        }
    }

    private boolean endsOperand(int place) {
        AnswerToken token = tokens.get(place);
        return switch (token.kind()) {
            case NUMBER, LETTER, WORD -> true;
            case SYMBOL -> ENDS_OPERAND.contains(token.text());
            case COMMAND -> token.text().startsWith("end ");
            case END -> false;
        };
    }

    /** If the bars of a level do not pair off, the outer ones may hold the inner ones; else the marks are taken back. */
    private void end(Level level) {
        if (level.set || !level.pairs || !level.open.isEmpty()) {
            int half = level.bars.size() / 2;
            boolean nested = !level.set
                    && level.bars.size() == 2 * half
                    && half > 1
                    && level.bars.get(half - 1) < level.bars.get(half) - 1;
            for (int i = 0; i < level.bars.size(); i++) {
                mark(level.bars.get(i), !nested ? PLAIN : i < half ? OPEN : CLOSE);
            }
        }
    }

    private void mark(int place, String text) {
        AnswerToken token = tokens.get(place);
        tokens.set(place, new AnswerToken(token.kind(), text, token.value(), token.space(), token.inText()));
    }
}
