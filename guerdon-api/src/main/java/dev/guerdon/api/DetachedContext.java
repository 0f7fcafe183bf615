package dev.guerdon.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

record DetachedContext(Map<String, @Nullable Object> metadata) implements Context {

    @Override
    public String rolloutId() {
        return "";
    }

    @Override
    public String groupId() {
        return "";
    }

    @Override
    public String finalResponse() {
        return "";
    }

    @Override
    public Trajectory trajectory() {
        return Trajectory.empty();
    }

    @Override
    public <R extends Resource> R acquire(ResourceSpec<R> spec, Scope scope, Preparation<? super R> firstUse) {
        throw new UnscoredException(
                Score.Reason.RESOURCE,
                "the resource '" + spec.name()
                        + "' needs a running rollout; this sample was read from data. Score it in a"
                        + " rollout, or use a reward that needs no environment");
    }
}
