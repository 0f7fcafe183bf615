package dev.guerdon.alfworld.game;

import dev.guerdon.alfworld.game.PlanningGame.Command;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Optional;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The commands that a state allows, sorted by code point.
 *
 * <p>They are listed when somebody first looks, which may be never: a player who does not read the list does not pay for it. The list
 * never changes and may be read by any thread.
 */
final class AdmissibleCommands extends AbstractList<String> implements RandomAccess {

    private final PlanningGame game;
    private final FactSet facts;
    private volatile Command @Nullable [] listed;

    AdmissibleCommands(PlanningGame game, FactSet facts) {
        this.game = game;
        this.facts = facts;
    }

    /** Lists them now. */
    AdmissibleCommands now() {
        listed();
        return this;
    }

    private Command[] listed() {
        Command[] known = listed;
        if (known == null) {
            known = game.commands(facts);
            listed = known;
        }
        return known;
    }

    @Override
    public String get(int index) {
        return listed()[index].text();
    }

    @Override
    public int size() {
        return listed().length;
    }

    @Override
    public boolean contains(@Nullable Object command) {
        return command instanceof String text && find(text).isPresent();
    }

    /** Returns the command of exactly this text; does not list the others where nobody has asked for them. */
    Optional<Command> find(String text) {
        Command[] known = listed;
        if (known == null) {
            return game.find(facts, text);
        }
        int index =
                Arrays.binarySearch(known, text, (one, other) -> one.toString().compareTo(other.toString()));
        return index < 0 ? Optional.empty() : Optional.of(known[index]);
    }
}
