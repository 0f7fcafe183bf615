package dev.guerdon.server.protocol;

import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.server.http.Responses;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.session.EnvironmentSessions;
import dev.guerdon.server.session.Session;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Resets and steps many sessions with one request.
 *
 * <p>The sessions act at once. One that fails says so in its own place, and changes nothing for the others. Where the mask is false,
 * nothing happens and the answer is null.
 */
final class Batches {

    private static final String NEXT_STEP = "next_step";
    private static final String SAME_STEP = "same_step";
    private static final String DISABLED = "disabled";

    private final EnvironmentSessions sessions;
    private final TaskChoice tasks;
    private final Callable<Environment> factory;

    Batches(EnvironmentSessions sessions, TaskChoice tasks, Callable<Environment> factory) {
        this.sessions = sessions;
        this.tasks = tasks;
        this.factory = factory;
    }

    /** Resets the sessions that are named, or makes {@code n} new ones. */
    Map<String, @Nullable Object> reset(Json body) {
        List<String> names = body.find("sessions").isPresent() ? named(body) : fresh(body);
        List<Boolean> mask = mask(body, names.size());
        List<Long> seeds = seeds(body, names.size());
        String split = Bodies.text(body, "split").orElse("");
        List<Task> chosen = chosen(body, names.size(), split);
        List<@Nullable Object> steps = each(
                names,
                mask,
                i -> sessions.reset(
                        names.get(i),
                        factory,
                        session ->
                                StepJson.of(names.get(i), session.begin(chosen.get(i), seeds.get(i), names.size()))));
        return answer(names, steps);
    }

    private List<Task> chosen(Json body, int count, String split) {
        if (body.find("tasks").isPresent()) {
            List<Json> wanted = Bodies.list(body, "tasks");
            Bodies.sameLength("tasks", wanted.size(), count);
            return sessions.ask(
                    "finding the tasks",
                    () -> wanted.stream().map(one -> tasks.of(one, split)).toList());
        }
        @Nullable Json wanted = body.find("task").orElse(null);
        Task task = sessions.ask("finding the task", () -> tasks.of(wanted, split));
        return IntStream.range(0, count).mapToObj(i -> task).toList();
    }

    /** Acts in the sessions that are named. */
    Map<String, @Nullable Object> step(Json body) {
        if (body.find("sessions").isEmpty()) {
            throw Bodies.wrong("'sessions' beside 'actions': the names that the reset gave", "no such member");
        }
        List<String> names = named(body);
        List<Boolean> mask = mask(body, names.size());
        List<Json> actions = Bodies.list(body, "actions");
        Bodies.sameLength("actions", actions.size(), names.size());
        for (int i = 0; i < actions.size(); i++) {
            if (mask.get(i) && !actions.get(i).isString()) {
                throw Bodies.wrong("a text as action " + i, actions.get(i).kind());
            }
        }
        String autoReset = autoReset(body);
        List<@Nullable Object> steps = each(
                names,
                mask,
                i -> sessions.in(
                        names.get(i),
                        session -> acted(names.get(i), session, actions.get(i).asString(), autoReset)));
        return answer(names, steps);
    }

    private static String autoReset(Json body) {
        String mode = Bodies.text(body, "auto_reset").orElse(DISABLED);
        if (!List.of(NEXT_STEP, SAME_STEP, DISABLED).contains(mode)) {
            throw Bodies.wrong("'auto_reset' to be next_step, same_step or disabled", "'" + mode + "'");
        }
        return mode;
    }

    /**
     * One step, in the way of Gymnasium's vectors. With {@code next_step}, the step after the last one ignores its action and begins the
     * next episode. With {@code same_step}, the last step begins it: reward and end are those of the episode that is over, the
     * observation is the first of the new one, and {@code final} has the last step whole.
     */
    private static Map<String, @Nullable Object> acted(String name, Session session, String action, String autoReset) {
        boolean over = session.last().map(Step::done).orElse(false);
        if (over && autoReset.equals(NEXT_STEP)) {
            return marked(StepJson.of(name, session.beginNext()), session, true);
        }
        Step step = session.step(action);
        Map<String, @Nullable Object> answer = StepJson.of(name, step);
        if (step.done() && autoReset.equals(SAME_STEP)) {
            Step first = session.beginNext();
            answer = StepJson.of(
                    name, new Step(first.observation(), step.reward(), step.done(), first.info(), step.end()));
            answer.put("final", StepJson.of(step));
            return marked(answer, session, true);
        }
        return marked(answer, session, false);
    }

