package dev.guerdon.core.stdio;

import dev.guerdon.api.Json;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.NameRules;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers the requests that are no batches. */
final class QueryHandler {

    private static final List<String> KNOWN =
            List.of("rewards reward load environments tasks open reset step actions close stats ping".split(" ", -1));

    private final CatalogueHolder catalogues;
    private final Supplier<Map<String, @Nullable Object>> stats;
    private final OpenVectors vectors;

    QueryHandler(CatalogueHolder catalogues, Supplier<Map<String, @Nullable Object>> stats) {
        this.catalogues = catalogues;
        this.stats = stats;
        this.vectors = new OpenVectors(catalogues::entered);
    }

    /** Returns how many vectors of environments are open. */
    int open() {
        return vectors.size();
    }

    void close() {
        vectors.close();
    }

    /**
     * Returns the answer to a request.
     *
     * @throws dev.guerdon.api.GuerdonException if there is none
     */
    Map<String, @Nullable Object> answer(byte[] payload) {
        Json query = JsonCodec.read(payload, "the request");
        if (!query.isObject() || query.find("do").filter(Json::isString).isEmpty()) {
            throw RequestRefusal.bad("expected an object with 'do', such as {\"do\":\"ping\"}");
        }
        String what = query.get("do").asString();
        RequestMembers members = new RequestMembers(what, query);
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
                                .map(QueryHandler::summary)
                                .toList());
            case "reward" -> whole(catalogues.now().registry().reward(members.text("name")));
            case "load" -> load(members.only("plugins", "sources", "worker_env"));
            default ->
                throw RequestRefusal.bad("there is no request '" + what + "'" + NameRules.didYouMean(what, KNOWN)
                        + "; there are: " + String.join(", ", KNOWN));
        };
    }

    private Map<String, @Nullable Object> load(RequestMembers members) {
        List<Path> plugins = paths(members, "plugins");
        List<Path> sources = paths(members, "sources");
        if (plugins.isEmpty() && sources.isEmpty()) {
            throw RequestRefusal.bad("'load' needs 'sources', Java files, or 'plugins', jars, or both");
        }
        Set<String> environment = Set.copyOf(texts(members, "worker_env", "a list of names of environment variables"));
        return Map.of("rewards", catalogues.load(plugins, sources, environment));
    }

    private static List<Path> paths(RequestMembers members, String name) {
        return texts(members, name, "a list of file names").stream()
                .map(each -> Path.of(each).toAbsolutePath().normalize())
                .toList();
    }

    private static List<String> texts(RequestMembers members, String name, String expected) {
        return members.list(name).orElse(List.of()).stream()
                .map(each -> {
                    if (!each.isString()) {
                        throw members.wrong(name, expected);
                    }
                    return each.asString();
                })
                .toList();
    }

    private static Map<String, @Nullable Object> summary(RewardEntry entry) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("name", entry.name());
        map.put("summary", entry.description());
        map.put("family", entry.family());
        map.put("source", entry.source());
        map.put("fields", entry.inputs().orElse(null));
        map.put("options", entry.optionNames());
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
