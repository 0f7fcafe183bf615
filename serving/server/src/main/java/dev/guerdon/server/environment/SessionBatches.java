package dev.guerdon.server.environment;

import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.server.environment.GenericEndpoints.TaskChoice;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.MemberReader;
import dev.guerdon.server.http.ServeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Resets and steps many sessions with one request.
 *
 * <p>The sessions act at once. One that fails says so in its own place, and changes nothing for the others. Where the mask is false,
 * nothing happens and the answer is null.
 */
record SessionBatches(EnvironmentSessions sessions, TaskChoice tasks, Callable<Environment> factory) {

    private static final String NEXT_STEP = "next_step";
    private static final String SAME_STEP = "same_step";
    private static final String DISABLED = "disabled";

    /** Resets the sessions that are named, or makes {@code n} new ones. */
    Map<String, @Nullable Object> reset(Json body) {
        List<String> names = body.find("sessions").isPresent() ? named(body) : fresh(body);
        List<Boolean> mask = mask(body, names.size());
        List<Long> seeds = seeds(body, names.size());
        String split = MemberReader.of(body).text("split").orElse("");
        List<LongFunction<Task>> chosen = chosen(body, names.size(), split);
        List<@Nullable Object> steps = each(
                names,
                mask,
                i -> sessions.reset(
                        names.get(i),
                        factory,
                        session -> GenericEndpoints.stepJson(
                                names.get(i), session.begin(chosen.get(i), seeds.get(i), names.size()))));
        return answer(names, steps);
    }

    /** Returns what each session plays, for a seed that draws what the client left open. */
    private List<LongFunction<Task>> chosen(Json body, int count, String split) {
        if (body.find("tasks").isPresent()) {
            List<Json> wanted = list(body, "tasks", count);
            return sessions.ask(
                    "finding the tasks",
                    () -> wanted.stream().map(one -> forSeed(one, split)).toList());
        }
        @Nullable Json wanted = body.find("task").orElse(null);
        LongFunction<Task> task = sessions.ask("finding the task", () -> forSeed(wanted, split));
        return Collections.nCopies(count, task);
    }

    private LongFunction<Task> forSeed(@Nullable Json wanted, String split) {
        if (wanted == null || wanted.isNull()) {
            return seed -> tasks.of(null, split, seed);
        }
        Task task = tasks.of(wanted, split, null);
        return seed -> task;
    }

    /** Acts in the sessions that are named. */
    Map<String, @Nullable Object> step(Json body) {
        if (body.find("sessions").isEmpty()) {
            throw ServeException.expected(
                    "'sessions' beside 'actions': the names that the reset gave", "no such member");
        }
        List<String> names = named(body);
        List<Boolean> mask = mask(body, names.size());
        List<Json> actions = list(body, "actions", names.size());
        for (int i = 0; i < actions.size(); i++) {
            if (mask.get(i) && !actions.get(i).isString()) {
                throw ServeException.expected(
                        "a text as action " + i, actions.get(i).kind());
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
        String mode = MemberReader.of(body).text("auto_reset").orElse(DISABLED);
        if (!List.of(NEXT_STEP, SAME_STEP, DISABLED).contains(mode)) {
            throw ServeException.expected("'auto_reset' to be next_step, same_step or disabled", "'" + mode + "'");
        }
        return mode;
    }

    /**
     * Returns one step, in the way of Gymnasium's vectors. With {@code next_step}, the step after the last one ignores its action and begins the
     * next episode. With {@code same_step}, the last step begins it: reward and end are those of the episode that is over, the
     * observation is the first of the new one, and {@code final} has the last step whole.
     */
    private static Map<String, @Nullable Object> acted(
            String name, SessionWorld session, String action, String autoReset) {
        boolean over = session.last().map(Step::done).orElse(false);
        if (over && autoReset.equals(NEXT_STEP)) {
            return marked(GenericEndpoints.stepJson(name, session.beginNext()), session, true);
        }
        Step step = session.step(action);
        Map<String, @Nullable Object> answer = GenericEndpoints.stepJson(name, step);
        if (step.done() && autoReset.equals(SAME_STEP)) {
            Step first = session.beginNext();
            answer = GenericEndpoints.stepJson(
                    name, new Step(first.observation(), step.reward(), step.done(), first.info(), step.end()));
            answer.put("final", GenericEndpoints.stepJson(step));
            return marked(answer, session, true);
        }
        return marked(answer, session, false);
    }

    private static Map<String, @Nullable Object> marked(
            Map<String, @Nullable Object> answer, SessionWorld session, boolean fresh) {
        answer.put("fresh", fresh);
        answer.put("seed", session.seed());
        return answer;
    }

    private List<String> fresh(Json body) {
        long count = whole(body.get("n"), "n");
        if (count < 1 || count > sessions.most()) {
            throw ServeException.expected(
                    "'n' from 1 to " + sessions.most() + " (--max-sessions)", String.valueOf(count));
        }
        return IntStream.range(0, (int) count)
                .mapToObj(i -> SessionResolver.newName())
                .toList();
    }

    private List<String> named(Json body) {
        List<String> names = MemberReader.of(body).texts("sessions");
        if (names.size() > sessions.most()) {
            throw ServeException.expected("at most " + sessions.most() + " sessions", String.valueOf(names.size()));
        }
        if (new HashSet<>(names).size() < names.size()) {
            throw ServeException.expected("every session once", "one of them twice");
        }
        return names;
    }

    /** Returns a list with a value for each session. */
    private static List<Json> list(Json body, String name, int count) {
        List<Json> values = MemberReader.of(body).list(name);
        if (values.size() != count) {
            throw ServeException.expected(
                    count + " values in '" + name + "', one for each session", String.valueOf(values.size()));
        }
        return values;
    }

    private static long whole(Json value, String name) {
        if (!MemberReader.isWhole(value)) {
            throw ServeException.expected("a whole number of at most 64 bits as '" + name + "'", value.kind());
        }
        return value.asLong();
    }

    private static List<Boolean> mask(Json body, int count) {
        if (body.find("mask").isEmpty()) {
            return IntStream.range(0, count).mapToObj(i -> true).toList();
        }
        List<Json> mask = list(body, "mask", count);
        List<Boolean> values = new ArrayList<>();
        for (Json value : mask) {
            if (!(value.value() instanceof Boolean truth)) {
                throw ServeException.expected("true or false in 'mask'", value.kind());
            }
            values.add(truth);
        }
        return values;
    }

    /** Returns a seed for each; from one {@code seed}, the sessions count up. */
    private static List<Long> seeds(Json body, int count) {
        if (body.find("seeds").isPresent()) {
            return list(body, "seeds", count).stream()
                    .map(seed -> whole(seed, "seeds"))
                    .toList();
        }
        long first = MemberReader.of(body).whole("seed").orElse(0);
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
        JsonMembers answer = new JsonMembers().with("session", name);
        try {
            return work.call();
        } catch (ServeException e) {
            answer.putAll(e.answer());
        } catch (GuerdonException e) {
            answer.putAll(JsonResponses.error("bad_request", String.valueOf(e.getMessage())));
        } catch (Exception e) {
            answer.putAll(JsonResponses.error("internal", "internal error; the server's log has it"));
        }
        return answer;
    }

    private static Map<String, @Nullable Object> answer(List<String> names, List<@Nullable Object> steps) {
        return new JsonMembers().with("sessions", names).with("steps", steps);
    }
}
