package dev.guerdon.core.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Resource.Status;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * What every environment keeps to.
 *
 * <p>Extend it in the module of the environment. The four abstract methods say which environment, which episode, which task does
 * not exist and how a refusal looks; the others have defaults that suit an environment of little weight.
 */
@SuppressWarnings("JUnitClassModifiers") // subclasses live in other packages
public abstract class EnvironmentTck {

    /** The environment under test. */
    protected abstract EnvironmentProvider provider();

    /** Actions that end the episode of {@link #task()}: the last of them, and none before it, gives a step that is done. */
    protected abstract List<String> episode();

    /** A task that does not exist; the message of the exception must show one of its text fields or its id. */
    protected abstract Task unknownTask();

    /** Whether the environment said with this step that the action makes no sense. */
    protected abstract boolean refused(Step step);

    /** The options to open the environment with. */
    protected Map<String, String> options() {
        return Map.of();
    }

    /** The task of {@link #episode()}. */
    protected Task task() {
        return provider().task(options());
    }

    /** How many instances play at the same time. */
    protected int concurrentInstances() {
        return 1_000;
    }

    /** How many of the listed actions are tried. */
    protected int listedActionsTried() {
        return 300;
    }

    /** What must be equal when an episode is played again; override it where a step carries times or addresses. */
    protected Object comparable(Step step) {
        return step;
    }

    @Test
    void theEpisodeEndsWithItsLastActionAndNotBefore() throws Exception {
        try (Environment environment = open()) {
            assertThat(environment.reset(task()).done()).isFalse();
            List<String> episode = episode();
            for (int i = 0; i < episode.size(); i++) {
                assertThat(environment.step(episode.get(i)).done())
                        .as("done after action %d, %s", i, episode.get(i))
                        .isEqualTo(i == episode.size() - 1);
            }
        }
    }

    @Test
    void theSameTaskAndActionsGiveTheSameSteps() throws Exception {
        List<Object> first;
        try (Environment environment = open()) {
            first = play(environment);
            assertThat(play(environment))
                    .as("the second episode of one instance")
                    .isEqualTo(first);
        }
        try (Environment environment = open()) {
            assertThat(play(environment)).as("another instance").isEqualTo(first);
        }
    }

    @Test
    void resetInTheMiddleOfAnEpisodeForgetsIt() throws Exception {
        try (Environment environment = open()) {
            List<Object> whole = play(environment);
            environment.reset(task());
            for (String action : episode().subList(0, episode().size() / 2)) {
                environment.step(action);
            }
            assertThat(play(environment)).isEqualTo(whole);
        }
    }

    @Test
    void aResourceResetMakesItAsGoodAsNew() throws Exception {
        try (Environment environment = open()) {
            List<Object> whole = play(environment);
            environment.reset();
            assertThat(environment.status()).isEqualTo(Status.READY);
            assertThat(play(environment)).isEqualTo(whole);
        }
    }

    @Test
    void interleavedInstancesDoNotTouchEachOther() throws Exception {
        try (Environment one = open();
                Environment two = open()) {
            List<Object> expected = play(one);
            List<Object> ofOne = new ArrayList<>();
            List<Object> ofTwo = new ArrayList<>();
            ofOne.add(comparable(one.reset(task())));
            for (String action : episode()) {
                ofOne.add(comparable(one.step(action)));
                if (ofTwo.isEmpty()) {
                    ofTwo.add(comparable(two.reset(task())));
                } else {
                    ofTwo.add(comparable(two.step(episode().get(ofTwo.size() - 1))));
                }
            }
            assertThat(ofOne).isEqualTo(expected);
            assertThat(ofTwo).isEqualTo(expected.subList(0, ofTwo.size()));
        }
    }

    @Test
    void aStepAfterTheEndIsRefused() throws Exception {
        try (Environment environment = open()) {
            Step last = environment.reset(task());
            for (String action : episode()) {
                last = environment.step(action);
            }
            for (String action : List.of(episode().getFirst(), "", "no such action")) {
                Step after = environment.step(action);
                assertThat(after.reward()).as("after the end: '%s'", action).isZero();
                assertThat(after.end()).isEqualTo(last.end());
                assertThat(after.info()).containsKey(Step.ERROR);
                assertThat(after.observation().text()).contains("over");
            }
        }
    }

