package dev.guerdon.alfworld.game;

import dev.guerdon.alfworld.logic.GroundAction;
import dev.guerdon.api.Internal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** The commands that a state allows, sorted by code point, and what each of them does. */
@Internal
public final class Choices {

    private final String[] commands;
    private final GroundAction[] actions;

    Choices(SortedMap<String, GroundAction> sorted) {
        commands = sorted.keySet().toArray(String[]::new);
        actions = sorted.values().toArray(GroundAction[]::new);
    }

    List<String> commands() {
        return Collections.unmodifiableList(Arrays.asList(commands));
    }

    public Optional<GroundAction> find(String command) {
        int index = index(command);
        return index < 0 ? Optional.empty() : Optional.of(actions[index]);
    }

    /** The place of a command; negative where there is none. */
    int index(String command) {
        return Arrays.binarySearch(commands, command);
    }

    String command(int index) {
        return commands[index];
    }

    GroundAction action(int index) {
        return actions[index];
    }
}
