package dev.guerdon.lab.rescore;

import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The context of a rollout that is over: everything that was said is there, but no live resource. */
@Internal
public record StoredContext(
        String rolloutId,
        String groupId,
        Map<String, @Nullable Object> metadata,
        String finalResponse,
        Trajectory trajectory)
        implements Context {

    @SuppressWarnings("unchecked") // JSON objects have names that are texts
    public static StoredContext of(Episode episode, EpisodeDetail detail) {
        Map<String, @Nullable Object> fields = detail.task().fields();
        return new StoredContext(
                detail.trajectory().rolloutId(),
                detail.trajectory().groupId(),
                fields.get("metadata") instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : fields,
                episode.answer(),
                detail.trajectory());
    }

    @Override
    public <R extends Resource> R acquire(ResourceSpec<R> spec, Scope scope, Preparation<? super R> firstUse) {
        throw new UnscoredException(
                Score.Reason.RESOURCE,
                "the reward needs the live resource '" + spec.name()
                        + "', which ended with the rollout; run the task again with this reward instead");
    }
}
