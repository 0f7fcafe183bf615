package dev.guerdon.viewer.note;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Names;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.page.Problem;
import dev.guerdon.viewer.query.Selection;
import dev.guerdon.viewer.table.SortKey;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The views that people saved, in a file {@code views.json} beside the runs. */
@Internal
public final class SavedViews {

    static final String FILE = "views.json";

    private static final int LONGEST_NAME = 80;
    private static final int LONGEST_COLUMNS = 8000;
    private static final int MOST = 200;

    private final Path path;
    private final boolean writable;

    /** The views beside the runs of a folder, which may be changed or only be read. */
    public SavedViews(RunStore store, boolean writable) {
        this.path = store.root().resolve(FILE);
        this.writable = writable;
    }

    private SharedFile file() {
        return new SharedFile(path, "views");
    }

    /** All views, in the order in which they were saved. */
    public List<SavedView> all() {
        try {
            return file().read().stream().map(SavedView::of).toList();
        } catch (DateTimeException e) {
            throw new GuerdonException(path + " is no file of views: " + e.getMessage(), e);
        }
    }

    /**
     * A view.
     *
     * @throws Problem where there is none of that name
     */
    public SavedView named(String name) {
        List<SavedView> all = all();
        return all.stream()
                .filter(view -> view.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("there is no view '" + name + "'"
                        + Names.didYouMean(
                                name, all.stream().map(SavedView::name).toList())));
    }

    /**
     * Saves a view, in the place of one of the same name.
     *
     * @throws Problem where nothing may be written, or a part is too long
     */
    public void save(SavedView view) {
        requireWritable();
        if (view.name().isBlank() || view.name().length() > LONGEST_NAME) {
            throw Problem.badRequest("expected a name of 1 to " + LONGEST_NAME + " characters for the view, found "
                    + view.name().length());
        }
        if (view.filter().length() > Selection.LONGEST
                || String.join(",", view.columns()).length() > LONGEST_COLUMNS
                || view.sort().length() > Selection.LONGEST
                || view.who().length() > LONGEST_NAME) {
            throw Problem.badRequest("the view '" + view.name() + "' is too long; a filter has at most "
                    + Selection.LONGEST + " characters");
        }
        SortKey.parse(view.sort());
        file().change(entries -> {
            List<Map<String, @Nullable Object>> all = new ArrayList<>(entries);
            all.removeIf(entry -> view.name().equals(entry.get("name")));
            if (all.size() >= MOST) {
                throw Problem.badRequest("there are " + MOST + " views, which is the most; delete some first");
            }
            all.add(view.entry());
            return all;
        });
    }

    /**
     * Deletes a view.
     *
     * @throws Problem where there is none, or nothing may be written
     */
    public void delete(String name) {
        requireWritable();
        file().change(entries -> {
            List<Map<String, @Nullable Object>> others = entries.stream()
                    .filter(entry -> !name.equals(entry.get("name")))
                    .toList();
            if (others.size() == entries.size()) {
                throw Problem.notFound("there is no view '" + name + "'; somebody may have deleted it");
            }
            return others;
        });
    }

    private void requireWritable() {
        if (!writable) {
            throw Problem.forbidden("nothing can be written here: the viewer only reads");
        }
    }
}
