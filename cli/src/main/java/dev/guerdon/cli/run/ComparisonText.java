package dev.guerdon.cli.run;

import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.Gate;
import dev.guerdon.lab.RunPromptSections;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.ConfigChange;
import dev.guerdon.lab.spi.Comparison.Counts;
import dev.guerdon.lab.spi.Comparison.Difference;
import dev.guerdon.lab.spi.Comparison.DomainChange;
import dev.guerdon.lab.spi.Comparison.Subject;
import dev.guerdon.lab.spi.Comparison.TaskChange;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.Interval;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** A comparison as tables and sentences for people. */
record ComparisonText(Comparison comparison, boolean all, TerminalScreen screen) {

    /** Number of tasks of each kind of change that are shown unless all are asked for. */
    static final int LISTED = 20;

    /** How many lines of a changed prompt are shown unless all are asked for. */
    private static final int LISTED_LINES = 60;

    private static final int MAX_WIDTH = 60;

    /** Among more tasks than these no interval is of the kind for few. */
    private static final int HUGE = 10_000;

    String text(List<Gate> gates) {
        StringBuilder out = new StringBuilder(runs());
        for (int i = 0; i < comparison.candidates().size(); i++) {
            out.append(candidate(comparison.candidates().get(i)));
            if (!gates.isEmpty()) {
                out.append('\n').append(gate(gates.get(i)));
            }
        }
        return out.toString();
    }

    /** Returns the figures of each run side by side. */
    private String runs() {
        List<Subject> runs = Stream.concat(
                        Stream.of(comparison.base()),
                        comparison.candidates().stream().map(Versus::candidate))
                .toList();
        List<List<String>> rows = new ArrayList<>();
        row(rows, "", runs, Subject::run);
        row(rows, "average reward", runs, run -> run.metrics().average());
        row(
                rows,
                "  interval",
                runs,
                run -> run.interval().map(ComparisonText::interval).orElse("-"));
        row(rows, "tasks", runs, run -> Integer.toString(run.metrics().tasks()));
        row(rows, "episodes", runs, run -> Integer.toString(run.metrics().episodes()));
        row(rows, "completed", runs, run -> Integer.toString(run.metrics().completed()));
        row(rows, "cut by a limit", runs, run -> Integer.toString(run.metrics().truncated()));
        row(rows, "perfect", runs, run -> Integer.toString(run.metrics().perfect()));
        row(rows, "zero", runs, run -> Integer.toString(run.metrics().zero()));
        row(
                rows,
                "average steps",
                runs,
                run -> String.format(Locale.ROOT, "%.1f", run.metrics().averageSteps()));
        row(rows, "error rate", runs, run -> number(run.metrics().errorRate()));
        row(rows, "unscored", runs, run -> Integer.toString(run.metrics().unscored()));
        Set<String> passes = new LinkedHashSet<>();
        runs.forEach(run -> passes.addAll(run.passAt().keySet()));
        for (String pass : passes) {
            row(
                    rows,
                    pass,
                    runs,
                    run -> Optional.ofNullable(run.passAt().get(pass))
                            .map(ComparisonText::number)
                            .orElse("-"));
        }
        if (!passes.isEmpty()) {
            row(rows, "flaky tasks", runs, run -> Integer.toString(run.flaky().size()));
        }
        return new TextTable(rows.removeFirst(), rows).text(screen);
    }

    private static void row(
            List<List<String>> rows, String name, List<Subject> runs, Function<Subject, String> figure) {
        List<String> row = new ArrayList<>(List.of(name));
        runs.forEach(run -> row.add(figure.apply(run)));
        rows.add(row);
    }

    private String candidate(Versus versus) {
        StringBuilder out = new StringBuilder("\n");
        versus.summary().forEach(sentence -> out.append(sentence).append('\n'));
        out.append(method(versus.difference(), versus.tasks())).append('\n');
        List<ConfigChange> plain = versus.config().stream()
                .filter(change -> !RunPromptSections.isSection(change))
                .toList();
        if (!plain.isEmpty()) {
            out.append('\n').append(config(plain));
        }
        out.append(prompt(versus.config()));
        if (!versus.domains().isEmpty()) {
            out.append('\n').append(domains(versus.domains()));
        }
        if (!versus.changes().isEmpty()) {
            out.append('\n').append(changes(versus));
        }
        return out.toString();
    }

    private static String method(Difference difference, int tasks) {
        int drawn = difference.significance().permutations();
        String test = "permutation test by task, "
                + (difference.significance().exact()
                        ? "exact"
                        : drawn == 0 ? "normal limit" : String.format(Locale.ROOT, "%,d drawn", drawn));
        if (difference.interval().isEmpty()) {
            return "(" + test + ")";
        }
        int resamples = difference.bootstrap().resamples();
        String interval = resamples == 0
                ? "by task, " + (tasks > HUGE ? "normal limit" : "for few that differ")
                : String.format(Locale.ROOT, "bootstrap by task, BCa, %,d resamples", resamples);
        return "(interval: " + interval + "; " + test + ")";
    }

