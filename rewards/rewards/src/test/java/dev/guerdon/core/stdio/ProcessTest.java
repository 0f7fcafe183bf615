package dev.guerdon.core.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.EngineFrame;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The engine as a child process: how it ends, and what it does not let through. */
@Timeout(240)
class ProcessTest {

    private final List<Process> started = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void end() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    private Process start(String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+DisplayVMOutputToStderr"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), EngineMain.class.getName()));
        Process process =
                new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
        started.add(process);
        return process;
    }

    private static Talk talk(Process process) {
        return new Talk(
                process.getInputStream(),
                process.getOutputStream(),
                process.onExit().thenApply(Process::exitValue));
    }

    private static void hello(Talk talk, long pid) throws IOException {
        talk.send('H', 0, "{\"protocol\":[1,1],\"client\":\"test/1\",\"pid\":" + pid + "}");
        assertThat((char) talk.next().kind()).isEqualTo('H');
    }

    private static long own() {
        return ProcessHandle.current().pid();
    }

    @Test
    @Tag("slow")
    void endsWithItsInputThoughCallsAreStuckAndWorkersRun() throws Exception {
        Path source = folder.resolve("Forever.java");
        Files.writeString(source, """
                import dev.guerdon.api.Reward;
                class Forever {
                    @Reward("forever")
                    static double forever() {
                        System.out.println("begun");
                        while (true) {
                            Thread.onSpinWait();
                        }
                    }
                }
                """);
        Process process = start();
        Talk talk = talk(process);
        hello(talk, own());
        assertThat(talk.answer("{\"do\":\"load\",\"sources\":[\""
                                + source.toString().replace("\\", "\\\\") + "\"]}")
                        .get("rewards")
                        .asList()
                        .getFirst()
                        .asString())
                .isEqualTo("forever");
        talk.score("{\"reward\":\"forever\",\"deadline\":0}", "{}", "{}", "{}");
        talk.score("{\"reward\":\"stuck_reward\",\"deadline\":0}", "{\"stuck\":true}", "{\"stuck\":true}");
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (process.descendants().findAny().isEmpty()) {
            assertThat(process.isAlive()).as("the process lives").isTrue();
            assertThat(System.nanoTime()).as("a worker starts within a minute").isLessThan(until);
            Thread.sleep(5);
        }
        List<ProcessHandle> workers = process.descendants().toList();
        talk.hangUp();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        for (ProcessHandle worker : workers) {
            worker.onExit().get(60, TimeUnit.SECONDS);
        }
    }

