package dev.guerdon.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Record of one rollout, from the first message to the last. Immutable.
 *
 * <p>A long conversation that was folded has several segments; each is a conversation of its own that a trainer can learn from.
 *
 * @param rolloutId names the rollout
 * @param groupId names the group of rollouts of one task, empty if there is none
 * @param segments the messages of each segment
 * @param reward the reward, once there is one
 * @param metrics numbers about the rollout by name, such as {@code turns}; once it is scored also every extra of its reward that
 *     is a number, as {@code reward_extra/f1}
 * @param finishReason why it ended
 * @param started when it began
 * @param duration how long it took
 */
@Stable
public record Trajectory(
        String rolloutId,
        String groupId,
        List<List<Message>> segments,
        OptionalDouble reward,
        Map<String, Double> metrics,
        FinishReason finishReason,
        Instant started,
        Duration duration) {

    private static final Trajectory EMPTY = of(List.of());

    public Trajectory {
        segments = segments.stream().map(List::copyOf).toList();
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    }

    /** Returns a trajectory of one segment with nothing known but its messages. */
    public static Trajectory of(List<Message> messages) {
        return builder().segments(List.of(messages)).build();
    }

    /** Returns a builder of a trajectory with nothing known: no segments, no reward, an unknown end. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the values of this trajectory. */
    public Builder toBuilder() {
        Builder copy = builder()
                .ids(rolloutId, groupId)
                .segments(segments)
                .metrics(metrics)
                .finishReason(finishReason)
                .time(started, duration);
        copy.reward = reward;
        return copy;
    }

    /** Returns a trajectory in which nothing was said. */
    public static Trajectory empty() {
        return EMPTY;
    }

    /** Returns the messages of all segments, in order. */
    public List<Message> messages() {
        return segments.size() == 1
                ? segments.getFirst()
                : segments.stream().flatMap(List::stream).toList();
    }

    /** Returns the text of the last assistant message, or an empty text if there is none. */
    public String finalResponse() {
        for (List<Message> segment : segments.reversed()) {
            for (Message message : segment.reversed()) {
                if (message.isAssistant()) {
                    return message.text();
                }
            }
        }
        return "";
    }

    /** Returns how many messages are the results of tools that ran: what counts as tool use. */
    public int toolUses() {
        return (int) messages().stream().filter(Message::isToolResult).count();
    }

    /** Returns how many messages came from a tool, or say that its call failed. */
    public int toolMessages() {
        return (int) messages().stream().filter(Message::isTool).count();
    }

    /** Returns the same trajectory with its reward. */
    public Trajectory withReward(double reward) {
        return toBuilder().reward(reward).build();
    }

    /** Returns the same trajectory with its reward, and the numeric extras as metrics in place of those of an earlier reward. */
    public Trajectory withReward(RewardResult result) {
        Map<String, Double> all = new LinkedHashMap<>(metrics);
        all.keySet().removeIf(name -> name.startsWith(RewardResult.METRIC));
        all.putAll(result.metrics());
        return toBuilder().reward(result.reward()).metrics(all).build();
    }

    /** Returns the same trajectory with more metrics; a name that it has already gets the new value. */
    public Trajectory withMetrics(Map<String, Double> more) {
        Map<String, Double> all = new LinkedHashMap<>(metrics);
        all.putAll(more);
        return toBuilder().metrics(all).build();
    }

    /** Builder of a trajectory. */
    public static final class Builder {

        private String rolloutId = "";
        private String groupId = "";
        private List<List<Message>> segments = List.of();
        private OptionalDouble reward = OptionalDouble.empty();
        private Map<String, Double> metrics = Map.of();
        private FinishReason finishReason = FinishReason.UNKNOWN;
        private Instant started = Instant.EPOCH;
        private Duration duration = Duration.ZERO;

        private Builder() {}

        /** Sets the names of the rollout and of the group of rollouts of one task. */
        public Builder ids(String rollout, String group) {
            rolloutId = rollout;
            groupId = group;
            return this;
        }

        /** Sets the messages of each segment. */
        public Builder segments(List<List<Message>> messages) {
            segments = messages;
            return this;
        }

        /** Sets the reward. */
        public Builder reward(double value) {
            reward = OptionalDouble.of(value);
            return this;
        }

        /** Sets numbers about the rollout by name. */
        public Builder metrics(Map<String, Double> values) {
            metrics = values;
            return this;
        }

        /** Sets why it ended. */
        public Builder finishReason(FinishReason reason) {
            finishReason = reason;
            return this;
        }

        /** Sets when it began and how long it took. */
        public Builder time(Instant start, Duration length) {
            started = start;
            duration = length;
            return this;
        }

        /** Returns the trajectory. */
        public Trajectory build() {
            return new Trajectory(rolloutId, groupId, segments, reward, metrics, finishReason, started, duration);
        }
    }

    /** Why a rollout ended; {@link #kind} says who or what ended it. */
    public enum FinishReason {
        /** The environment, or a terminal tool, ended the episode. */
        TERMINAL(Kind.ENDED, ""),
        /** The limit of turns was reached. */
        MAX_TURNS(Kind.TRUNCATED, "turns"),
        /** The model answered without asking for a tool. */
        NO_TOOL_CALLS(Kind.ENDED, ""),
        /** The model's last reply was cut by its limit of tokens, or held back by a filter, before it was done. */
        CUT_REPLY(Kind.TRUNCATED, "reply"),
        /** A limit of tokens, time or money was reached; earlier versions did not say which. */
        BUDGET(Kind.TRUNCATED, "budget"),
        /** The rollout used up its tokens. */
        TOKEN_LIMIT(Kind.TRUNCATED, "tokens"),
        /** The rollout used up its money. */
        COST_LIMIT(Kind.TRUNCATED, "cost"),
        /** The rollout used up its time. */
        TIME_LIMIT(Kind.TRUNCATED, "time"),
        /** The environment cut the episode at a limit of its own. */
        ENVIRONMENT_LIMIT(Kind.TRUNCATED, "environment"),
        /** The model's replies could not be read, however often it was reminded of their form. */
        FORMAT_LIMIT(Kind.TRUNCATED, "format reminders"),
        /** The model gave no answer: it was not reached, refused, or failed. */
        MODEL_FAILED(Kind.MODEL_FAILED, ""),
        /** The environment was lost: a page, a browser or a simulator that crashed or could not begin. */
        ENVIRONMENT_LOST(Kind.ENVIRONMENT_LOST, ""),
        /** The agent or a tool failed; earlier versions also said so of models and environments. */
        ERROR(Kind.FAILED, ""),
        /** The caller cancelled the rollout. */
        CANCELLED(Kind.CANCELLED, ""),
        /** The source does not say, as for trajectories read from a file. */
        UNKNOWN(Kind.UNKNOWN, "");

        /** Cause of the end of a rollout. */
        public enum Kind {
            /** The agent by its answer, or the environment by its own end. */
            ENDED,
            /** A limit, which {@link FinishReason#limit} names. What was done up to there is scored. */
            TRUNCATED,
            MODEL_FAILED,
            ENVIRONMENT_LOST,
            /** The agent's or a tool's own code. */
            FAILED,
            CANCELLED,
            UNKNOWN;

            /** Returns the word used in files: lower case. */
            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        private final Kind kind;
        private final String limit;

        FinishReason(Kind kind, String limit) {
            this.kind = kind;
            this.limit = limit;
        }

        /** Returns who or what ended the rollout. */
        public Kind kind() {
            return kind;
        }

        /** Returns the name of the limit that cut the rollout, or an empty text if none did. */
        public String limit() {
            return limit;
        }

        /** Returns whether the agent ended the rollout by its answer, or the environment by its own end. */
        public boolean completed() {
            return kind == Kind.ENDED;
        }

        /** Returns whether something failed, so that the rollout says nothing about its reward and is worth running again. */
        public boolean failed() {
            return kind == Kind.MODEL_FAILED || kind == Kind.ENVIRONMENT_LOST || kind == Kind.FAILED;
        }

        /** Returns the word used in files: lower case. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the reason that a stored name means; a name that only a later version knows is {@link #UNKNOWN}. */
        public static FinishReason of(String name) {
            return Arrays.stream(values())
                    .filter(reason -> reason.name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElse(UNKNOWN);
        }
    }
}
