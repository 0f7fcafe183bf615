package dev.guerdon.sql.run;

import dev.guerdon.api.Internal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement gave.
 *
 * @param rows the rows, empty where it failed
 * @param columns how many columns the result has
 * @param wrote whether it wanted to change the database, which it could not
 * @param error why it failed, empty where it did not
 * @param overran whether it failed because a limit was reached
 */
@Internal
public record Outcome(List<List<@Nullable Object>> rows, int columns, boolean wrote, String error, boolean overran) {

    static Outcome rows(List<List<@Nullable Object>> rows, int columns) {
        return new Outcome(rows, columns, false, "", false);
    }

    static Outcome failed(String error) {
        return new Outcome(List.of(), 0, false, error, false);
    }

    static Outcome over(String limit) {
        return new Outcome(List.of(), 0, false, limit, true);
    }

    static Outcome readOnly() {
        return new Outcome(List.of(), 0, true, "", false);
    }

    public boolean failed() {
        return !error.isEmpty();
    }
}
