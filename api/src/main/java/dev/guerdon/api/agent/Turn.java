package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a rollout: what the model was shown and answered, and what came of it.
 *
 * <p>{@snippet :
 * rollout.recordTurn(Turn.builder().prompt(question).reply(answer).usage(reply.usage()).build());
 * }
 *
 * @param index the turn's number, from 0
 * @param prompt what was new for the model in this turn, as text
 * @param reply what the model answered, as text; empty if it was not asked
 * @param action the action that was taken, such as {@code click("12")} or {@code webshop_browser({...})}; empty for none
 * @param observation what the environment or tool answered
 * @param reward the environment's reward for this turn
 * @param error what went wrong, or empty if nothing did
 * @param thinking how long the model took
 * @param acting how long the action took
 * @param usage what the model call cost
 * @param info further facts; the keys that diagnosis knows are listed in {@link TurnInfo}
 */
@Experimental
public record Turn(
        int index,
        String prompt,
        String reply,
        String action,
        String observation,
        double reward,
        String error,
        Duration thinking,
        Duration acting,
        Usage usage,
        Map<String, @Nullable Object> info) {

    public Turn {
        info = Collections.unmodifiableMap(new LinkedHashMap<>(info));
    }

    /** Returns the same turn with other facts. */
    public Turn withInfo(Map<String, @Nullable Object> facts) {
        return new Turn(index, prompt, reply, action, observation, reward, error, thinking, acting, usage, facts);
    }

    /** Returns a builder in which every text is empty, every number and time 0, and the usage {@link Usage#NONE}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of a turn. Used by one thread; may build several turns. */
    public static final class Builder {

        private int index;
        private String prompt = "";
        private String reply = "";
        private String action = "";
        private String observation = "";
        private double reward;
        private String error = "";
        private Duration modelTime = Duration.ZERO;
        private Duration actionTime = Duration.ZERO;
        private Usage usage = Usage.NONE;
        private Map<String, @Nullable Object> info = Map.of();

        private Builder() {}

        /** Sets the turn's number, from 0. */
        public Builder index(int value) {
            index = value;
            return this;
        }

        /** Sets what was new for the model. */
        public Builder prompt(String text) {
            prompt = text;
            return this;
        }

        /** Sets what the model answered. */
        public Builder reply(String text) {
            reply = text;
            return this;
        }

        /** Sets the action that was taken. */
        public Builder action(String text) {
            action = text;
            return this;
        }

        /** Sets what the environment or tool answered. */
        public Builder observation(String text) {
            observation = text;
            return this;
        }

        /** Sets the environment's reward for the turn. */
        public Builder reward(double value) {
            reward = value;
            return this;
        }

        /** Sets what went wrong. */
        public Builder error(String text) {
            error = text;
            return this;
        }

        /** Sets how long the model took. */
        public Builder modelTime(Duration time) {
            modelTime = time;
            return this;
        }

        /** Sets how long the action took. */
        public Builder actionTime(Duration time) {
            actionTime = time;
            return this;
        }

        /** Sets what the model call cost. */
        public Builder usage(Usage value) {
            usage = value;
            return this;
        }

        /** Sets further facts, by the keys of {@link TurnInfo} or others. */
        public Builder info(Map<String, @Nullable Object> facts) {
            info = facts;
            return this;
        }

        /** Returns the turn. */
        public Turn build() {
            return new Turn(
                    index, prompt, reply, action, observation, reward, error, modelTime, actionTime, usage, info);
        }
    }
}
