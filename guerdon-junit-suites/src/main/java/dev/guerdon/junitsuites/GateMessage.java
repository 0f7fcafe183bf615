package dev.guerdon.junitsuites;

import dev.guerdon.lab.Gate;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.TaskChange;
import dev.guerdon.lab.spi.Comparison.Versus;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Says why a gate failed: what regressed, from which reward to which, and what to do. */
final class GateMessage {

    private static final int MOST = 30;

    private GateMessage() {}

    static String of(String suite, Path baseline, Versus versus, Gate gate, Path run) {
        StringBuilder out = new StringBuilder();
        out.append(String.format(
                Locale.ROOT,
                "%s %s its baseline %s: mean reward %s -> %s on %d tasks",
                suite,
                gate.decided() ? "is worse than" : "cannot be compared with",
                baseline,
                reward(versus.baseMean()),
                reward(versus.candidateMean()),
                versus.tasks()));
        gate.checks().stream()
                .filter(check -> !check.passed())
                .forEach(check ->
                        out.append("\n  ").append(check.rule()).append(": ").append(check.message()));
        list(out, "regressed", versus.changes(Change.REGRESSED));
        list(out, "flaky", versus.changes(Change.FLAKY));
        list(out, "fixed", versus.changes(Change.FIXED));
        versus.config().forEach(change -> {
            if (List.of("agent", "model", "reward", "suite").contains(change.name())) {
                out.append("\nthe ").append(change.name()).append(" was ").append(change.base());
                out.append(", and is ").append(change.candidate());
            }
        });
        out.append("\nThe run is kept in ").append(run).append("; 'guerdon show' tells what happened in each task.");
        out.append("\nWhere this is as it should be, run the test with -D")
                .append(SuiteGate.UPDATE)
                .append("=true and commit the baseline.");
        return out.toString();
    }

    private static String reward(double mean) {
        return Double.isNaN(mean) ? "n/a" : String.format(Locale.ROOT, "%.3f", mean);
    }

    private static void list(StringBuilder out, String title, List<TaskChange> changes) {
        if (changes.isEmpty()) {
            return;
        }
        out.append('\n').append(title).append(':');
        changes.stream()
                .limit(MOST)
                .forEach(change -> out.append(String.format(
                        Locale.ROOT, "%n  %s  %.3f -> %.3f", change.task(), change.base(), change.candidate())));
        if (changes.size() > MOST) {
            out.append("\n  and ").append(changes.size() - MOST).append(" more");
        }
    }
}
