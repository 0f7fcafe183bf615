package dev.guerdon.alfworld.game;

import dev.guerdon.api.Internal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An action with its arguments. */
@Internal
public final class GroundAction implements Comparable<GroundAction> {

    private final ActionSchema schema;
    private final int[] arguments;
    private final int hash;

    public GroundAction(ActionSchema schema, int[] arguments) {
        this.schema = schema;
        this.arguments = arguments;
        this.hash = hash(schema.index(), arguments);
    }

    /** Spreads small numbers well; with the usual factor of 31 most actions of a game would share their hash with others. */
    private static int hash(int schema, int[] arguments) {
        int hash = schema;
        for (int argument : arguments) {
            hash = hash * 0x9E3779B1 + argument;
        }
        return hash ^ hash >>> 15;
    }

    public ActionSchema schema() {
        return schema;
    }

    /** Returns the arguments; not to be changed. */
    public int[] arguments() {
        return arguments;
    }

    @Override
    public int compareTo(GroundAction other) {
        int byAction = Integer.compare(schema.index(), other.schema.index());
        return byAction != 0 ? byAction : Arrays.compare(arguments, other.arguments);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GroundAction action
                && schema.index() == action.schema.index()
                && Arrays.equals(arguments, action.arguments);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
