package dev.guerdon.server.environment;

import dev.guerdon.api.Context;
import dev.guerdon.api.Environment;
import dev.guerdon.api.Json;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.RolloutContext;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One episode as tools and rewards see it: they find the session's own environment. Whatever else they ask for is made for this episode
 * and ends with it.
 *
 * @param environment the session's own
 * @param others has everything else
 */
record EpisodeContext(Environment environment, RolloutContext others) implements Context {

    /** What rewards and tools read as metadata: the task's own, or all of its fields. */
    static Map<String, @Nullable Object> metadata(Task task) {
        Optional<Json> own = task.field("metadata").filter(Json::isObject);
        return own.isPresent() ? own.get().asMap() : task.fields();
    }

    @Override
    public String rolloutId() {
        return others.rolloutId();
    }

    @Override
    public String groupId() {
        return others.groupId();
    }

    @Override
    public Map<String, @Nullable Object> metadata() {
        return others.metadata();
    }

    @Override
    public long seed() {
        return others.seed();
    }

    @Override
    public Map<String, String> environmentOptions() {
        return others.environmentOptions();
    }

    @Override
    public String finalResponse() {
        return others.finalResponse();
    }

    @Override
    public Trajectory trajectory() {
        return others.trajectory();
    }

    @Override
    public <R extends Resource> R acquire(ResourceSpec<R> spec, Scope scope, Preparation<? super R> firstUse) {
        return spec.type().isInstance(environment)
                ? spec.type().cast(environment)
                : others.acquire(spec, scope, firstUse);
    }

    @Override
    public <R extends Resource> Optional<R> held(String name, Class<R> type) {
        return type.isInstance(environment) ? Optional.of(type.cast(environment)) : others.held(name, type);
    }
}
