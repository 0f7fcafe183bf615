package dev.guerdon.viewer.episode;

import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.viewer.page.ShownText;
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
record TextPassage(String seen, String unseen, String cut, int more, String whole) {

    /** Length of a text on a page. */
    public static final int USUAL = 20_000;

    /** No text. */
    public static final TextPassage NONE = new TextPassage("", "", "", 0, "");

    /** Returns a text of which nothing was cut, without secrets. */
    public static TextPassage of(String given, int most, String whole) {
        String text = SecretFilter.known().redact(given);
        int end = end(text, most);
        return new TextPassage(visible(text.substring(0, end)), "", "", text.length() - end, whole);
    }

    /**
     * Returns a text that the model saw up to a place.
     *
     * @param seenLength how many characters the model saw; negative if it saw all of them
     */
    public static TextPassage cut(String given, int seenLength, int most, String whole) {
        if (seenLength < 0 || seenLength >= given.length()) {
            return of(given, most, whole);
        }
        String text = SecretFilter.known().redact(given);
        int at = text.equals(given)
                ? seenLength
                : Math.min(
                        text.length(),
                        SecretFilter.known()
                                .redact(given.substring(0, seenLength))
                                .length());
        int split = end(text, at);
        int head = end(text, Math.min(split, most));
        // Around the cut there is always something to see, whatever the room.
        String seen = head < split
                ? text.substring(0, end(text, most / 2)) + "\n…\n"
                        + text.substring(start(text, split - most / 2), split)
                : text.substring(0, split);
        int tail = end(text, Math.min(text.length(), split + Math.max(most / 4, most - split)));
        int left = (head < split ? split - 2 * (most / 2) : 0) + text.length() - tail;
        return new TextPassage(
                visible(seen),
                visible(text.substring(split, tail)),
                String.format(
                        Locale.ROOT,
                        "cut here: the model saw %,d of %,d characters",
                        end(given, seenLength),
                        given.length()),
                Math.max(0, left),
                whole);
    }

    /** Returns whether there is anything to show. */
    public boolean isEmpty() {
        return seen.isEmpty() && unseen.isEmpty();
    }

    /** Returns how much is not on this page, in words. */
    public String moreWords() {
        return String.format(Locale.ROOT, "%,d more characters", more);
    }

    /** Returns a text in which control characters and marks that turn the direction of writing can be seen. */
    public static String visible(String text) {
        return ShownText.of(text);
    }

    /** Returns the first words of a text on one line, without secrets. */
    public static String line(String given, int most) {
        String text = SecretFilter.known().redact(given);
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
