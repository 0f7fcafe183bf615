package dev.guerdon.benchmarks;

import dev.guerdon.agent.AgentCatalogue;
import dev.guerdon.agent.RolloutEngine;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.Registry;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ten thousand rollouts at once whose model makes them wait, each with a live ALFWorld game, in a JVM of 1 GB and 2 processors.
 *
 * <p>In the third turn the model answers nobody before all rollouts have asked, so all of them are truly under way at once; what
 * lives on the heap is measured at that moment. In the other turns it takes its time with each answer, as a model does.
 */
final class AgentsBenchmark {

    private static final int ROLLOUTS = 10_000;
    private static final int TURNS = 5;
    private static final long THINKING_MILLIS = 1_000;

    /** The turn, from 0, in which all wait for all. */
    private static final int GATHERING = 2;

    private static final long HEAP = 1L << 30;

    static void run(PrintStream out, String[] arguments) throws Exception {
        int rollouts = arguments.length > 0 ? Integer.parseInt(arguments[0]) : ROLLOUTS;
        if (Runtime.getRuntime().maxMemory() > HEAP || Runtime.getRuntime().availableProcessors() > 2) {
            inSmallJvm(rollouts);
        } else {
            measure(out, rollouts);
        }
    }

    private static void inSmallJvm(int rollouts) throws Exception {
        int status = new ProcessBuilder(BenchmarkClock.java(
                        "-Xmx1000m",
                        "-XX:ActiveProcessorCount=2",
                        BenchmarkMain.class.getName(),
                        "agents",
                        String.valueOf(rollouts)))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IllegalStateException("the measuring JVM ended with exit code " + status);
        }
    }

    private static void measure(PrintStream out, int rollouts) {
        Registry registry = Registry.discover();
        List<Task> bundled =
                registry.environment("alfworld").tasks("", Map.of()).toList();
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < rollouts; i++) {
            Task task = bundled.get(i % bundled.size());
            tasks.add(new Task("rollout-" + i, task.messages(), task.fields()));
        }
        WaitingModel model = new WaitingModel(rollouts);
        RolloutSetup setup = RolloutSetup.builder(
                        registry, AgentCatalogue.create(Registry.discover(), AgentCatalogue.DEFAULT, Map.of()), model)
                .reward(registry.reward("alfworld_episode_reward"))
                .tools(List.of("alfworld_step"))
                .limits(RolloutLimits.turns(TURNS + 1))
                .build();
        long cpu = BenchmarkClock.processCpuNanos();
        long began = System.nanoTime();
        List<Rollout> done = RolloutEngine.run(setup, tasks, 1, rollouts, 1);
        double seconds = BenchmarkClock.since(began);
        double cpuSeconds = (BenchmarkClock.processCpuNanos() - cpu) / 1e9;
        long scored = done.stream()
                .filter(rollout -> rollout.trajectory().reward().isPresent())
                .count();
        out.printf("%-44s %12d%n", "rollouts at once", rollouts);
        out.printf("%-44s %12d%n", "  of which scored", scored);
        out.printf(
                "%-44s %12d%n",
                "turns in all",
                done.stream().mapToInt(one -> one.turns().size()).sum());
        out.printf("%-44s %12.1f%n", "seconds, of which " + (TURNS - 1) + " the model waits", seconds);
        out.printf("%-44s %12.1f%n", "CPU seconds", cpuSeconds);
        out.printf("%-44s %12.0f%n", "live heap with all under way, MB", model.liveBytes.get() / 1e6);
        out.printf("%-44s %12.1f%n", "  of it per rollout, kB", model.liveBytes.get() / 1e3 / rollouts);
        out.printf("%-44s %12.0f%n", "highest use of heap, garbage included, MB", BenchmarkClock.peakHeap() / 1e6);
        out.printf("%-44s %12.0f%n", "heap limit, MB", Runtime.getRuntime().maxMemory() / 1e6);
        if (scored != rollouts) {
            throw new IllegalStateException("expected every rollout to be scored, found " + scored);
        }
    }

    /** Looks around in the game, and takes a second for each answer. */
    private static final class WaitingModel implements Model {

        private final CountDownLatch asked;
        private final CountDownLatch go = new CountDownLatch(1);
        private final AtomicLong liveBytes = new AtomicLong();

        WaitingModel(int rollouts) {
            asked = new CountDownLatch(rollouts);
        }

        @Override
        public String spec() {
            return "benchmark:waiting";
        }

        @Override
        public ModelSession begin(ModelScope rollout) {
            return (messages, tools) -> {
                try {
                    return answer(messages);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted", e);
                }
            };
        }

        private ModelReply answer(List<Message> messages) throws InterruptedException {
            long turn = messages.stream().filter(Message::isAssistant).count();
            if (turn == GATHERING) {
                asked.countDown();
                if (asked.getCount() == 0 && liveBytes.compareAndSet(0, 1)) {
                    asked.await();
                    System.gc();
                    liveBytes.set(ManagementFactory.getMemoryMXBean()
                            .getHeapMemoryUsage()
                            .getUsed());
                    go.countDown();
                }
                go.await();
            } else if (turn < TURNS) {
                Thread.sleep(THINKING_MILLIS);
            }
            Message reply = turn == TURNS
                    ? Message.assistant("I have seen enough.")
                    : Message.assistant(
                            "Let me see where I am and what there is.",
                            List.of(new ToolCall(
                                    "call_" + turn,
                                    "alfworld_step",
                                    Map.of("action", turn % 2 == 0 ? "look" : "inventory"),
                                    "")));
            return new ModelReply(reply, new Usage(1, 500, 20, 0));
        }
    }
}
