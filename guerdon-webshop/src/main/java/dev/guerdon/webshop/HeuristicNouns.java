package dev.guerdon.webshop;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Takes every word of a title for a noun unless it is known not to be one. Needs no model. */
public final class HeuristicNouns implements NounExtractor {

    private static final Set<String> OTHERS = Set.of(
            "a an the of for with and or in on to from by at as is are your you our it its this that all no not be can"
                    .split(" "));

    @Override
    public List<String> nouns(String title) {
        List<String> nouns = new ArrayList<>();
        for (String word : PythonText.words(title)) {
            String lower = PythonText.lower(word);
            if (lower.chars().anyMatch(Character::isLetter) && !OTHERS.contains(lower)) {
                nouns.add(lower);
            }
        }
        return nouns;
    }
}
