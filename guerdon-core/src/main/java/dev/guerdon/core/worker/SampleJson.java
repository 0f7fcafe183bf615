package dev.guerdon.core.worker;

import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.MessageReader;
import dev.guerdon.base.MessageWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A sample as a line of JSON for a worker, with everything but the live resources of its rollout. */
@Internal
public final class SampleJson {

    private SampleJson() {}

    /** A sample as one line. */
    public static String write(Sample sample) {
        Context context = sample.context();
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("id", sample.id());
        out.put("final_response", sample.hasFinalResponse() ? sample.finalResponse() : null);
        out.put("trajectory", trajectory(sample.trajectory()));
        out.put("fields", sample.fields());
        Map<String, @Nullable Object> about = new LinkedHashMap<>();
        about.put("rollout_id", context.rolloutId());
        about.put("group_id", context.groupId());
        about.put("metadata", context.metadata());
        about.put("final_response", context.finalResponse());
        // Nearly always the same, and then not worth sending twice.
        if (!context.trajectory().equals(sample.trajectory())) {
            about.put("trajectory", trajectory(context.trajectory()));
        }
        out.put("context", about);
        return JsonCodec.write(out);
    }

    private static Map<String, @Nullable Object> trajectory(Trajectory trajectory) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("rollout_id", trajectory.rolloutId());
        out.put("group_id", trajectory.groupId());
        out.put(
                "segments",
                trajectory.segments().stream().map(MessageWriter::messages).toList());
        out.put("reward", trajectory.reward().isPresent() ? trajectory.reward().getAsDouble() : null);
        out.put("metrics", trajectory.metrics());
        out.put("finish_reason", trajectory.finishReason().name());
        out.put("started", trajectory.started().toString());
        out.put("duration", trajectory.duration().toString());
        return out;
    }

    /** Reads what {@link #write} wrote. */
    public static Detached read(Json json) {
        Trajectory trajectory = trajectory(json.get("trajectory"));
        Json about = json.get("context");
        return new Detached(
                json.get("id").asString(),
                json.find("final_response").map(Json::asString).orElse(null),
                trajectory,
                json.get("fields").asMap(),
                about,
                about.find("trajectory").map(SampleJson::trajectory).orElse(trajectory));
    }

    private static Trajectory trajectory(Json json) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        json.get("metrics").asMap().forEach((name, value) -> metrics.put(name, new Json(value).asDouble()));
        return new Trajectory(
                json.get("rollout_id").asString(),
                json.get("group_id").asString(),
                json.get("segments").asList().stream()
                        .map(segment -> MessageReader.messages(
                                segment.asList().stream().map(Json::value).toList()))
                        .toList(),
                json.find("reward")
                        .map(value -> OptionalDouble.of(value.asDouble()))
                        .orElse(OptionalDouble.empty()),
                metrics,
                Trajectory.FinishReason.valueOf(json.get("finish_reason").asString()),
                Instant.parse(json.get("started").asString()),
                Duration.parse(json.get("duration").asString()));
    }

    /** A sample far from its rollout. It notes whether somebody asks for a live resource, which it does not have. */
    public static final class Detached implements Sample {
        private final String id;
        private final @Nullable String finalResponse;
        private final Trajectory trajectory;
        private final Map<String, @Nullable Object> fields;
        private final Json about;
        private final Trajectory trajectoryOfContext;
        private volatile boolean wantsResource;

        Detached(
                String id,
                @Nullable String finalResponse,
                Trajectory trajectory,
                Map<String, @Nullable Object> fields,
                Json about,
                Trajectory trajectoryOfContext) {
            this.id = id;
            this.finalResponse = finalResponse;
            this.trajectory = trajectory;
            this.fields = fields;
            this.about = about;
            this.trajectoryOfContext = trajectoryOfContext;
        }

        /** Whether somebody asked for a live resource. */
        public boolean wantsResource() {
            return wantsResource;
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public String finalResponse() {
            return finalResponse == null ? "" : finalResponse;
        }

        @Override
        public boolean hasFinalResponse() {
            return finalResponse != null;
        }

        @Override
        public Trajectory trajectory() {
            return trajectory;
        }

        @Override
        public Map<String, @Nullable Object> fields() {
            return fields;
        }

        @Override
        public Context context() {
            return new Context() {
                @Override
                public String rolloutId() {
                    return about.get("rollout_id").asString();
                }

                @Override
                public String groupId() {
                    return about.get("group_id").asString();
                }

                @Override
                public Map<String, @Nullable Object> metadata() {
                    return about.get("metadata").asMap();
                }

                @Override
                public String finalResponse() {
                    return about.get("final_response").asString();
                }

                @Override
                public Trajectory trajectory() {
                    return trajectoryOfContext;
                }

                @Override
                public <R extends Resource> R acquire(
                        ResourceSpec<R> spec, Scope scope, Preparation<? super R> firstUse) {
                    throw elsewhere(spec.name());
                }

                @Override
                public <R extends Resource> Optional<R> held(String name, Class<R> type) {
                    throw elsewhere(name);
                }

                private UnscoredException elsewhere(String name) {
                    wantsResource = true;
                    return new UnscoredException(
                            Score.Reason.RESOURCE, "the resource '" + name + "' lives in the process of its rollout");
                }
            };
        }
    }
}
