package dev.guerdon.core.secret;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/** Pieces of a text that are to be replaced; those that overlap are replaced as one. */
final class TextSpans {

    private record Span(int from, int to) {}

    private final List<Span> spans = new ArrayList<>();

    void add(int from, int to) {
        spans.add(new Span(from, to));
    }

    /** Returns the text with every piece replaced; the same object if there is none. */
    String replaced(String text, UnaryOperator<String> mark) {
        if (spans.isEmpty()) {
            return text;
        }
        spans.sort(Comparator.comparingInt(Span::from).thenComparingInt(Span::to));
        StringBuilder out = new StringBuilder(text.length());
        int copied = 0;
        for (int i = 0; i < spans.size(); ) {
            int from = spans.get(i).from();
            int to = spans.get(i).to();
            for (i++; i < spans.size() && spans.get(i).from() < to; i++) {
                to = Math.max(to, spans.get(i).to());
            }
            out.append(text, copied, from).append(mark.apply(text.substring(from, to)));
            copied = to;
        }
        return out.append(text, copied, text.length()).toString();
    }
}
