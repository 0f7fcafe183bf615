package dev.guerdon.viewer.note;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table that somebody wants to see again, of whichever run.
 *
 * @param name under which it is found
 * @param filter which episodes
 * @param sort in which order, as addresses have it
 * @param columns which columns; none for the usual ones
 * @param who saved it, in their own words
 * @param when it was saved
 */
@Internal
public record SavedView(String name, String filter, String sort, List<String> columns, String who, Instant when) {

    public SavedView {
        columns = List.copyOf(columns);
    }

    Map<String, @Nullable Object> entry() {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("name", name);
        out.put("filter", filter);
        out.put("sort", sort);
        out.put("columns", columns);
        out.put("who", who);
        out.put("when", when.toString());
        return out;
    }

    static SavedView of(Map<String, @Nullable Object> entry) {
        Json json = new Json(entry);
        return new SavedView(
                json.get("name").asString(),
                json.get("filter").asString(),
                json.get("sort").asString(),
                json.get("columns").asList().stream().map(Json::asString).toList(),
                json.get("who").asString(),
                Instant.parse(json.get("when").asString()));
    }
}
