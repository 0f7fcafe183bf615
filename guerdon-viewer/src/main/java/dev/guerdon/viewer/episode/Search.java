package dev.guerdon.viewer.episode;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.agent.spi.TurnInfo;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.trace.OpenRuns.Opened;
import dev.guerdon.viewer.trace.Passage;
import dev.guerdon.viewer.trace.Steps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where words stand in an episode.
 *
 * @param words what is looked for; empty for nothing
 * @param hits the first places, at most one for each text of a step
 * @param more how many further texts have them
 */
@Internal
public record Search(String words, List<Hit> hits, int more) {

    private static final int MOST = 200;
    private static final int AROUND = 60;

    public Search {
        hits = List.copyOf(hits);
    }

    /**
     * A place.
     *
     * @param where which text of the step
     * @param before what stands before the words
     * @param found the words as they stand there
     */
    public record Hit(int step, String where, String before, String found, String after, String address) {

        /** The step's number as people count. */
        public int number() {
            return step + 1;
        }
    }

    /** Looks through every text of every step, whatever its case. */
    public static Search of(String words, Opened opened, Links links) {
        if (words.isBlank()) {
            return new Search("", List.of(), 0);
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
        return new Search(words, hits, more);
    }

    private static Map<String, String> texts(Turn turn) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("action", Steps.chosen(turn));
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

    private static Hit hit(int step, String where, String text, int at, int length, Opened opened, Links links) {
        return new Hit(
                step,
                where,
                flat(text.substring(Math.max(0, at - AROUND), at)),
                flat(text.substring(at, at + length)),
                flat(text.substring(at + length, Math.min(text.length(), at + length + AROUND))),
                links.episode(
                        opened.run(), opened.episode().task(), opened.episode().repeat(), step));
    }

    private static String flat(String text) {
        return Passage.visible(text.replaceAll("\\s+", " "));
    }
}
