package dev.guerdon.viewer.episode;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.viewer.episode.OpenRuns.Opened;
import dev.guerdon.viewer.page.PageLinks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Search for words in an episode.
 *
 * @param words what is looked for; empty for nothing
 * @param hits the first places, at most one for each text of a step
 * @param more how many further texts have them
 */
record EpisodeSearch(String words, List<Hit> hits, int more) {

    private static final int MOST = 200;
    private static final int AROUND = 60;

    /**
     * A place.
     *
     * @param where which text of the step
     * @param before what stands before the words
     * @param found the words as they stand there
     */
    public record Hit(int step, String where, String before, String found, String after, String address) {

        /** Returns the step's number as people count. */
        public int number() {
            return step + 1;
        }
    }

    /** Looks through every text of every step, whatever its case. */
    public static EpisodeSearch of(String words, Opened opened, PageLinks links) {
        if (words.isBlank()) {
            return new EpisodeSearch("", List.of(), 0);
        }
        List<Hit> hits = new ArrayList<>();
        int more = 0;
        for (Turn turn : opened.detail().turns()) {
            for (Map.Entry<String, String> text : texts(turn).entrySet()) {
                int at = find(text.getValue(), words);
                if (at >= 0 && hits.size() < MOST) {
                    hits.add(hit(turn.index(), text.getKey(), text.getValue(), at, words.length(), opened, links));
                } else if (at >= 0) {
                    more++;
                }
            }
        }
        return new EpisodeSearch(words, hits, more);
    }

    private static Map<String, String> texts(Turn turn) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("action", EpisodeSteps.chosen(turn));
        texts.put("reply", turn.reply());
        texts.put("observation", turn.observation());
        texts.put("error", turn.error());
        texts.put("prompt", turn.prompt());
        texts.put("page", DiagnosisCase.text(turn, TurnInfo.PAGE_TEXT));
        texts.put("payload", DiagnosisCase.text(turn, TurnInfo.PAYLOAD));
        return texts;
    }

    /** Without a copy of the text in lower case, which may be long. */
    private static int find(String text, String words) {
        for (int i = 0, last = text.length() - words.length(); i <= last; i++) {
            if (text.regionMatches(true, i, words, 0, words.length())) {
                return i;
            }
        }
        return -1;
    }

    private static Hit hit(int step, String where, String text, int at, int length, Opened opened, PageLinks links) {
        return new Hit(
                step,
                where,
                flat(text.substring(Math.max(0, at - AROUND), at)),
                flat(text.substring(at, at + length)),
                flat(text.substring(at + length, Math.min(text.length(), at + length + AROUND))),
                opened.at(step, links));
    }

    private static String flat(String text) {
        return TextPassage.visible(text.replaceAll("\\s+", " "));
    }
}
