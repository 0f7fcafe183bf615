package dev.guerdon.viewer.note;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wrote about an episode or a run.
 *
 * @param id names it within its run
 * @param task the episode's task, empty for the run as a whole
 * @param repeat the episode's repeat
 * @param text the words, which may be empty where there are tags
 * @param tags short words for filters
 * @param who wrote it, in their own words
 * @param when it was written
 */
@Internal
public record Note(String id, String task, int repeat, String text, List<String> tags, String who, Instant when) {

    public Note {
        tags = List.copyOf(tags);
    }

    Map<String, @Nullable Object> entry() {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("id", id);
        out.put("task", task);
        out.put("repeat", repeat);
        out.put("text", text);
        out.put("tags", tags);
        out.put("who", who);
        out.put("when", when.toString());
        return out;
    }

    static Note of(Map<String, @Nullable Object> entry) {
        Json json = new Json(entry);
        return new Note(
                json.get("id").asString(),
                json.get("task").asString(),
                json.get("repeat").asInt(),
                json.get("text").asString(),
                json.get("tags").asList().stream().map(Json::asString).toList(),
                json.get("who").asString(),
                Instant.parse(json.get("when").asString()));
    }
}