    private String config(List<ConfigChange> config) {
        int shown = all ? config.size() : Math.min(LISTED, config.size());
        return new TextTable(
                                "what differs, base, candidate",
                                config.subList(0, shown).stream()
                                        .map(one -> List.of(one.name(), cell(one.base()), cell(one.candidate())))
                                        .toList())
                        .text(screen)
                + more(config.size() - shown);
    }

    /** Returns how the prompt changed, as a unified diff. */
    private String prompt(List<ConfigChange> config) {
        List<String> lines = config.stream()
                .filter(RunPromptSections::isSection)
                .flatMap(change -> RunPromptSections.difference(change).stream())
                .toList();
        if (lines.isEmpty()) {
            return "";
        }
        int shown = all ? lines.size() : Math.min(LISTED_LINES, lines.size());
        StringBuilder out = new StringBuilder("\nthe prompt differs:\n");
        lines.subList(0, shown).forEach(line -> out.append(painted(line)).append('\n'));
        return out.append(more(lines.size() - shown)).toString();
    }

    private String painted(String line) {
        String visible = line.replaceAll("\\p{Cntrl}", " ");
        return switch (visible.charAt(0)) {
            case '-' -> screen.paint(Style.BAD, visible);
            case '+' -> screen.paint(Style.GOOD, visible);
            default -> visible;
        };
    }

    private String domains(List<DomainChange> domains) {
        return new TextTable(
                        "domain, tasks, base, candidate, difference, interval",
                        domains.stream()
                                .map(one -> List.of(
                                        one.domain().isEmpty() ? "(none)" : cell(one.domain()),
                                        Integer.toString(one.tasks()),
                                        number(one.base()),
                                        number(one.candidate()),
                                        number(one.difference()),
                                        one.interval()
                                                .map(ComparisonText::interval)
                                                .orElse("-")))
                                .toList())
                .text(screen);
    }

    private String changes(Versus versus) {
        List<List<String>> rows = new ArrayList<>();
        int left = 0;
        for (Change change : Change.values()) {
            List<TaskChange> tasks = versus.changes(change);
            int shown = all ? tasks.size() : Math.min(LISTED, tasks.size());
            for (TaskChange task : tasks.subList(0, shown)) {
                rows.add(List.of(
                        change.words(),
                        cell(task.task()),
                        number(task.base()),
                        number(task.candidate()),
                        number(task.difference())));
            }
            left += counted(versus.counts(), change) - shown;
        }
        return new TextTable("change, task, base, candidate, difference", rows)
                        .paint((row, column) -> column == 0 ? style(row.getFirst()) : Style.NONE)
                        .text(screen)
                + more(left);
    }

    private static int counted(Counts counts, Change change) {
        return switch (change) {
            case REGRESSED -> counts.regressed();
            case FIXED -> counts.fixed();
            case FLAKY -> counts.flaky();
            case UNCHANGED -> 0;
            case ONLY_IN_BASE -> counts.onlyInBase();
            case ONLY_IN_CANDIDATE -> counts.onlyInCandidate();
        };
    }

    /** Regressed is red, fixed is green, and what is new, missing or flaky wants a look. */
    private static Style style(String change) {
        return change.startsWith(Change.REGRESSED.words())
                ? Style.BAD
                : change.startsWith(Change.FIXED.words()) ? Style.GOOD : Style.NONE;
    }

    private String gate(Gate gate) {
        StringBuilder out = new StringBuilder("gate "
                + (gate.passed()
                        ? screen.paint(Style.GOOD, "passed")
                        : screen.paint(Style.BAD, gate.decided() ? "failed" : "undecided"))
                + " for " + gate.candidate() + "\n");
        gate.checks()
                .forEach(check ->
                        out.append((check.passed() ? "  ok    " : "  " + screen.paint(Style.BAD, "fail") + "  ")
                                + check.rule() + ": " + check.message() + "\n"));
        return out.toString();
    }

    private static String more(int left) {
        return left > 0 ? "... and " + left + " more; --all lists them\n" : "";
    }

    static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.equals("-0.000") ? "0.000" : text;
    }

    private static String interval(Interval interval) {
        return number(interval.low()) + " to " + number(interval.high());
    }

    /** Returns a text on one line without secrets, cut if it is long. */
    static String cell(String text) {
        String line = SecretFilter.known()
                .redact(text)
                .replaceAll("[\\s\\p{Cntrl}]+", " ")
                .strip();
        return line.length() <= MAX_WIDTH ? line : line.substring(0, MAX_WIDTH - 3) + "...";
    }
}
