package dev.guerdon.alfworld.game;

import dev.guerdon.alfworld.logic.Facts;
import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.List;

/** Writes down what actions can change in a game, for a person who looks behind the scenes. */
@Internal
public final class StateText {

    private StateText() {}

    /** One line for each predicate with something true, in the displayed names of the objects. */
    public static String of(Game game, Facts facts) {
        StringBuilder out = new StringBuilder();
        game.rules().fluents().stream().forEach(predicate -> {
            long[] tuples = facts.held(predicate);
            int arguments = game.vocabulary().predicateArguments(predicate);
            if (tuples.length > 0) {
                List<String> shown = new ArrayList<>();
                for (long tuple : tuples) {
                    List<String> names = new ArrayList<>();
                    for (int i = 0; i < arguments; i++) {
                        names.add(game.world()
                                .names()
                                .get(Facts.at(tuple, i, arguments))
                                .strip());
                    }
                    shown.add(String.join(" / ", names));
                }
                out.append(game.vocabulary().predicateName(predicate))
                        .append(": ")
                        .append(String.join(", ", shown))
                        .append('\n');
            }
        });
        return out.toString();
    }
}
