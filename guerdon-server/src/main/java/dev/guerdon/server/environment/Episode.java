package dev.guerdon.server.environment;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.Resources;
import dev.guerdon.core.RolloutContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One episode of a session: its task, what happened in it, and what tools and rewards of it hold. Used under the session's lock. */
final class Episode implements AutoCloseable {

    /** How many characters of an episode are kept for its reward. An episode that says more cannot be scored by one. */
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
    private @Nullable Score score;

    /**
     * An episode.
     *
     * @param kept whether what happens is kept, for a reward or for tools that look at it
     */
    Episode(
            String session,
            TaskLists.Found found,
            long seed,
            Step first,
            Resources resources,
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

    /** The agent acted. */
    void acted(String action, Step step) {
        keep(Message.assistant(action));
        keep(Message.user(step.observation().text()));
        lastAction = action;
        add(step);
    }

    /** The agent called a tool. */
    void called(ToolCall call, Step step) {
        keep(Message.assistant("", List.of(call)));
        keep(Message.tool(call.id(), call.name(), step.observation().text()));
        lastAction = step.info().get(dev.guerdon.api.ToolOutcome.FINAL_RESPONSE) instanceof String answer
                ? answer
                : call.arguments().values().stream()
                        .map(String::valueOf)
                        .findFirst()
                        .orElse("");
        add(step);
    }

    private void add(Step step) {
        steps++;
        sum += step.reward();
        last = step;
    }

    /** What tools and rewards see. */
    EpisodeContext context(Environment environment) {
        others.record(Trajectory.of(List.copyOf(messages)), "");
        return new EpisodeContext(environment, others);
    }

    /** Whether a call of a tool that was given up may still hold what this episode holds. */
    void taint() {
        others.taint();
    }

    boolean isTooLarge() {
        return characters > MOST_CHARACTERS;
    }

    /** How many bytes a sample of this episode has, about. */
    long bytes() {
        return characters;
    }

    /** The episode as a reward sees it. */
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

    /** What the environment itself gave so far. */
    Score own() {
        return new Score.Scored(new RewardResult(sum, Map.of("steps", steps)));
    }

    @Override
    public void close() {
        others.close();
    }
}
