package dev.guerdon.viewer.episode;

import dev.guerdon.lab.RunPromptSections;
import java.util.List;
import java.util.Locale;

/**
 * Difference of two texts, line by line.
 *
 * @param lines the lines of a unified diff, each with its kind
 * @param note what a reader must know of it; empty for nothing
 */
record TextDifference(List<Line> lines, String note) {

    private static final int MOST_CHARS = 300_000;
    private static final int MOST_LINES = 1_000;
    private static final int LONGEST_LINE = 2_000;

    /**
     * A line.
     *
     * @param kind {@code added}, {@code removed}, {@code hunk} or {@code same}
     * @param sign what stands before it, so that colours alone say nothing
     */
    public record Line(String kind, String sign, String text) {}

    /** Returns how one text became another. Of long ones, what is compared and shown is bounded, and the note says so. */
    public static TextDifference between(String name, String before, String after) {
        if (before.equals(after)) {
            return new TextDifference(List.of(), "Nothing changed.");
        }
        boolean bounded = before.length() > MOST_CHARS || after.length() > MOST_CHARS;
        List<Line> lines = lines(RunPromptSections.difference(name, bounded(before), bounded(after)).stream()
                .skip(2)
                .toList());
        String note = bounded
                ? String.format(Locale.ROOT, "Only the first %,d characters of each are compared.", MOST_CHARS)
                : "";
        return lines.size() <= MOST_LINES
                ? new TextDifference(lines, note)
                : new TextDifference(
                        lines.subList(0, MOST_LINES),
                        String.format(
                                        Locale.ROOT,
                                        "%s %,d of %,d lines that differ are shown.",
                                        note,
                                        MOST_LINES,
                                        lines.size())
                                .strip());
    }

    /** Returns a unified diff with all of each line, for a page that is the only place for it. */
    public static TextDifference whole(List<String> unified) {
        return new TextDifference(
                unified.stream().map(line -> line(line, Integer.MAX_VALUE)).toList(), "");
    }

    /** Returns the lines of a unified diff, each with its kind. */
    public static List<Line> lines(List<String> unified) {
        return unified.stream().map(line -> line(line, LONGEST_LINE)).toList();
    }

    private static Line line(String line, int longest) {
        char first = line.isEmpty() ? ' ' : line.charAt(0);
        String kind = switch (first) {
            case '+' -> "added";
            case '-' -> "removed";
            case '@' -> "hunk";
            default -> "same";
        };
        boolean hunk = first == '@';
        String text = line.isEmpty() || hunk ? line : line.substring(1);
        String shown = text.length() <= longest
                ? text
                : text.substring(0, longest)
                        + String.format(Locale.ROOT, "… (%,d more characters)", text.length() - longest);
        return new Line(kind, hunk ? "" : String.valueOf(first), TextPassage.visible(shown));
    }

    private static String bounded(String text) {
        return text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS);
    }
}
