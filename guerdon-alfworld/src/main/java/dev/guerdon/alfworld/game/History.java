package dev.guerdon.alfworld.game;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The commands of an episode.
 *
 * <p>Bounded, since an episode may go on for ever and a command may be anything: of a long episode the older half goes, of a command
 * that was not understood only the beginning stays. One that was is the game's own text, which costs nothing.
 */
@Internal
public final class History {

    private static final int MAX_COMMANDS = 1_000;
    private static final int MAX_LENGTH = 200;

    private final List<String> commands = new ArrayList<>(0);
    private BitSet understood = new BitSet();

    void add(String command, boolean wasUnderstood) {
        if (commands.size() == MAX_COMMANDS) {
            commands.subList(0, MAX_COMMANDS / 2).clear();
            understood = understood.get(MAX_COMMANDS / 2, MAX_COMMANDS);
        }
        understood.set(commands.size(), wasUnderstood);
        commands.add(wasUnderstood || command.length() <= MAX_LENGTH ? command : command.substring(0, MAX_LENGTH));
    }

    public int size() {
        return commands.size();
    }

    public String command(int index) {
        return commands.get(index);
    }

    public boolean isUnderstood(int index) {
        return understood.get(index);
    }
}
