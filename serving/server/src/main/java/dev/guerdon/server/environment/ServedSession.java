package dev.guerdon.server.environment;

import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.ToolEntry;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.scoring.ScoringService;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeState;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeStep;
import dev.guerdon.server.spi.EnvironmentHandle.WantedTask;
import dev.guerdon.server.spi.ServedEnvironment;
import dev.guerdon.server.spi.ServedEnvironment.ServedTask;
import dev.guerdon.server.spi.ServedEnvironment.ServedTool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A session of a client. Everything happens under the lock that the session has in its table. */
final class ServedSession implements EnvironmentHandle {

    private final String id;
    final String client;
    final EnvironmentDeployment place;
    private final ServedEnvironments all;
    private volatile boolean resetting;
    private volatile boolean closed;
    private volatile @Nullable ServedEpisode episode;

    ServedSession(String id, String client, EnvironmentDeployment place, ServedEnvironments all) {
        this.id = id;
        this.client = client;
        this.place = place;
        this.all = all;
    }

    @Override
    public String id() {
        return id;
    }

    /** Returns whether it makes another session in the place of one whose environment was lost. */
    boolean isResetting() {
        return resetting;
    }

    @Override
    public ServedEnvironment environment() {
        return place.served;
    }

    /** Opens the environment. */
    void open() {
        boolean unused = place.sessions.reset(id, place.factory(), session -> true);
    }

    @Override
    @SuppressWarnings("try") // the end of the server waits for it
    public EpisodeStep reset(WantedTask task, @Nullable Long seed) {
        try (ScoringService.Work work = place.hold.begin()) {
            TaskLists.Found found = place.tasks.find(task, seed);
            if (!all.isThere(this)) {
                throw EnvironmentSessions.unknown(id);
            }
            resetting = true;
            try {
                EpisodeStep step = place.sessions.reset(id, place.factory(), session -> {
                    // A reset that waits while its session is closed would make another, which no table knows of.
                    if (closed) {
                        throw EnvironmentSessions.unknown(id);
                    }
                    return begin(session, found, seed);
                });
                all.keep(this);
                return step;
            } finally {
                resetting = false;
                if (closed) {
                    boolean unused = place.sessions.end(id);
                }
                if (!place.sessions.has(id)) {
                    all.ended(id);
                }
            }
        }
    }

    private EpisodeStep begin(SessionWorld session, TaskLists.Found found, @Nullable Long seed) {
        Step first = seed == null ? session.begin(found.task()) : session.begin(found.task(), seed);
        endEpisode();
        boolean kept = !place.definition.reward().isEmpty()
                || !place.definition.tools().isEmpty();
        ServedEpisode begun = new ServedEpisode(
                id,
                found,
                seed == null ? named(found) : seed,
                first,
                place.resources,
                place.definition.settings(),
                kept);
        episode = begun;
        return shown(session, begun);
    }

    /** Returns the seed that a task names, or 0. */
    private static long named(TaskLists.Found found) {
        return found.task()
                .field("seed")
                .filter(value -> value.value() instanceof Long || value.value() instanceof Integer)
                .map(Json::asLong)
                .orElse(0L);
    }

    /** Gives back what the episode held. */
    void endEpisode() {
        ServedEpisode before = episode;
        episode = null;
        if (before != null) {
            before.close();
        }
    }

    /** Returns whether the environment's own reward counts. */
    private boolean own() {
        return place.definition.reward().isEmpty();
    }

    /** Returns the last step, and the score where it ended the episode. */
    private EpisodeStep shown(SessionWorld session, ServedEpisode of) {
        if (!own() && of.last().done() && of.score() == null) {
            of.scored(scored(session, of, ""));
        }
        return new EpisodeStep(of.last(), own(), of.score());
    }

    /** Returns a step that changes nothing in the episode. */
    private EpisodeStep shown(ServedEpisode now, Step step) {
        return new EpisodeStep(step, own(), now.score());
    }

    private Score scored(SessionWorld session, ServedEpisode of, String finalResponse) {
        if (of.isTooLarge()) {
            return new Score.Unscored(
                    Score.Reason.INVALID_INPUT,
                    "the episode has more than " + ServedEpisode.MOST_CHARACTERS
                            + " characters, which is too much to score");
        }
        Environment world = session.look("score", environment -> environment);
        try (ScoringService.Lease lease = place.hold.lease(client)) {
            return lease.score(
                            lease.engine(place.definition.reward()),
                            List.of(of.sample(world, finalResponse)),
                            of.bytes(),
                            lease.definition().limits().batchDeadline())
                    .getFirst();
        } catch (ServeException e) {
            return new Score.Unscored(Score.Reason.RESOURCE, String.valueOf(e.getMessage()));
        }
    }

    /** Does something in the episode. */
    @SuppressWarnings("try") // the end of the server waits for it
    private <T> T in(Function<SessionWorld, T> work) {
        try (ScoringService.Work busy = place.hold.begin()) {
            return place.sessions.in(id, work);
        }
    }

    /** Looks at the episode, also where the server is about to end: the answer to a step needs it. */
    private <T> T look(Function<SessionWorld, T> question) {
        return place.sessions.in(id, question);
    }

