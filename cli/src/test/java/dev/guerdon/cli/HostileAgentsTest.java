package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code guerdon run} in a process of its own, with agents and policies that would harm it. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class HostileAgentsTest {

    private static final String SOURCE = """
            import dev.guerdon.api.agent.*;
            import dev.guerdon.api.*;
            import dev.guerdon.api.Trajectory.FinishReason;
            import java.util.*;

            public final class Hostile {

                static final class Nasty extends Error {
                    @Override public String getMessage() { throw new IllegalStateException("in getMessage"); }
                }

                static void everyThread() {
                    Thread.getAllStackTraces().keySet().forEach(Thread::interrupt);
                    ThreadGroup top = Thread.currentThread().getThreadGroup();
                    while (top.getParent() != null) {
                        top = top.getParent();
                    }
                    top.interrupt();
                }

                static void daemon(boolean daemon, Runnable work) {
                    Thread thread = new Thread(work);
                    thread.setDaemon(daemon);
                    thread.start();
                }

                static void sleepFor(long millis) {
                    long end = System.nanoTime() + millis * 1_000_000;
                    while (System.nanoTime() - end < 0) {
                        try { Thread.sleep(1); } catch (InterruptedException e) { }
                    }
                }

                static int deep(int n) { return deep(n + 1) + 1; }

                static void act(String deed) throws Exception {
                    switch (deed) {
                        case "self" -> Thread.currentThread().interrupt();
                        case "all" -> everyThread();
                        case "background" -> daemon(true, () -> { while (true) { everyThread(); sleepFor(2); } });
                        case "pool" -> java.util.concurrent.ForkJoinPool.commonPool()
                                .submit(Hostile::everyThread).get();
                        case "exit" -> System.exit(0);
                        case "halt" -> Runtime.getRuntime().halt(0);
                        case "stack" -> deep(0);
                        case "memory" -> System.out.println(new long[Integer.MAX_VALUE].length);
                        case "nasty" -> throw new Nasty();
                        case "cancelled" -> throw new java.util.concurrent.CancellationException("not at all");
                        case "streams" -> { System.setOut(null); System.setErr(null); System.setIn(null); }
                        case "closed" -> { System.out.close(); System.err.close(); }
                        case "process" -> {
                            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
                            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
                            System.setProperties(new Properties());
                            Thread.setDefaultUncaughtExceptionHandler((t, e) -> { while (true) { sleepFor(1000); } });
                        }
                        case "hook" -> Runtime.getRuntime().addShutdownHook(
                                new Thread(() -> { while (true) { sleepFor(1000); } }));
                        case "thread" -> daemon(false, () -> { while (true) { sleepFor(1000); } });
                        case "reflect" -> System.class.getMethod("exit", int.class).invoke(null, 0);
                        case "force" -> Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 7);
                        case "heap" -> {
                            List<long[]> kept = new ArrayList<>();
                            while (true) { kept.add(new long[1 << 17]); }
                        }
                        case "spin" -> { while (true) { sleepFor(1000); } }
                        default -> { }
                    }
                    sleepFor(20);
                }

                public static final class Kind implements AgentProvider {
                    @Override public String name() { return "hostile"; }
                    @Override public String description() { return "does what the task is called"; }
                    @Override public List<Setting> settings() { return List.of(); }
                    @Override public boolean usesModel() { return false; }
                    @Override public Agent create(Map<String, String> settings) {
                        return rollout -> {
                            System.err.println("playing " + rollout.task().id());
                            act(rollout.task().id());
                            rollout.addMessage(Message.assistant("x"));
                            return new AgentResult(FinishReason.NO_TOOL_CALLS, "x");
                        };
                    }
                }

                @Tool(value = "harm", description = "does what it is told")
                public static String harm(String deed) throws Exception {
                    act(deed);
                    return "done";
                }

                static Message call(String tool, Task task, List<Message> messages) {
                    return messages.stream().anyMatch(message -> message.role().equals("tool"))
                            ? Message.assistant("x")
                            : Message.assistant("", List.of(new ToolCall("1", tool, Map.of("deed", task.id()), "")));
                }

                public static final class Caller implements Policy {
                    @Override public String name() { return "caller"; }
                    @Override public String description() { return "calls the tool that does harm"; }
                    @Override public Session begin(Task task, Context context, long seed) {
                        return messages -> call("harm", task, messages);
                    }
                }

                public static final class Opener implements Policy {
                    @Override public String name() { return "opener"; }
                    @Override public String description() { return "opens the resource that does harm"; }
                    @Override public Session begin(Task task, Context context, long seed) {
                        return messages -> call("enter", task, messages);
                    }
                }

                static final class Cellar implements Resource {
                    private final String deed;
                    Cellar(String deed) { this.deed = deed; }
                    @Override public void close() {
                        try { act(deed); } catch (Exception e) { throw new IllegalStateException(e); }
                    }
                }

                @Tool(value = "enter", description = "opens what does harm when it is closed")
                public static String enter(String deed, Context context) {
                    context.acquire(
                            ResourceSpec.local("cellar-" + deed, Cellar.class, 1, () -> new Cellar(deed)),
                            Context.Scope.ROLLOUT);
                    return "entered";
                }

                public static final class Bad implements Policy {
                    @Override public String name() { return "bad"; }
                    @Override public String description() { return "does what the task is called"; }
                    @Override public Session begin(Task task, Context context, long seed) {
                        return messages -> {
                            try { act(task.id()); } catch (Exception e) { throw new IllegalStateException(e); }
                            return Message.assistant("x");
                        };
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    private String source = SOURCE;

    private record Outcome(int code, String err, Map<String, Json> episodes) {

        String error(String task) {
            return Objects.requireNonNull(episodes.get(task)).get("error").asString();
        }

        double reward(String task) {
            return Objects.requireNonNull(episodes.get(task)).get("reward").asDouble();
        }
    }

    private Process start(String more, List<String> tasks, String... options) throws IOException {
        Files.writeString(folder.resolve("Hostile.java"), source);
        Files.writeString(
                folder.resolve("suite.yaml"),
                more + "\nreward: qa_em_reward\ntasks:\n"
                        + tasks.stream()
                                .map(task -> "  - {id: " + task + ", question: \"?\", golden_answers: [x]}\n")
                                .collect(Collectors.joining()));
        List<String> arguments = Stream.concat(
                        Stream.of("run", "suite.yaml", "--source", "Hostile.java"), Stream.of(options))
                .toList();
        return command(arguments.toArray(String[]::new))
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    /** A command whose temporary files are in a folder of the test's, if there is one. */
    private ProcessBuilder command(String... arguments) {
        ProcessBuilder builder =
                new ProcessBuilder(Signals.interruptible(Child.command(arguments))).directory(folder.toFile());
        Path temporary = folder.resolve("temporary");
        if (Files.exists(temporary)) {
            builder.environment().put("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary);
        }
        return builder;
    }

    private Outcome end(Process process) throws Exception {
        int code = process.waitFor();
        Checkout.Result shown = Cli.run(
                "show", "latest", "--json", "--runs", folder.resolve("runs").toString());
        Map<String, Json> episodes = new LinkedHashMap<>();
        if (shown.exitCode() == 0) {
            for (Json episode :
                    JsonCodec.read(shown.out(), "the run").get("episodes").asList()) {
                episodes.put(episode.get("task").asString(), episode);
            }
        }
        return new Outcome(code, Files.readString(folder.resolve("err")), episodes);
    }

    /** Waits until the run prints something. */
    private void await(Process process, String text) throws Exception {
        while (process.isAlive() && !Files.readString(folder.resolve("err")).contains(text)) {
            process.waitFor(20, TimeUnit.MILLISECONDS);
        }
        assertThat(Files.readString(folder.resolve("err"))).contains(text);
    }

    private static final String AGENT = "agent: hostile\nmodel: none\n";

    private static final String POLICY = "agent: lines\nmodel: policy:bad\n";

    private static final String TOOL = "agent: tools\ntools: [harm]\nmodel: policy:caller\n";

    private static final String RESOURCE = "agent: tools\ntools: [enter]\nmodel: policy:opener\n";

    private static final List<String> HARMLESS =
            List.of("self", "all", "background", "pool", "closed", "process", "hook", "thread", "fine1", "fine2");

    private static final List<String> FAILING = List.of("exit", "halt", "stack", "memory", "nasty", "cancelled");

    private static final List<String> ALL =
            Stream.concat(HARMLESS.stream(), FAILING.stream()).toList();

    private static void requireOwnEpisodesAlone(Outcome outcome) {
        assertThat(outcome.err)
                .doesNotContain("bug in Guerdon")
                .doesNotContain("Exception in thread")
                .doesNotContain("\tat ");
        assertThat(outcome.code).as(outcome.err).isEqualTo(1);
        assertThat(outcome.episodes).hasSize(ALL.size());
        HARMLESS.forEach(task -> assertThat(outcome.reward(task)).as(task).isEqualTo(1));
        FAILING.forEach(task -> assertThat(outcome.error(task)).as(task).isNotEmpty());
        assertThat(outcome.error("exit")).contains("System.exit(0)");
    }

    @Test
    void whatAnAgentDoesCostsItsOwnEpisode() throws Exception {
        requireOwnEpisodesAlone(end(start(AGENT, ALL)));
    }

    @Test
    void whatAFunctionDoesCostsItsOwnEpisode() throws Exception {
        source = SOURCE.replace("public static final class Kind", "static final class Kind")
                .replace("public final class Hostile {", """
                        public final class Hostile implements Plugin {
                            @Override public void install(Registration registration) {
                                registration.add(Agents.of("hostile", task -> {
                                    System.err.println("playing " + task.id());
                                    act(task.id());
                                    return "x";
                                }));
                            }
                        """);
        requireOwnEpisodesAlone(end(start(AGENT, ALL)));
    }

    @Test
    void whatAPolicyDoesCostsItsOwnEpisode() throws Exception {
        requireOwnEpisodesAlone(end(start(POLICY, ALL)));
    }

    @Test
    void whatAToolDoesCostsItsOwnEpisode() throws Exception {
        requireOwnEpisodesAlone(end(start(TOOL, ALL)));
    }

    @Test
    void whatAResourceDoesWhileItIsClosedCostsNothing() throws Exception {
        Outcome outcome = end(start(RESOURCE, ALL));
        assertThat(outcome.err).doesNotContain("bug in Guerdon").doesNotContain("Exception in thread");
        assertThat(outcome.code).as(outcome.err).isZero();
        ALL.forEach(task -> assertThat(outcome.reward(task)).as(task).isEqualTo(1));
    }

    @Test
    void anExitByReflectionIsReportedAndKeepsWhatWasDone() throws Exception {
        Outcome outcome = end(start(AGENT, List.of("streams", "fine1", "reflect", "fine2"), "--parallel", "1"));
        assertThat(outcome.code).as(outcome.err).isEqualTo(3);
        assertThat(outcome.err).contains("ended the process");
        assertThat(outcome.reward("streams")).isEqualTo(1);
        assertThat(outcome.reward("fine1")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void aHookThatWaitsAndAnAgentThatGoesOnHoldUpNoEnd(String signal) throws Exception {
        Process process = start(AGENT, List.of("hook", "spin"), "--parallel", "1");
        try {
            await(process, "playing spin");
            assertThat(Signals.send(process.toHandle(), signal)).isTrue();
            if (signal.equals("INT")) {
                await(process, "press Ctrl-C again");
                assertThat(Signals.send(process.toHandle(), signal)).isTrue();
            }
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            Outcome outcome = end(process);
            assertThat(outcome.code).as(outcome.err).isEqualTo(130);
            assertThat(outcome.reward("hook")).isEqualTo(1);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void inProcessesOfTheirOwnAgentsCostTheirEpisodeWhateverTheyDo() throws Exception {
        List<String> fine = List.of("fine1", "all", "hook", "thread", "process", "fine2");
        List<String> ends = List.of("reflect", "force", "heap", "exit");
        Outcome outcome = end(start(
                AGENT, Stream.concat(ends.stream(), fine.stream()).toList(), "--isolate", "--worker-memory", "64m"));
        assertThat(outcome.code).as(outcome.err).isEqualTo(1);
        fine.forEach(task -> assertThat(outcome.reward(task)).as(task).isEqualTo(1));
        assertThat(outcome.error("reflect")).contains("its process ended with exit code 0");
        assertThat(outcome.error("force")).contains("its process ended with exit code 7");
        assertThat(outcome.error("heap")).contains("its process ran out of memory (it may use 64 MiB)");
        assertThat(outcome.error("exit")).contains("System.exit(0)");
    }

    @Test
    void ofAKilledRunNoProcessStaysAndTheNextCommandDeletesItsFiles() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Process process = start(AGENT, List.of("hook", "spin"), "--isolate", "--parallel", "2");
        try {
            await(process, "playing spin");
            List<ProcessHandle> children = process.descendants().toList();
            assertThat(children).isNotEmpty();
            process.destroyForcibly().waitFor();
            for (ProcessHandle child : children) {
                child.onExit().get(30, TimeUnit.SECONDS);
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(left(temporary)).isNotEmpty();
        Process next = command("show", "latest").redirectErrorStream(true).start();
        String printed = new String(next.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(next.waitFor()).as(printed).isZero();
        assertThat(left(temporary)).isEmpty();
    }

    private static List<Path> left(Path temporary) throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> !String.valueOf(file.getFileName()).startsWith("hsperfdata"))
                    .toList();
        }
    }
}