    private static Map<String, @Nullable Object> marked(
            Map<String, @Nullable Object> answer, Session session, boolean fresh) {
        answer.put("fresh", fresh);
        answer.put("seed", session.seed());
        return answer;
    }

    private List<String> fresh(Json body) {
        long count = Bodies.whole(body.get("n"), "n");
        if (count < 1 || count > sessions.most()) {
            throw Bodies.wrong("'n' from 1 to " + sessions.most() + " (--max-sessions)", String.valueOf(count));
        }
        return IntStream.range(0, (int) count).mapToObj(i -> sessions.newName()).toList();
    }

    private List<String> named(Json body) {
        List<String> names = Bodies.texts(body, "sessions");
        if (names.size() > sessions.most()) {
            throw Bodies.wrong("at most " + sessions.most() + " sessions", String.valueOf(names.size()));
        }
        if (new HashSet<>(names).size() < names.size()) {
            throw Bodies.wrong("every session once", "one of them twice");
        }
        return names;
    }

    private static List<Boolean> mask(Json body, int count) {
        if (body.find("mask").isEmpty()) {
            return IntStream.range(0, count).mapToObj(i -> true).toList();
        }
        List<Json> mask = Bodies.list(body, "mask");
        Bodies.sameLength("mask", mask.size(), count);
        List<Boolean> values = new ArrayList<>();
        for (Json value : mask) {
            if (!(value.value() instanceof Boolean truth)) {
                throw Bodies.wrong("true or false in 'mask'", value.kind());
            }
            values.add(truth);
        }
        return values;
    }

    /** A seed for each; from one {@code seed}, the sessions count up. */
    private static List<Long> seeds(Json body, int count) {
        if (body.find("seeds").isPresent()) {
            List<Json> seeds = Bodies.list(body, "seeds");
            Bodies.sameLength("seeds", seeds.size(), count);
            return seeds.stream().map(seed -> Bodies.whole(seed, "seeds")).toList();
        }
        long first = Bodies.seed(body).orElse(0);
        return LongStream.range(first, first + count).boxed().toList();
    }

    private static List<@Nullable Object> each(
            List<String> names, List<Boolean> mask, IntFunction<Map<String, @Nullable Object>> work) {
        @Nullable Object[] answers = new @Nullable Object[names.size()];
        CountDownLatch left = new CountDownLatch(names.size());
        for (int i = 0; i < names.size(); i++) {
            int number = i;
            if (mask.get(i)) {
                Thread.ofVirtual().name("guerdon-batch").start(() -> {
                    try {
                        answers[number] = guarded(names.get(number), () -> work.apply(number));
                    } finally {
                        left.countDown();
                    }
                });
            } else {
                left.countDown();
            }
        }
        try {
            left.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GuerdonException("the server is closing", e);
        }
        return Arrays.asList(answers);
    }

    private static Map<String, @Nullable Object> guarded(String name, Callable<Map<String, @Nullable Object>> work) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("session", name);
        try {
            return work.call();
        } catch (ServeException e) {
            answer.putAll(e.answer());
        } catch (GuerdonException e) {
            answer.putAll(Responses.error("bad_request", String.valueOf(e.getMessage())));
        } catch (Exception e) {
            answer.putAll(Responses.error("internal", "internal error; the server's log has it"));
        }
        return answer;
    }

    private static Map<String, @Nullable Object> answer(List<String> names, List<@Nullable Object> steps) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("sessions", names);
        answer.put("steps", steps);
        return answer;
    }
}
