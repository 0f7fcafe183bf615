package dev.guerdon.viewer.trace;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.page.VisibleText;
import java.util.Locale;

/**
 * A text on a page: as much of it as a page can bear, with the place at which the model's view of it was cut.
 *
 * @param seen what the model was shown, or all of the text where nothing was cut
 * @param unseen what was cut from the model's view; empty for nothing
 * @param cut what the mark between the two says; empty where the text was not cut
 * @param more how many characters are not on this page
 * @param whole where the whole text is; empty for nowhere
 */
@Internal
public record Passage(String seen, String unseen, String cut, int more, String whole) {

    /** How much of a text a page has. */
    public static final int USUAL = 20_000;

    /** No text. */
    public static final Passage NONE = new Passage("", "", "", 0, "");

    /** A text of which nothing was cut. */
    public static Passage of(String text, int most, String whole) {
        int end = end(text, most);
        return new Passage(visible(text.substring(0, end)), "", "", text.length() - end, whole);
    }

    /**
     * A text that the model saw up to a place.
     *
     * @param at how many characters the model saw; negative where it saw all of them
     */
    public static Passage cut(String text, int at, int most, String whole) {
        if (at < 0 || at >= text.length()) {
            return of(text, most, whole);
        }
        int split = end(text, at);
        int head = end(text, Math.min(split, most));
        // Around the cut there is always something to see, whatever the room.
        String seen = head < split
                ? text.substring(0, end(text, most / 2)) + "\n…\n"
                        + text.substring(start(text, split - most / 2), split)
                : text.substring(0, split);
        int tail = end(text, Math.min(text.length(), split + Math.max(most / 4, most - split)));
        int left = (head < split ? split - 2 * (most / 2) : 0) + text.length() - tail;
        return new Passage(
                visible(seen),
                visible(text.substring(split, tail)),
                String.format(Locale.ROOT, "cut here: the model saw %,d of %,d characters", split, text.length()),
                Math.max(0, left),
                whole);
    }

    /** Whether there is anything to show. */
    public boolean isEmpty() {
        return seen.isEmpty() && unseen.isEmpty();
    }

    /** How much is not on this page, in words. */
    public String moreWords() {
        return String.format(Locale.ROOT, "%,d more characters", more);
    }

    /** A text in which control characters and marks that turn the direction of writing can be seen. */
    public static String visible(String text) {
        return VisibleText.of(text);
    }

    /** The first words of a text on one line. */
    public static String line(String text, int most) {
        String head = text.substring(0, end(text, Math.min(text.length(), 4 * most)));
        String flat = visible(head.replaceAll("\\s+", " ").strip());
        return flat.length() <= most && head.length() == text.length()
                ? flat
                : flat.substring(0, end(flat, most)) + "…";
    }

    /** Never between the halves of a pair. */
    private static int end(String text, int at) {
        int end = Math.min(at, text.length());
        return end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
    }

    private static int start(String text, int at) {
        int start = Math.max(0, at);
        return start > 0 && start < text.length() && Character.isLowSurrogate(text.charAt(start)) ? start + 1 : start;
    }
}
