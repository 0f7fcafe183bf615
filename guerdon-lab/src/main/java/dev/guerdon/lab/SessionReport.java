package dev.guerdon.lab;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.Decision;
import dev.guerdon.lab.spi.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes the reports of a session. */
final class SessionReport {

    private SessionReport() {}

    static void write(
            Registry registry,
            RunStore store,
            Path folder,
            List<Decision> decisions,
            Iteration.@Nullable Confirmed confirmed) {
        List<Run> opened = new ArrayList<>();
        try {
            for (Decision decision : decisions) {
                if (!decision.run().isEmpty()) {
                    opened.add(store.open(decision.run()));
                }
            }
            if (!opened.isEmpty()) {
                Report report = Report.of(registry, opened, told(decisions, confirmed));
                report.write(folder.resolve("report.html"));
                report.write(folder.resolve("report.md"));
            }
        } finally {
            opened.forEach(Run::close);
        }
    }

    /** The decisions, of which the winner's also says what the fresh runs showed. */
    private static List<Decision> told(List<Decision> decisions, Iteration.@Nullable Confirmed confirmed) {
        if (confirmed == null) {
            return decisions;
        }
        Optional<Decision> winner = Iteration.standing(decisions);
        return decisions.stream()
                .map(one -> winner.filter(one::equals).isEmpty()
                        ? one
                        : new Decision(
                                one.change(),
                                one.run(),
                                one.against(),
                                one.verdict(),
                                one.reason() + " " + confirmed.sentence(),
                                one.regressions()))
                .toList();
    }
}