    private ServedEpisode begun() {
        ServedEpisode begun = episode;
        if (begun == null) {
            throw new ServeException(409, "no_episode", "there is no episode yet; reset first");
        }
        return begun;
    }

    @Override
    public ServedTask task() {
        return look(session -> place.tasks.shown(begun().found()));
    }

    @Override
    public EpisodeStep step(String action) {
        return in(session -> stepped(session, action));
    }

    private EpisodeStep stepped(SessionWorld session, String action) {
        ServedEpisode now = begun();
        boolean over = now.last().done();
        if (over && now.isEndedByTool()) {
            return shown(now, now.last().afterEnd());
        }
        Step step = session.step(action);
        if (over) {
            // The environment refuses it; the episode and its score stay as they are.
            return shown(now, step);
        }
        now.acted(action, step);
        return shown(session, now);
    }

    @Override
    public String finalAnswerTool() {
        return place.tools.finalAnswer();
    }

    @Override
    public EpisodeStep call(String tool, Map<String, @Nullable Object> arguments) {
        return in(session -> {
            ServedEpisode now = begun();
            ToolEntry entry = place.tools.find(tool).orElse(null);
            if (entry != null) {
                return called(session, now, entry, arguments);
            }
            Optional<String> action = place.tools.action(tool, arguments);
            if (action.isPresent() && place.tools.isFinalAnswer(tool)) {
                return answered(session, now, tool, action.get());
            }
            if (action.isPresent()) {
                return stepped(session, action.get());
            }
            SessionTools.none(arguments);
            List<String> possible = session.look("actions", world -> List.copyOf(world.actions()));
            Step last = now.last();
            Step.Observation listed = Step.Observation.of(String.join("\n", possible));
            return shown(now, new Step(listed, 0, last.done(), Map.of(), last.end()));
        });
    }

    /** Ends an episode whose tools cannot: they only say something. */
    private EpisodeStep answered(SessionWorld session, ServedEpisode now, String tool, String answer) {
        if (now.last().done()) {
            return shown(now, now.last().afterEnd());
        }
        Step end = new Step(
                Step.Observation.of("The episode is over."),
                0,
                true,
                Map.of(ToolOutcome.FINAL_RESPONSE, answer),
                Step.End.TERMINATED);
        now.called(new ToolCall("call-" + now.steps(), tool, Map.of(ServedTool.ANSWER, answer), ""), end);
        return shown(session, now);
    }

    private EpisodeStep called(
            SessionWorld session, ServedEpisode now, ToolEntry entry, Map<String, @Nullable Object> arguments) {
        if (now.last().done()) {
            return shown(now, now.last().afterEnd());
        }
        Step step = session.look("the tool " + entry.name(), world -> step(now, world, entry, arguments));
        if (step.lost()) {
            throw new ServeException(503, "environment_lost", "the environment was lost; reset to begin another");
        }
        now.called(new ToolCall("call-" + now.steps(), entry.name(), arguments, ""), step);
        return shown(session, now);
    }

    private static Step step(
            ServedEpisode now, Environment world, ToolEntry entry, Map<String, @Nullable Object> arguments) {
        try {
            ToolOutcome outcome = entry.call(arguments, now.context(world));
            Object limit = outcome.info().get(ToolOutcome.TRUNCATED_BY);
            Step.End end = Boolean.TRUE.equals(outcome.info().get(ToolOutcome.ENVIRONMENT_FAULT))
                    ? Step.End.lost("the tool " + entry.name() + " lost it")
                    : !outcome.done()
                            ? Step.End.NONE
                            : limit == null ? Step.End.TERMINATED : Step.End.truncated(String.valueOf(limit));
            return new Step(Step.Observation.of(outcome.text()), outcome.reward(), outcome.done(), outcome.info(), end);
        } catch (UnscoredException e) {
            now.taint();
            throw new ServeException(503, "environment_lost", String.valueOf(e.getMessage()));
        } catch (ServeException e) {
            throw e;
        } catch (GuerdonException e) {
            throw new ServeException(400, "bad_arguments", String.valueOf(e.getMessage()));
        } catch (Exception e) {
            throw new ServeException(
                    500, "tool_failed", "the tool " + entry.name() + " failed: " + ForeignCode.reason(e));
        }
    }

    @Override
    public void touch() {
        if (!place.sessions.touch(id)) {
            throw EnvironmentSessions.unknown(id);
        }
    }

    @Override
    public EpisodeState state() {
        return look(session -> {
            ServedEpisode now = episode;
            return now == null
                    ? new EpisodeState("", "", -1, 0, 0, false)
                    : new EpisodeState(
                            now.found().task().id(),
                            now.found().split(),
                            now.found().index(),
                            now.seed(),
                            now.steps(),
                            now.last().done());
        });
    }

    @Override
    public Score score(String finalResponse) {
        return in(session -> {
            ServedEpisode now = begun();
            Score before = now.score();
            if (own()) {
                // An environment that was lost says so here: what it gave before says nothing about the agent.
                Environment unused = session.look("score", world -> world);
                return now.own();
            }
            return before != null && finalResponse.isEmpty() ? before : scored(session, now, finalResponse);
        });
    }

    @Override
    public void close() {
        closed = true;
        boolean unused = place.sessions.end(id);
    }
}
