package dev.guerdon.stdio;

import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Names;
import dev.guerdon.core.RewardEntry;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers the requests that are no batches. */
final class Queries {

    private static final List<String> KNOWN = List.of(
            "rewards",
            "reward",
            "load",
            "environments",
            "tasks",
            "open",
            "reset",
            "step",
            "actions",
            "close",
            "stats",
            "ping");

    private final Catalogues catalogues;
    private final Supplier<Map<String, @Nullable Object>> stats;
    private final Vectors vectors;

    Queries(Catalogues catalogues, Supplier<Map<String, @Nullable Object>> stats) {
        this.catalogues = catalogues;
        this.stats = stats;
        this.vectors = new Vectors(catalogues::entered);
    }

    /** How many vectors of environments are open. */
    int open() {
        return vectors.size();
    }

    void close() {
        vectors.close();
    }

    /**
     * The answer to a request.
     *
     * @throws dev.guerdon.api.GuerdonException where there is none
     */
    Map<String, @Nullable Object> answer(byte[] payload) {
        Json query = JsonCodec.read(payload, "the request");
        if (!query.isObject() || query.find("do").filter(Json::isString).isEmpty()) {
            throw new Refusal(Refusal.BAD_REQUEST, "expected an object with 'do', such as {\"do\":\"ping\"}");
        }
        String what = query.get("do").asString();
        Members members = new Members(what, query);
        return switch (what) {
            case "ping" -> Map.of();
            case "stats" -> stats.get();
            case "environments" -> vectors.environments();
            case "tasks" -> vectors.tasks(members);
            case "open" -> vectors.open(members);
            case "reset" -> vectors.of(members).reset(members);
            case "step" -> vectors.of(members).step(members);
            case "actions" -> vectors.of(members).actions(members);
            case "close" -> vectors.close(members);
            case "rewards" ->
                Map.of(
                        "rewards",
                        catalogues.now().registry().rewards().stream()
                                .map(Queries::summary)
                                .toList());
            case "reward" -> whole(catalogues.now().registry().reward(members.text("name")));
            case "load" -> load(members.only("plugins", "sources"));
            default ->
                throw new Refusal(
                        Refusal.BAD_REQUEST,
                        "there is no request '" + what + "'" + Names.didYouMean(what, KNOWN) + "; there are: "
                                + String.join(", ", KNOWN));
        };
    }

    private Map<String, @Nullable Object> load(Members members) {
        List<Path> plugins = paths(members, "plugins");
        List<Path> sources = paths(members, "sources");
        if (plugins.isEmpty() && sources.isEmpty()) {
            throw new Refusal(Refusal.BAD_REQUEST, "'load' needs 'sources', Java files, or 'plugins', jars, or both");
        }
        return Map.of("rewards", catalogues.load(plugins, sources));
    }

    private static List<Path> paths(Members members, String name) {
        return members.list(name).orElse(List.of()).stream()
                .map(each -> {
                    if (!each.isString()) {
                        throw members.wrong(name, "a list of file names");
                    }
                    return Path.of(each.asString()).toAbsolutePath().normalize();
                })
                .toList();
    }

    private static Map<String, @Nullable Object> summary(RewardEntry entry) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("name", entry.name());
        map.put("summary", entry.description());
        map.put("family", entry.family());
        map.put("source", entry.source());
        map.put(
                "fields",
                entry.inputs()
                        .map(inputs -> inputs.stream().map(Queries::field).toList())
                        .orElse(null));
        map.put("options", entry.optionNames());
        return map;
    }

    private static Map<String, Object> field(RewardEntry.Input input) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", input.name());
        map.put("type", input.type());
        map.put("required", input.required());
        return map;
    }

    private static Map<String, @Nullable Object> whole(RewardEntry entry) {
        Map<String, @Nullable Object> map = summary(entry);
        map.put("origin", entry.origin());
        map.put("work", entry.work().name());
        map.put("foreign", entry.isForeign());
        map.put(
                "example",
                entry.example().isEmpty() ? null : JsonCodec.read(entry.example(), "the example of a reward"));
        return map;
    }
}
