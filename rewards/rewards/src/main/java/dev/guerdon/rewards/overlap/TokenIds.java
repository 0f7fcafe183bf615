package dev.guerdon.rewards.overlap;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers for the words of references, so that texts are compared as numbers. */
final class TokenIds {

    private final Map<String, Integer> ids = new HashMap<>();

    /** Returns the words as numbers, new ones for new words. */
    int[] add(List<String> words) {
        int[] tokens = new int[words.size()];
        for (int i = 0; i < tokens.length; i++) {
            String word = words.get(i);
            Integer known = ids.get(word);
            if (known == null) {
                known = ids.size();
                ids.put(word, known);
            }
            tokens[i] = known;
        }
        return tokens;
    }

    /** Returns the words as numbers, -1 for a word that no reference has. */
    int[] find(List<String> words) {
        int[] tokens = new int[words.size()];
        for (int i = 0; i < tokens.length; i++) {
            Integer known = ids.get(words.get(i));
            tokens[i] = known == null ? -1 : known;
        }
        return tokens;
    }

    int size() {
        return ids.size();
    }
}
