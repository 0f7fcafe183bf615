package dev.guerdon.alfworld.logic;

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
        this.hash = 31 * Arrays.hashCode(arguments) + schema.index();
    }

    public ActionSchema schema() {
        return schema;
    }

    /** The arguments; not to be changed. */
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
