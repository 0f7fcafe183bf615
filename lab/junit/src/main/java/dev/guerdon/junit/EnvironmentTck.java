package dev.guerdon.junit;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Resource.Status;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The tests that every environment passes: extend this class in a test of your own, and inherit them.
 *
 * <p>The four abstract methods say which environment, which episode, which task does not exist and how an action looks that made no
 * sense. The other methods have defaults that suit an environment of little weight. The rules themselves stand at {@link Environment}.
 */
@Experimental
@SuppressWarnings("JUnitClassModifiers") // subclasses live in other packages
public abstract class EnvironmentTck {

    /** Returns the environment under test. */
    protected abstract EnvironmentProvider provider();

    /**
     * Actions that end the episode of {@link #task()} with {@link #seed()}: the last of them, and none before it, gives a step that is
     * done. Put one in that makes no sense.
     */
    protected abstract List<String> episode();

    /** Returns a task that does not exist; the message of the exception must show one of its fields or its id. */
    protected abstract Task unknownTask();

    /** Returns whether the environment said with this step that the action makes no sense. */
    protected abstract boolean refused(Step step);

    /** Returns the options to open the environment with. */
    protected Map<String, String> options() {
        return Map.of();
    }

    /** Returns the task of {@link #episode()}. */
    protected Task task() {
        return provider().task(options());
    }

    /** Returns the seed of {@link #episode()}. */
    protected long seed() {
        return 0;
    }

    /** Returns how many instances play at the same time. */
    protected int concurrentInstances() {
        return 1_000;
    }

    /** Returns how many of the listed actions are tried one by one. */
    protected int listedActionsTried() {
        return 300;
    }

    /** Returns how many steps are taken by picking from {@link Environment#actions()}. */
    protected int randomSteps() {
        return 1_000;
    }

    /** Returns what must be equal when an episode is played again; override it where a step carries times or addresses. */
    protected Object comparable(Step step) {
        return step;
    }

    /** Texts that no environment has a use for. */
    protected List<String> hostileActions() {
        return HostileActions.LIST;
    }

    @Test
    void theEpisodeEndsWithItsLastActionAndNotBefore() throws Exception {
        try (Environment environment = open()) {
            StepChecks steps = StepChecks.of(environment.reset(task(), seed()));
            List<String> episode = episode();
            for (int i = 0; i < episode.size(); i++) {
                Step step = steps.add(environment.step(episode.get(i)), episode.get(i));
                int number = i;
                assertEquals(
                        i == episode.size() - 1,
                        step.done(),
                        () -> "done after action " + number + ", '" + episode.get(number) + "'");
            }
        }
    }

    @Test
    void theSameTaskSeedAndActionsGiveTheSameSteps() throws Exception {
        List<Object> first;
        try (Environment environment = open()) {
            first = play(environment, seed());
            assertEquals(first, play(environment, seed()), "the second episode of one instance");
        }
        try (Environment environment = open()) {
            assertEquals(first, play(environment, seed()), "another instance");
        }
    }

    @Test
    void everySeedIsAcceptedAndRepeatable() throws Exception {
        try (Environment environment = open();
                Environment other = open()) {
            List<Object> expected = play(environment, seed());
            for (long seed : List.of(seed() + 1, 4_294_967_296L, -1L, Long.MAX_VALUE, Long.MIN_VALUE)) {
                List<Object> one = play(environment, seed);
                assertEquals(one, play(other, seed), () -> "the seed " + seed + " in two instances");
            }
            assertEquals(expected, play(environment, seed()), "the first seed again, after the others");
        }
    }

    @Test
    void resetInTheMiddleOfAnEpisodeForgetsIt() throws Exception {
        try (Environment environment = open()) {
            List<Object> whole = play(environment, seed());
            environment.reset(task(), seed());
            for (String action : episode().subList(0, episode().size() / 2)) {
                environment.step(action);
            }
            assertEquals(whole, play(environment, seed()));
        }
    }