    /** A process that has just started takes its time for everything. */
    @Test
    void firstRequestsMayComeWithTheHello() throws Exception {
        Process process = start();
        Talk talk = talk(process);
        talk.send('H', 0, "{\"protocol\":[1,1]}");
        int first = talk.score("{\"reward\":\"qa_f1_reward\"}", "{\"final_response\":\"cat\",\"answer\":\"cat\"}");
        int second = talk.score("{\"reward\":\"stuck_reward\",\"deadline\":0}", "{\"stuck\":true}", "{\"stuck\":true}");
        talk.send('C', second, "");
        assertThat((char) talk.next().kind()).isEqualTo('H');
        Set<Integer> done = new HashSet<>();
        while (done.size() < 2) {
            EngineFrame frame = talk.next();
            if (frame.kind() == EngineFrame.DONE) {
                done.add(frame.id());
            }
        }
        assertThat(done).containsExactlyInAnyOrder(first, second);
        talk.hangUp();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void endsWithTheProcessOfTheHelloThoughThePipeStaysOpen() throws Exception {
        Process client = start(); // any process that goes on until it is ended
        Process process = start();
        Talk talk = talk(process);
        hello(talk, client.pid());
        assertThat(talk.answer("{\"do\":\"ping\"}").asMap()).isEmpty();
        talk.answer("{\"do\":\"stats\"}");
        client.destroyForcibly().waitFor();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void interruptFromTheTerminalIsTheClientsBusiness() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "signals of POSIX");
        Process process = start();
        Talk talk = talk(process);
        hello(talk, own());
        talk.answer("{\"do\":\"ping\"}");
        for (String signal : List.of("-INT", "-QUIT", "-INT")) {
            assertThat(new ProcessBuilder("/bin/kill", signal, String.valueOf(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            assertThat(talk.answer("{\"do\":\"ping\"}").asMap()).isEmpty();
        }
        talk.hangUp();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whatIsPrintedIsNotAmongTheFrames() throws Exception {
        Process process = start();
        Talk talk = talk(process);
        hello(talk, own());
        for (int i = 0; i < 3; i++) {
            Json result = talk.results(talk.score("{\"reward\":\"printing_reward\"}", "{}"))
                    .getFirst();
            assertThat(result.get("reward").asDouble()).isEqualTo(0.5);
        }
        talk.hangUp();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.getInputStream().read()).as("nothing more").isEqualTo(-1);
    }

    @Test
    @Tag("slow")
    void loadedRewardsRunInWorkersWhichTheyMayEnd() throws Exception {
        Path source = folder.resolve("Leaving.java");
        Files.writeString(source, """
                import dev.guerdon.api.Reward;
                class Leaving {
                    @Reward("leaving")
                    static double leaving(String how) {
                        System.out.println("prints");
                        if (how.equals("exit")) {
                            Runtime.getRuntime().halt(3);
                        }
                        while (how.equals("stay")) {
                            Thread.onSpinWait();
                        }
                        return 1;
                    }
                }
                """);
        Process process = start();
        Talk talk = talk(process);
        hello(talk, own());
        Json bad = talk.error(talk.ask("{\"do\":\"load\",\"sources\":[\"/no/such/File.java\"]}"));
        assertThat(bad.get("message").asString()).contains("File.java");
        talk.answer("{\"do\":\"load\",\"sources\":[\"" + source.toString().replace("\\", "\\\\") + "\"]}");
        assertThat(talk
                        .answer("{\"do\":\"load\",\"sources\":[\""
                                + source.toString().replace("\\", "\\\\") + "\"]}")
                        .get("rewards")
                        .asList()
                        .stream()
                        .map(Json::asString))
                .as("loaded again")
                .containsExactly("leaving");
        String ok = "{\"how\":\"go\"}";
        List<Json> results = talk.results(talk.score(
                "{\"rewards\":[\"leaving\",\"qa_f1_reward\"],\"deadline\":100}",
                "{\"how\":\"go\",\"final_response\":\"cat\",\"answer\":\"cat\"}",
                "{\"how\":\"exit\"}",
                "nonsense",
                ok));
        assertThat(results.getFirst()
                        .get("rewards")
                        .get("leaving")
                        .get("reward")
                        .asDouble())
                .isEqualTo(1);
        assertThat(results.getFirst()
                        .get("rewards")
                        .get("qa_f1_reward")
                        .get("reward")
                        .asDouble())
                .isEqualTo(1);
        assertThat(Talk.reason(results.get(1).get("rewards").get("leaving"))).isEqualTo("ERROR");
        assertThat(Talk.reason(results.get(2))).isEqualTo("INVALID_INPUT");
        assertThat(results.get(3).get("rewards").get("leaving").get("reward").asDouble())
                .isEqualTo(1);
        Json late = talk.results(talk.score("{\"reward\":\"leaving\",\"deadline\":0.5}", "{\"how\":\"stay\"}"))
                .getFirst();
        assertThat(Talk.reason(late)).isEqualTo("TIMEOUT");
        int id = talk.score("{\"reward\":\"leaving\",\"deadline\":0}", "{\"how\":\"stay\"}", ok);
        talk.send('C', id, "");
        assertThat(talk.results(id)).hasSize(2);
        assertThat(talk.results(talk.score("{\"reward\":\"leaving\",\"deadline\":100}", ok))
                        .getFirst()
                        .get("reward")
                        .asDouble())
                .as("the worker of the cancelled call was replaced")
                .isEqualTo(1);
        talk.hangUp();
        assertThat(CompletableFuture.supplyAsync(() -> process.onExit().join()).get(60, TimeUnit.SECONDS))
                .isNotNull();
    }
}
