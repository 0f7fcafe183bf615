package dev.guerdon.server.protocol;

import dev.guerdon.api.Json;
import dev.guerdon.server.http.MemberReader;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeStep;
import dev.guerdon.server.spi.EnvironmentHandle.WantedTask;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the episode that a client wants to begin, as several protocols write it: {@code split} and {@code index}, or {@code task}, an
 * id or what the client knows about a task; and {@code seed}.
 *
 * @param task which task
 * @param seed what the environment draws from; null where the client says nothing
 */
record EpisodeRequest(WantedTask task, @Nullable Long seed) {

    /** The names of the members. */
    static final List<String> MEMBERS = List.of("split", "index", "task", "seed");

    /** Reads the choice from an object, whose other members mean something else. */
    static EpisodeRequest of(Json json) {
        MemberReader members = MemberReader.of(json);
        OptionalLong given = members.whole("seed");
        if (given.orElse(0) < 0) {
            throw ServeException.expected("a whole number from 0 as 'seed'", String.valueOf(given.getAsLong()));
        }
        Long seed = given.isPresent() ? (Long) given.getAsLong() : null;
        OptionalLong index = members.whole("index");
        String split = members.text("split").orElse("");
        Json task = members.find("task").orElse(new Json(null));
        if (index.isPresent()) {
            if (!task.isNull()) {
                throw ServeException.expected("'index' or 'task'", "both");
            }
            return new EpisodeRequest(new WantedTask.At(split, index.getAsLong()), seed);
        }
        if (task.isString()) {
            return new EpisodeRequest(new WantedTask.Named(split, task.asString()), seed);
        }
        if (task.isObject()) {
            return new EpisodeRequest(new WantedTask.Described(task.asMap()), seed);
        }
        if (!task.isNull()) {
            throw ServeException.expected("a task's id or an object as 'task'", task.kind());
        }
        if (!split.isEmpty()) {
            throw ServeException.expected("'index' or 'task' beside 'split'", "neither");
        }
        return new EpisodeRequest(new WantedTask.Usual(), seed);
    }

    /** Reads the choice from a query, where it makes one. */
    static Optional<EpisodeRequest> of(Map<String, String> query) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        query.forEach((name, value) -> {
            if (MEMBERS.contains(name)) {
                boolean number = !name.equals("task") && !name.equals("split");
                if (number && !value.matches("[0-9]{1,18}")) {
                    throw ServeException.expected("a whole number from 0 as '" + name + "'", "something else");
                }
                members.put(name, number ? (Object) Long.parseLong(value) : value);
            }
        });
        return members.isEmpty() ? Optional.empty() : Optional.of(of(new Json(members)));
    }

    /** Begins the episode. */
    EpisodeStep begin(EnvironmentHandle session) {
        return session.reset(task, seed);
    }
}