    @Test
    void anUnknownTaskIsAnExceptionThatNamesIt() throws Exception {
        try (Environment environment = open()) {
            Task unknown = unknownTask();
            Throwable thrown = catchThrowable(() -> environment.reset(unknown));
            assertThat(thrown).isInstanceOf(GuerdonException.class);
            String message = String.valueOf(thrown.getMessage());
            List<String> names = new ArrayList<>();
            names.add(unknown.id());
            unknown.fields().values().forEach(value -> names.add(String.valueOf(value)));
            assertThat(names)
                    .as("the message '%s' shows what was asked for", message)
                    .anyMatch(name -> !name.isEmpty() && message.contains(name));
            assertThatCode(() -> play(environment))
                    .as("the environment still works")
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void hostileActionsAreAnsweredAndDoNoHarm() throws Exception {
        try (Environment environment = open()) {
            List<Object> expected = play(environment);
            for (String action : hostileActions()) {
                environment.reset(task());
                String shown = action.substring(0, Math.min(30, action.length()));
                assertThatCode(() -> assertThat(environment.step(action)).isNotNull())
                        .as("action '%s' of %d characters", shown, action.length())
                        .doesNotThrowAnyException();
            }
            assertThat(environment.status()).isEqualTo(Status.READY);
            assertThat(play(environment)).isEqualTo(expected);
        }
    }

    @Test
    void everyListedActionIsAccepted() throws Exception {
        try (Environment environment = open()) {
            environment.reset(task());
            assumeTrue(!environment.actions().isEmpty(), "this environment does not list its actions");
            int tried = 0;
            List<String> episode = episode();
            for (int played = 0; played < episode.size() && tried < listedActionsTried(); played++) {
                List<String> prefix = episode.subList(0, played);
                replay(environment, prefix);
                List<String> listed = environment.actions();
                assertThat(listed).doesNotHaveDuplicates();
                for (String action : listed.subList(0, Math.min(listed.size(), listedActionsTried() - tried))) {
                    replay(environment, prefix);
                    assertThat(refused(environment.step(action)))
                            .as("'%s' is listed after %s and refused", action, prefix)
                            .isFalse();
                    tried++;
                }
            }
        }
    }

    @Test
    void lookingAtActionsHintAndStateChangesNothing() throws Exception {
        try (Environment environment = open()) {
            List<Object> expected = play(environment);
            List<Object> watched = new ArrayList<>();
            watched.add(comparable(environment.reset(task())));
            for (String action : episode()) {
                environment.actions();
                environment.hint();
                assertThat(environment.describeState()).isNotNull();
                watched.add(comparable(environment.step(action)));
            }
            assertThat(watched).isEqualTo(expected);
        }
    }

    @Test
    void closingTwiceIsHarmlessAndTheStatusSaysClosed() throws Exception {
        Environment environment = open();
        assertThat(environment.status()).isEqualTo(Status.READY);
        environment.reset(task());
        environment.close();
        assertThat(environment.status()).isEqualTo(Status.CLOSED);
        environment.close();
        assertThat(environment.status()).isEqualTo(Status.CLOSED);
    }

    @Test
    void closingAnUnusedEnvironmentIsHarmless() {
        Environment environment = provider().open(options());
        environment.close();
        assertThat(environment.status()).isEqualTo(Status.CLOSED);
    }

    @Test
    void manyInstancesPlayAtTheSameTime() throws Exception {
        List<Object> expected;
        try (Environment environment = open()) {
            expected = play(environment);
        }
        int count = concurrentInstances();
        CountDownLatch allReset = new CountDownLatch(count);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<Object>>> played = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                played.add(threads.submit(() -> {
                    try (Environment environment = openOrCountDown(allReset)) {
                        List<Object> steps = new ArrayList<>();
                        try {
                            steps.add(comparable(environment.reset(task())));
                        } finally {
                            allReset.countDown();
                        }
                        assertThat(allReset.await(5, TimeUnit.MINUTES)).isTrue();
                        for (String action : episode()) {
                            steps.add(comparable(environment.step(action)));
                        }
                        return steps;
                    }
                }));
            }
            for (Future<List<Object>> steps : played) {
                assertThat(steps.get()).isEqualTo(expected);
            }
        }
    }

    @Test
    void theProviderDescribesItself() {
        EnvironmentProvider provider = provider();
        assertThat(provider.name()).matches("[a-z][a-z0-9-]*");
        assertThat(provider.description()).isNotBlank();
        Set<String> names = new HashSet<>();
        for (EnvironmentProvider.Option option : provider.options()) {
            assertThat(names.add(option.name()))
                    .as("option %s is listed once", option.name())
                    .isTrue();
            assertThat(option.description()).isNotBlank();
        }
        assertThat(names).containsAll(options().keySet());
    }

    @Test
    void bundledTasksHaveUniqueIdsAndAPrompt() {
        List<Task> tasks = provider().tasks("", options()).limit(200).toList();
        assertThat(tasks).extracting(Task::id).doesNotHaveDuplicates();
        assertThat(tasks).allSatisfy(task -> assertThat(task.messages()).isNotEmpty());
    }

    /** Texts that no environment has a use for. */
    protected List<String> hostileActions() {
        return List.of(
                "",
                " ",
                "\n\r\t",
                "\0",
                "x".repeat(200_000),
                "(".repeat(20_000),
                "{".repeat(20_000) + "}".repeat(20_000),
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
    }

    private Environment open() throws Exception {
        Environment environment = provider().open(options());
        environment.start();
        return environment;
    }

    private Environment openOrCountDown(CountDownLatch latch) throws Exception {
        try {
            return open();
        } catch (Throwable e) {
            latch.countDown(); // the others must not wait for an instance that never came
            throw e;
        }
    }

    private void replay(Environment environment, List<String> actions) {
        environment.reset(task());
        for (String action : actions) {
            environment.step(action);
        }
    }

    private List<Object> play(Environment environment) {
        List<Object> steps = new ArrayList<>();
        steps.add(comparable(environment.reset(task())));
        for (String action : episode()) {
            steps.add(comparable(environment.step(action)));
        }
        return steps;
    }
}
