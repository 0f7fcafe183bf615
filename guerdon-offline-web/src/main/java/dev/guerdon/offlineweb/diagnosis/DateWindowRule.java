package dev.guerdon.offlineweb.diagnosis;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Data were fetched for other days than the question asks about. */
@Internal
public final class DateWindowRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "wrong_date_window";
    }

    @Override
    public String remedy() {
        return "Derive the dates from the question, and fetch the whole span, one year per call if need be.";
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        List<DateWindow> asked = DateWindow.asked(episode.question());
        List<DateWindow> fetched = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        for (Turn turn : episode.turns()) {
            for (String address : DiagnosisCase.addresses(turn)) {
                Optional<DateWindow> window = DateWindow.fetched(address);
                if (window.isPresent() && !fetched.contains(window.get())) {
                    fetched.add(window.get());
                    evidence.add(Evidence.at(turn.index(), window.get() + " in " + DiagnosisCase.quote(address)));
                }
            }
        }
        if (asked.isEmpty() || fetched.isEmpty()) {
            return Optional.empty();
        }
        double covered = DateWindow.covered(asked, fetched);
        double inside = DateWindow.covered(fetched, asked);
        if (covered >= 0.999 && inside >= 0.999) {
            return Optional.empty();
        }
        String span = asked.stream().limit(3).map(DateWindow::toString).collect(Collectors.joining(", "))
                + (asked.size() > 3 ? " and " + (asked.size() - 3) + " more" : "");
        // Fetching more than was asked for is harmless where the rest is left out.
        boolean lacking = covered < 0.999;
        return Optional.of(Finding.of(
                        this,
                        lacking ? 0.7 + (covered == 0 ? 0.1 : 0) : 0.32,
                        lacking
                                ? "Fetched data cover " + percent(covered) + " of the days asked about (" + span + ")."
                                : "Only " + percent(inside)
                                        + " of the days that were fetched are among those asked about (" + span + ").")
                .because(evidence.subList(0, Math.min(4, evidence.size())))
                .wouldAtMost(episode));
    }

    private static String percent(double share) {
        double percent = 100 * share;
        return percent > 0 && percent < 0.5 ? "under 1 %" : Math.round(percent) + " %";
    }
}
