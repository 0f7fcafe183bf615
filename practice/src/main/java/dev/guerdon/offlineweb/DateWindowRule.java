package dev.guerdon.offlineweb;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.spi.Patch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Data were fetched for other days than the question asks about. */
final class DateWindowRule implements DiagnosisRule {

    private static final double ALL = 0.999;

    @Override
    public String kind() {
        return "wrong_date_window";
    }

    @Override
    public String remedy() {
        return "Derive the dates from the question, and fetch the whole span, one year per call if need be.";
    }

    @Override
    public List<Patch> remedies(Patch.Space space, List<Finding> findings) {
        return Sections.on(space, kind(), "per_year", "weather");
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        List<DateWindow> fetched = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        for (Turn turn : episode.turns()) {
            Set<String> addresses = DiagnosisCase.addresses(turn);
            for (String address : addresses) {
                add(DateWindow.fetched(DiagnosisCase.parameters(address)), turn, address, fetched, evidence);
            }
            Optional<DateWindow> called = DateWindow.fetched(DiagnosisCase.parameters(turn));
            add(called, turn, turn.action(), fetched, evidence);
        }
        List<List<DateWindow>> groups = DateWindow.asked(episode.question());
        if (groups.isEmpty() || fetched.isEmpty()) {
            return Optional.empty();
        }
        List<DateWindow> asked = groups.stream()
                .max(Comparator.comparingDouble(group -> DateWindow.covered(group, fetched)))
                .orElseThrow();
        double covered = DateWindow.covered(asked, fetched);
        double inside = DateWindow.covered(fetched, asked);
        if (covered >= ALL && inside >= ALL) {
            return Optional.empty();
        }
        String span = asked.stream().limit(3).map(DateWindow::toString).collect(Collectors.joining(", "))
                + (asked.size() > 3 ? " and " + (asked.size() - 3) + " more" : "");
        boolean lacking = covered < ALL;
        return Optional.of(Finding.of(
                        this,
                        lacking ? 0.7 + (covered == 0 ? 0.1 : 0) : tooMuch(episode, inside),
                        lacking
                                ? "Fetched data cover " + percent(covered) + " of the days asked about (" + span + ")."
                                : "Only " + percent(inside)
                                        + " of the days that were fetched are among those asked about (" + span + ").")
                .because(evidence.subList(0, Math.min(4, evidence.size())))
                .wouldAtMost(episode));
    }

    private static void add(
            Optional<DateWindow> window, Turn turn, String call, List<DateWindow> fetched, List<Evidence> evidence) {
        if (window.isPresent() && !fetched.contains(window.get())) {
            fetched.add(window.get());
            evidence.add(Evidence.at(turn.index(), window.get() + " in " + DiagnosisCase.quote(call)));
        }
    }

    /**
     * Returns the confidence of a fetch of more days than were asked for: harmless if the rest is left out, unless a count is as
     * much too large.
     */
    private static double tooMuch(DiagnosisCase episode, double inside) {
        try {
            double times = Double.parseDouble(episode.answer().strip())
                    / Double.parseDouble(episode.gold().strip());
            return times > 1.2 && times * inside > 0.7 && times * inside < 1.4 ? 0.55 : 0.2;
        } catch (NumberFormatException notNumbers) {
            return 0.2;
        }
    }

    private static String percent(double share) {
        double percent = 100 * share;
        return percent > 0 && percent < 0.5 ? "under 1 %" : Math.round(percent) + " %";
    }

    /** Remedies that switch sections of the web research agent on. */
    static final class Sections {

        private Sections() {}

        /** Returns a patch for each section that is off and may be switched on, then one for all of them together. */
        static List<Patch> on(Patch.Space space, String cause, String... sections) {
            List<Patch> patches = new ArrayList<>();
            Map<String, String> all = new LinkedHashMap<>();
            for (String section : sections) {
                space.any(Patch.Kind.SETTING, "section." + section)
                        .filter(target -> !space.value(target.id()).equals("on"))
                        .ifPresent(target -> {
                            all.put(target.id(), "on");
                            patches.add(Patch.of(
                                    "the section " + section,
                                    cause,
                                    "The agent is not told how to ask for the right days.",
                                    target.id(),
                                    "on"));
                        });
            }
            if (all.size() > 1) {
                patches.add(new Patch(
                        "the sections " + String.join(" and ", sections),
                        cause,
                        "One may not help without the other.",
                        all));
            }
            return patches;
        }
    }
}
