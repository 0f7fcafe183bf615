package dev.guerdon.benchmarks;

import dev.guerdon.benchmarks.cluster.SimulateCluster;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Runs benchmarks by name, or lists them. */
public final class Benchmarks {

    private Benchmarks() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("simulate-cluster")) {
            simulate(Arrays.copyOfRange(arguments, 1, arguments.length));
            return;
        }
        List<Benchmark> all = Stream.of(
                        new AgentsBenchmark(),
                        new AlfworldBenchmark(),
                        new BrowserBenchmark(),
                        new BrowserTextBenchmark(),
                        new CatalogueBenchmark(),
                        new CompareBenchmark(),
                        new IsolateBenchmark(),
                        new MathBenchmark(),
                        new QaBenchmark(),
                        new RunsBenchmark(),
                        new RunsBenchmark.View(),
                        new ScienceworldBenchmark(),
                        new ScoreBenchmark(),
                        new ScoreBenchmark.Spark(),
                        new ServeBenchmark(),
                        new ServeBenchmark.Soak(),
                        new ServeBenchmark.Idle(),
                        new SizeBenchmark(),
                        new VectorBenchmark(),
                        new WebshopBenchmark(),
                        new WebshopFullBenchmark(),
                        new WebshopLargeBenchmark())
                .sorted(Comparator.comparing(Benchmark::name))
                .toList();
        if (arguments.length == 0) {
            System.out.println("usage: ./dev bench NAME [ARGUMENT]...   or   ./dev bench all");
            all.forEach(one -> System.out.printf("  %-14s %s%n", one.name(), one.description()));
            return;
        }
        List<Benchmark> chosen = all.stream()
                .filter(one -> arguments[0].equals("all") || one.name().equals(arguments[0]))
                .toList();
        if (chosen.isEmpty()) {
            System.err.println("no benchmark '" + arguments[0] + "'; there are: "
                    + String.join(", ", all.stream().map(Benchmark::name).toList()));
            System.exit(2);
        }
        for (Benchmark one : chosen) {
            System.out.println("# " + one.name() + ": " + one.description());
            one.run(System.out, Arrays.copyOfRange(arguments, 1, arguments.length));
            System.out.println();
        }
    }

    private static void simulate(String[] arguments) throws IOException {
        try {
            SimulateCluster.run(System.out, arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }
}