    @Test
    void aResourceResetMakesItAsGoodAsNew() throws Exception {
        try (Environment environment = open()) {
            List<Object> whole = play(environment, seed());
            environment.reset();
            assertEquals(Status.READY, environment.status());
            assertEquals(whole, play(environment, seed()));
        }
    }

    @Test
    void aStepAfterTheEndIsRefusedAndChangesNothing() throws Exception {
        try (Environment environment = open()) {
            List<Object> whole = new ArrayList<>();
            Step last = playTo(environment, seed(), whole);
            String state = environment.describeState();
            List<String> actions = environment.actions();
            List<String> tried = new ArrayList<>(episode());
            tried.addAll(List.of("", "no such action", "x".repeat(environment.longestAction() + 1)));
            tried.addAll(actions.subList(0, Math.min(actions.size(), 20)));
            for (String action : tried) {
                Step after = environment.step(action);
                assertAll(
                        "after the end: '" + StepChecks.shown(action) + "'",
                        () -> assertEquals(0.0, after.reward(), "no reward"),
                        () -> assertTrue(after.done(), "the episode stays over"),
                        () -> assertEquals(last.end(), after.end(), "the same end"),
                        () -> assertEquals(last.score(), after.score(), "the same score"),
                        () -> assertTrue(after.info().containsKey(Step.ERROR), "the info has an error"),
                        () -> assertFalse(after.observation().text().isBlank(), "the observation says why"),
                        () -> assertEquals(state, environment.describeState(), "the same state"),
                        () -> assertEquals(actions, environment.actions(), "the same actions"));
            }
            assertEquals(whole, play(environment, seed()), "the episode again");
        }
    }

    @Test
    void anActionThatIsTooLongIsAnsweredAndNotCarriedOut() throws Exception {
        try (Environment environment = open()) {
            int longest = environment.longestAction();
            assertTrue(longest > 0, "longestAction() is a number of characters, found " + longest);
            for (int played = 0; played < episode().size(); played++) {
                String brief = episode().get(played);
                String action = brief + " ".repeat(longest);
                Step before = replay(environment, episode().subList(0, played));
                List<String> actions = environment.actions();
                Step answer = environment.step(action);
                String error = String.valueOf(answer.info().get(Step.ERROR)).replace(",", "");
                assertAll(
                        "'" + StepChecks.shown(action) + "'",
                        () -> assertTrue(
                                error.contains(String.valueOf(longest))
                                        && error.contains(String.valueOf(action.length())),
                                "info.error says the limit and the length, found: " + error),
                        () -> assertEquals(0.0, answer.reward(), "no reward"),
                        () -> assertFalse(answer.terminated(), "not the end"),
                        () -> assertEquals(before.score(), answer.score(), "the same score"),
                        () -> assertEquals(actions, environment.actions(), "the same actions"));
                Step next = answer.done() ? answer : environment.step(brief);
                Step otherwise = replay(environment, episode().subList(0, played + 1));
                if (!next.truncated()) {
                    assertEquals(
                            otherwise.observation().text(),
                            next.observation().text(),
                            () -> "the next action, '" + brief + "', sees the world as it was");
                }
            }
        }
    }

    @Test
    void randomPlayKeepsToTheRules() throws Exception {
        try (Environment environment = open()) {
            Random dice = new Random(18);
            int left = randomSteps();
            int idle = 0;
            for (long seed = seed(); left > 0; seed++) {
                StepChecks steps = StepChecks.of(environment.reset(task(), seed));
                assumeFalse(
                        environment.actions().isEmpty() && left == randomSteps(),
                        "this environment does not list its actions");
                int begun = left;
                while (left > 0
                        && !steps.last().done()
                        && !environment.actions().isEmpty()) {
                    List<String> actions = environment.actions();
                    String action = actions.get(dice.nextInt(actions.size()));
                    steps.add(environment.step(action), action);
                    left--;
                }
                idle = left == begun ? idle + 1 : 0;
                assertTrue(idle < 10, "ten episodes in a row begin without an action");
            }
            assertEquals(Status.READY, environment.status());
        }
    }

