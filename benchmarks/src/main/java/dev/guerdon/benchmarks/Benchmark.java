package dev.guerdon.benchmarks;

import java.io.PrintStream;

/** One benchmark, run by its name. */
public interface Benchmark {

    /** The name after {@code ./dev bench}. */
    String name();

    /** What it measures, in a line. */
    String description();

    /** Measures, and prints what came out. */
    void run(PrintStream out, String[] arguments) throws Exception;
}
