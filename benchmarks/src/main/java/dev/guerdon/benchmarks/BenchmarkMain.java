package dev.guerdon.benchmarks;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;

/** Runs benchmarks by name, or lists them. */
final class BenchmarkMain {

    private static final List<Benchmark> ALL = List.of(
            new Benchmark(
                    "agents",
                    "10,000 rollouts at once with a waiting model and a live game each, under 1 GB heap on 2"
                            + " processors",
                    AgentsBenchmark::run),
            new Benchmark(
                    "alfworld", "load, reset and steps per CPU second, beside the original", AlfworldBenchmark::run),
            new Benchmark(
                    "browser",
                    "reset and step seconds on a static page, memory per episode, many episodes at once, beside"
                            + " BrowserGym's",
                    BrowserBenchmark::run),
            new Benchmark(
                    "browser-text",
                    "accessibility trees and DOM snapshots as text, pages per CPU second",
                    BrowserTextBenchmark::run),
            new Benchmark(
                    "idle-serve",
                    "the memory of a reward server with 10,000 idle WebSockets, or as many as given; needs a large"
                            + " ulimit -n",
                    ServeBenchmark.Idle::run),
            new Benchmark(
                    "isolate",
                    "guerdon score in worker processes, beside its own process; a thousand deaths (arguments: LINES,"
                            + " DEATHS)",
                    IsolateBenchmark::run),
            new Benchmark(
                    "math",
                    "math_equal_reward and math_verify_reward on the recorded pairs [python with math_verify]",
                    MathBenchmark::run),
            new Benchmark(
                    "qa", "qa_f1_reward alone, calls per CPU second, beside the Python reference", QaBenchmark::run),
            new Benchmark(
                    "runs",
                    "a run store with two runs of 200,000 episodes: list, open, filter, compare",
                    RunsBenchmark::run),
            new Benchmark(
                    "scienceworld",
                    "steps per second beside the Python wrapper, cold and warm; memory of 200 environments; 1,000"
                            + " openings",
                    ScienceworldBenchmark::run),
            new Benchmark(
                    "score",
                    "guerdon score on a 1 GB file, beside merely parsing it (arguments: MEGABYTES, THREADS)",
                    ScoreBenchmark::run),
            new Benchmark(
                    "serve",
                    "rewards over HTTP per core-second; with pythons of virtual environments, beside FastAPI and"
                            + " Granian",
                    ServeBenchmark::run),
            new Benchmark(
                    "soak-serve",
                    "a reward server at its limit, with a stuck reward among good ones; for 60s, or the time given",
                    ServeBenchmark.Soak::run),
            new Benchmark(
                    "spark",
                    "score and run with --on local[1] and local[2], beside one process"
                            + " (--records 1e5,1e6 --bytes 1000 --rounds 2 --episodes 2000)",
                    OnSpark::run),
            new Benchmark(
                    "vector",
                    "10,000 ALFWorld and WebShop environments stepping at once: steps per second, memory, time of a"
                            + " batch [SIZE] [BATCHES]",
                    VectorBenchmark::run),
            new Benchmark(
                    "view",
                    "the viewer's pages over runs of 200,000 and 1,000,000 episodes, with 256 MB; arguments: other"
                            + " sizes",
                    RunsBenchmark.View::run),
            new Benchmark("webshop", "WebShop: steps per CPU second of random episodes", WebshopBenchmark::run),
            new Benchmark(
                    "webshop-full",
                    "WebShop: 1.18 million products, made up to scale: index, memory, latency. Arguments: [PRODUCTS"
                            + " [FOLDER]]",
                    WebshopFullBenchmark::run));

    private BenchmarkMain() {}

    /**
     * Something that is measured, usually beside the original that it stands for.
     *
     * @param name the name on the command line
     * @param description one line on what it measures
     */
    private record Benchmark(String name, String description, Program program) {}

    private interface Program {

        /** Measures, and prints a table that explains itself. */
        void run(PrintStream out, String[] arguments) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            System.out.println("usage: ./dev bench NAME [ARGUMENT]...   or   ./dev bench all");
            ALL.forEach(one -> System.out.printf("  %-14s %s%n", one.name(), one.description()));
            return;
        }
        List<Benchmark> chosen = ALL.stream()
                .filter(one -> arguments[0].equals("all") || one.name().equals(arguments[0]))
                .toList();
        if (chosen.isEmpty()) {
            System.err.println("no benchmark '" + arguments[0] + "'; there are: "
                    + String.join(", ", ALL.stream().map(Benchmark::name).toList()));
            System.exit(2);
        }
        for (Benchmark one : chosen) {
            System.out.println("# " + one.name() + ": " + one.description());
            one.program().run(System.out, Arrays.copyOfRange(arguments, 1, arguments.length));
            System.out.println();
        }
    }
}