    @Test
    void aStepThatWasGivenDoesNotChangeLater() throws Exception {
        try (Environment environment = open()) {
            List<Step> given = new ArrayList<>(List.of(environment.reset(task(), seed())));
            List<String> asGiven = new ArrayList<>(List.of(given.getFirst().toString()));
            for (String action : episode()) {
                given.add(environment.step(action));
                asGiven.add(given.getLast().toString());
            }
            environment.reset(task(), seed() + 1);
            assertEquals(asGiven, given.stream().map(Step::toString).toList());
        }
    }

    @Test
    void manyInterleavedInstancesDoNotTouchEachOther() throws Exception {
        new EnvironmentCrowd(this).interleaved();
    }

    @Test
    void manyInstancesPlayAtTheSameTime() throws Exception {
        new EnvironmentCrowd(this).concurrent();
    }

    @Test
    void aStepBeforeTheFirstResetIsAnExceptionThatSaysSo() throws Exception {
        try (Environment environment = open()) {
            GuerdonException thrown = assertThrows(GuerdonException.class, () -> environment.step("look"));
            assertTrue(
                    String.valueOf(thrown.getMessage()).contains("reset"),
                    () -> "says to reset: " + thrown.getMessage());
            assertDoesNotThrow(() -> play(environment, seed()), "the environment still works");
        }
    }

    @Test
    void anUnknownTaskIsAnExceptionThatNamesIt() throws Exception {
        try (Environment environment = open()) {
            Task unknown = unknownTask();
            GuerdonException thrown = assertThrows(GuerdonException.class, () -> environment.reset(unknown, seed()));
            String message = String.valueOf(thrown.getMessage());
            List<String> names = new ArrayList<>(List.of(unknown.id()));
            unknown.fields().values().forEach(value -> names.add(String.valueOf(value)));
            assertTrue(
                    names.stream().anyMatch(name -> !name.isEmpty() && message.contains(name)),
                    () -> "the message '" + message + "' shows what was asked for");
            assertDoesNotThrow(() -> play(environment, seed()), "the environment still works");
        }
    }

    @Test
    void hostileActionsAreAnsweredAndDoNoHarm() throws Exception {
        try (Environment environment = open()) {
            List<Object> expected = play(environment, seed());
            for (String action : hostileActions()) {
                StepChecks steps = StepChecks.of(environment.reset(task(), seed()));
                assertDoesNotThrow(
                        () -> assertNotNull(steps.add(environment.step(action), action)),
                        () -> "action '" + StepChecks.shown(action) + "'");
            }
            assertEquals(Status.READY, environment.status());
            assertEquals(expected, play(environment, seed()));
        }
    }

    @Test
    void everyListedActionIsAccepted() throws Exception {
        try (Environment environment = open()) {
            environment.reset(task(), seed());
            assumeFalse(environment.actions().isEmpty(), "this environment does not list its actions");
            int tried = 0;
            List<String> episode = episode();
            for (int played = 0; played < episode.size() && tried < listedActionsTried(); played++) {
                List<String> prefix = episode.subList(0, played);
                replay(environment, prefix);
                List<String> listed = environment.actions();
                assertEquals(listed.size(), Set.copyOf(listed).size(), () -> "listed twice: " + listed);
                for (String action : listed.subList(0, Math.min(listed.size(), listedActionsTried() - tried))) {
                    replay(environment, prefix);
                    assertFalse(
                            refused(environment.step(action)),
                            () -> "'" + action + "' is listed after " + prefix + " and refused");
                    tried++;
                }
            }
        }
    }

