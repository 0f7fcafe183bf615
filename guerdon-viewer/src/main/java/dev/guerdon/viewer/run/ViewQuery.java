package dev.guerdon.viewer.run;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.note.SavedView;

/** Saved views as addresses. */
@Internal
public final class ViewQuery {

    private ViewQuery() {}

    /** What stands behind the question mark. */
    public static String of(SavedView view) {
        String query = new TableAddress("", view.filter(), view.sort(), view.columns(), 0).query();
        return query.isEmpty() ? "" : query.substring(1);
    }
}
