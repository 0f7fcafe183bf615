package dev.guerdon.server.environment;

import dev.guerdon.api.Context;
import dev.guerdon.api.Environment;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.ResourcePools;
import dev.guerdon.core.RolloutContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One episode of a session: its task, what happened in it, and what tools and rewards of it hold. Used under the session's lock. */
final class ServedEpisode implements AutoCloseable {

    /** The most characters of an episode that are kept for its reward. An episode that says more cannot be scored by one. */
    static final long MOST_CHARACTERS = 16L << 20;

    private final TaskLists.Found found;
    private final long seed;
    private final boolean kept;
    private final List<Message> messages = new ArrayList<>();
    private final RolloutContext others;
    private long characters;
    private int steps;
    private double sum;
    private String lastAction = "";
    private Step last;
    private boolean endedByTool;
    private @Nullable Score score;

    /**
     * An episode.
     *
     * @param kept whether what happens is kept, for a reward or for tools that look at it
     */
    ServedEpisode(
            String session,
            TaskLists.Found found,
            long seed,
            Step first,
            ResourcePools resources,
            Map<String, String> settings,
            boolean kept) {
        this.found = found;
        this.seed = seed;
        this.kept = kept;
        this.last = first;
        this.others = resources.rollout(session, "", EpisodeContext.metadata(found.task()), seed, settings);
        found.task().messages().forEach(this::keep);
        // A question shows its prompt, which is said already.
        String shown = first.observation().text();
        if (!said(found.task().messages()).contains(shown)) {
            keep(Message.user(shown));
        }
    }

    private static String said(List<Message> messages) {
        return String.join("\n\n", messages.stream().map(Message::text).toList());
    }

    private void keep(Message message) {
        characters += message.text().length();
        if (kept && characters <= MOST_CHARACTERS) {
            messages.add(message);
        }
    }

    TaskLists.Found found() {
        return found;
    }

    long seed() {
        return seed;
    }

    int steps() {
        return steps;
    }

    Step last() {
        return last;
    }

    @Nullable
    Score score() {
        return score;
    }

    void scored(Score outcome) {
        score = outcome;
    }

    /** Records an action and its step. */
    void acted(String action, Step step) {
        keep(Message.assistant(action));
        keep(Message.user(step.observation().text()));
        lastAction = action;
        add(step);
    }

    /** Records a call of a tool and its step. */
    void called(ToolCall call, Step step) {
        keep(Message.assistant("", List.of(call)));
        keep(Message.tool(call.id(), call.name(), step.observation().text()));
        lastAction = step.info().get(dev.guerdon.api.ToolOutcome.FINAL_RESPONSE) instanceof String answer
                ? answer
                : call.arguments().values().stream()
                        .map(String::valueOf)
                        .findFirst()
                        .orElse("");
        endedByTool = step.done();
        add(step);
    }

    /** Returns whether a tool ended the episode; the environment itself may not know that it is over. */
    boolean isEndedByTool() {
        return endedByTool;
    }

    private void add(Step step) {
        steps++;
        sum += step.reward();
        last = step;
    }

    /** Returns what tools and rewards see. */
    EpisodeContext context(Environment environment) {
        others.record(Trajectory.of(List.copyOf(messages)), "");
        return new EpisodeContext(environment, others);
    }

    /** Marks the resources of the episode: a call of a tool that was given up may still hold them. */
    void taint() {
        others.taint();
    }

    boolean isTooLarge() {
        return characters > MOST_CHARACTERS;
    }

    /** Returns how many bytes a sample of this episode has, about. */
    long bytes() {
        return characters;
    }

    /** Returns the episode as a reward sees it. */
    Sample sample(Environment environment, String finalResponse) {
        List<Message> said = new ArrayList<>(messages);
        String response = finalResponse.isEmpty() ? lastAction : finalResponse;
        if (!finalResponse.isEmpty()) {
            said.add(Message.assistant(finalResponse));
        }
        Trajectory trajectory = Trajectory.of(said);
        others.record(trajectory, response);
        return Sample.of(
                found.task().id(),
                response,
                trajectory,
                found.task().fields(),
                new EpisodeContext(environment, others));
    }

    /** Returns what the environment itself gave so far. */
    Score own() {
        return new Score.Scored(new RewardResult(sum, Map.of("steps", steps)));
    }

    @Override
    public void close() {
        others.close();
    }

    /**
     * One episode as tools and rewards see it: they find the session's own environment. Whatever else they ask for is made for this episode
     * and ends with it.
     *
     * @param environment the session's own
     * @param others has everything else
     */
    record EpisodeContext(Environment environment, RolloutContext others) implements Context {

        /** Returns what rewards and tools read as metadata: the task's own, or all of its fields. */
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
}
