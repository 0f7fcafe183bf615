package dev.guerdon.lab.spi;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.JsonCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One finished episode of a run, without what was said in it.
 *
 * @param task the task's id
 * @param repeat which repeat of the task, from 0
 * @param seed the rollout's seed
 * @param domain the task's domain for breakdowns, empty if it has none
 * @param gold the gold answer where the task has one, else empty
 * @param score the reward, or why there is none
 * @param ending how it ended
 * @param effort what it took
 */
@Experimental
public record Episode(
        String task, int repeat, long seed, String domain, String gold, Score score, Ending ending, Effort effort) {

    private static final Pattern MODEL =
            Pattern.compile("^(?:openai|openai-compatible|anthropic|ollama|cli|replay|policy):\\S+ ");

    /**
     * End of an episode.
     *
     * @param finish why the episode ended
     * @param completed whether it was ended by the agent's own final answer or by the environment's own end
     * @param answer the final response
     * @param error what failed, empty where nothing did
     */
    public record Ending(FinishReason finish, boolean completed, String answer, String error) {}

    /**
     * Effort of an episode.
     *
     * @param steps how many turns it took
     * @param usage what the model calls cost
     * @param started when it began
     * @param duration how long it took
     * @param retries how often the model was asked again, after a rate limit, a timeout or an error of its server
     * @param waited how much of the time went into waiting before the model was asked
     */
    public record Effort(int steps, Usage usage, Instant started, Duration duration, int retries, Duration waited) {

        /** Returns what an episode took in which nothing was waited for. */
        public Effort(int steps, Usage usage, Instant started, Duration duration) {
            this(steps, usage, started, duration, 0, Duration.ZERO);
        }

        /** Returns what both took together, whatever took place first. */
        public Effort plus(Effort other) {
            return new Effort(
                    steps + other.steps,
                    usage.plus(other.usage),
                    started,
                    duration.plus(other.duration),
                    retries + other.retries,
                    waited.plus(other.waited));
        }

        /** No turn and no time. */
        public static final Effort NONE = new Effort(0, Usage.NONE, Instant.EPOCH, Duration.ZERO);
    }

    /**
     * Returns the episode that a rollout was.
     *
     * @param part the part of the suite, which is the domain of a task that names none
     */
    public static Episode of(Rollout rollout, String part) {
        Task task = rollout.plan().task();
        FinishReason finish = rollout.trajectory().finishReason();
        return new Episode(
                task.id(),
                rollout.plan().repeat(),
                rollout.plan().seed(),
                task.field("domain").map(Episode::text).orElse(part),
                goldOf(task),
                rollout.score(),
                new Ending(finish, finish.completed(), rollout.finalResponse(), rollout.error()),
                new Effort(
                        rollout.turns().size(),
                        rollout.usage(),
                        rollout.trajectory().started(),
                        rollout.trajectory().duration(),
                        (int) metric(rollout, "retries"),
                        Duration.ofMillis(Math.round(1e3 * metric(rollout, "waited_seconds")))));
    }

    /** Returns the gold answer of a task, empty if it has none. */
    public static String goldOf(Task task) {
        return task.field("answer")
                .or(() -> task.field("gold"))
                .map(Episode::text)
                .orElse("");
    }

    private static double metric(Rollout rollout, String name) {
        return rollout.trajectory().metrics().getOrDefault(name, 0.0);
    }

    private static String text(Json value) {
        return value.isString() ? value.asString() : JsonCodec.write(value);
    }

    /** Returns the reward that was earned, 0 where nothing was scored. For averages it is not: {@link MeanEstimate} has the rule for them. */
    public double reward() {
        return score instanceof Score.Scored scored ? scored.result().reward() : 0;
    }

    public boolean scored() {
        return score instanceof Score.Scored;
    }

    /** Returns whether the model, the environment or the agent failed, so that the episode is worth running again. */
    public boolean failed() {
        return ending.finish().failed();
    }

    /** Returns whether a limit cut it. */
    public boolean truncated() {
        return ending.finish().kind() == FinishReason.Kind.TRUNCATED;
    }

    /** Returns the same episode with another score. */
    public Episode withScore(Score score) {
        return new Episode(task, repeat, seed, domain, gold, score, ending, effort);
    }

    /** Returns why the episode ended. */
    public FinishReason finish() {
        return ending.finish();
    }

    /** Returns whether it was ended by the agent's own final answer or by the environment's own end. */
    public boolean completed() {
        return ending.completed();
    }

    /** Returns the final response. */
    public String answer() {
        return ending.answer();
    }

    /** Returns what failed, empty where nothing did. */
    public String error() {
        return ending.error();
    }

    /** Returns what failed, without the name of the model before it, where there is room for a few words only. */
    public String errorInShort() {
        return MODEL.matcher(ending.error()).replaceFirst("");
    }

    /** Returns how many turns it took. */
    public int steps() {
        return effort.steps();
    }

    /** Returns what the model calls cost. */
    public Usage usage() {
        return effort.usage();
    }

    /** When it began. */
    public Instant started() {
        return effort.started();
    }

    /** Returns how long it took. */
    public Duration duration() {
        return effort.duration();
    }

    /** Returns how often the model was asked again. */
    public int retries() {
        return effort.retries();
    }

    /** Returns how much of the time went into waiting before the model was asked. */
    public Duration waited() {
        return effort.waited();
    }

    /** Names the episode within its run. */
    public String key() {
        return task + "#" + repeat;
    }

    /** Returns the mean reward of each task over its scored repeats, in the order in which tasks first appear; a task without is left out. */
    public static Map<String, Double> meanByTask(List<Episode> episodes) {
        record Sum(double total, int count) {}
        Map<String, Sum> sums = new LinkedHashMap<>();
        for (Episode episode : episodes) {
            if (episode.scored()) {
                sums.merge(
                        episode.task(),
                        new Sum(episode.reward(), 1),
                        (a, b) -> new Sum(a.total + b.total, a.count + b.count));
            }
        }
        Map<String, Double> means = new LinkedHashMap<>();
        sums.forEach((task, sum) -> means.put(task, sum.total / sum.count));
        return means;
    }
}