    @Test
    void lookingAtActionsHintAndStateChangesNothing() throws Exception {
        try (Environment environment = open()) {
            List<Object> expected = play(environment, seed());
            List<Object> watched = new ArrayList<>();
            watched.add(comparable(environment.reset(task(), seed())));
            for (String action : episode()) {
                assertEquals(environment.actions(), environment.actions(), "asked twice");
                environment.hint();
                assertNotNull(environment.describeState());
                watched.add(comparable(environment.step(action)));
            }
            assertEquals(expected, watched);
        }
    }

    @Test
    void closingTwiceIsHarmlessAndTheStatusSaysClosed() throws Exception {
        Environment environment = open();
        assertEquals(Status.READY, environment.status());
        environment.reset(task(), seed());
        environment.close();
        assertEquals(Status.CLOSED, environment.status());
        environment.close();
        assertEquals(Status.CLOSED, environment.status());
        assertThrows(GuerdonException.class, () -> environment.step(episode().getFirst()), "a step after close");
    }

    @Test
    void closingAnUnusedEnvironmentIsHarmless() {
        Environment environment = provider().open(options());
        environment.close();
        assertEquals(Status.CLOSED, environment.status());
    }

    @Test
    void theProviderDescribesItself() {
        EnvironmentProvider provider = provider();
        assertTrue(provider.name().matches("[a-z][a-z0-9-]*"), provider::name);
        assertFalse(provider.description().isBlank(), "a description");
        Set<String> names = new HashSet<>();
        for (EnvironmentProvider.Option option : provider.options()) {
            assertTrue(names.add(option.name()), () -> "the option '" + option.name() + "' is listed once");
            assertFalse(option.description().isBlank(), () -> "the option '" + option.name() + "' has a description");
        }
        assertTrue(names.containsAll(options().keySet()), () -> "the options of this test are among " + names);
    }

    @Test
    void bundledTasksHaveUniqueIdsAndAPrompt() {
        List<Task> tasks = provider().tasks("", options()).limit(200).toList();
        Set<String> ids = new HashSet<>();
        for (Task task : tasks) {
            assertTrue(ids.add(task.id()), () -> "the id '" + task.id() + "' is used once");
            assertFalse(task.messages().isEmpty(), () -> "the task '" + task.id() + "' has a prompt");
        }
    }

    Environment open() throws Exception {
        Environment environment = provider().open(options());
        environment.start();
        return environment;
    }

    private Step replay(Environment environment, List<String> actions) {
        Step last = environment.reset(task(), seed());
        for (String action : actions) {
            last = environment.step(action);
        }
        return last;
    }

    /** Plays {@link #episode()}; with another seed than its own, whatever comes of these actions then. */
    List<Object> play(Environment environment, long seed) {
        List<Object> steps = new ArrayList<>();
        playTo(environment, seed, steps);
        return steps;
    }

    private Step playTo(Environment environment, long seed, List<Object> played) {
        Step last = environment.reset(task(), seed);
        played.add(comparable(last));
        for (String action : episode()) {
            last = environment.step(action);
            played.add(comparable(last));
        }
        return last;
    }

    /** Texts that no environment has a use for, and some have trouble with. */
    static final class HostileActions {

        static final List<String> LIST = List.of(
                "",
                " ",
                "\n\r\t",
                "\0",
                "x".repeat(200_000),
                "x".repeat(16_384),
                "(".repeat(16_000),
                "{".repeat(8_000) + "}".repeat(8_000),
                "\ud800 lone \udfff",
                "\u202eright to left\u202c",
                "go to \ud83d\ude80",
                "%s%n%d",
                "${jndi:ldap://localhost/x}",
                "'; DROP TABLE tasks; --",
                "<script>alert(1)</script>",
                "../../../../etc/passwd",
                "{\"action\": \"look\"}",
                "null",
                "click[",
                "search[]",
                "-1",
                "(a+)+$".repeat(1_000));

        private HostileActions() {}
    }
}
