package dev.guerdon.viewer.episode;

import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Diagnosis.Diagnosed;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageFrame;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.ScreenAnswer;
import dev.guerdon.viewer.run.RunDiagnoses;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Why the episodes of a run lost reward. */
final class DiagnosisScreen {

    private static final int ON_A_PAGE = 50;

    private final OpenRuns runs;
    private final RunDiagnoses diagnoses;

    public DiagnosisScreen(OpenRuns runs, RunDiagnoses diagnoses) {
        this.runs = runs;
        this.diagnoses = diagnoses;
    }

    /** Shows the page at an address. */
    public ScreenAnswer show(PageAddress address, PageLinks links) {
        Diagnosis diagnosis = runs.with(address.part("run"), diagnoses::of);
        String run = diagnosis.run();
        String kind = address.text("cause", "");
        int page = Math.max(1, address.number("page", 1));
        List<Diagnosed> chosen = diagnosis.episodes().stream()
                .filter(one -> kind.isEmpty() || one.main().kind().equals(kind))
                .toList();
        int size = links.served() ? ON_A_PAGE : RunDiagnoses.MOST;
        String here = links.diagnosis(run);
        String cause = kind.isEmpty() ? "" : "cause=" + PageAddress.escaped(kind) + "&";
        DiagnosisView view = new DiagnosisView(
                diagnosis,
                kind,
                links,
                chosen.stream().skip((long) (page - 1) * size).limit(size).toList(),
                chosen.size(),
                (long) page * size < chosen.size() ? here + "?" + cause + "page=" + (page + 1) : "");
        PageFrame frame = new PageFrame(
                "Diagnosis · " + run,
                links,
                List.of(new PageFrame.Crumb(run, links.run(run)), new PageFrame.Crumb("diagnosis", here)),
                List.of("trace.css"));
        return new ScreenAnswer.Html("episode/diagnosis.jte", Map.of("frame", frame, "view", view));
    }

    /**
     * A diagnosis on a page.
     *
     * @param cause the class of loss that is chosen; empty for all
     * @param episodes the episodes on this page, those that lost most first
     * @param all how many episodes there are of the class that is chosen
     * @param more where the next ones are; empty for none
     */
    record DiagnosisView(
            Diagnosis diagnosis, String cause, PageLinks links, List<Diagnosed> episodes, int all, String more) {

        /** Returns how much reward was lost, in words. */
        String lost() {
            return String.format(
                    Locale.ROOT,
                    "%.3f of reward in %,d episodes",
                    diagnosis.lost(),
                    diagnosis.episodes().size());
        }

        /** Returns what a reader must know of the figures; empty for nothing. */
        String note() {
            int left = diagnosis.losing() - diagnosis.episodes().size();
            return left <= 0
                    ? ""
                    : String.format(
                            Locale.ROOT,
                            "The %,d episodes with the lowest reward were examined; %,d more lost reward. 'guerdon diagnose %s --limit N'"
                                    + " examines more.",
                            diagnosis.episodes().size(),
                            left,
                            diagnosis.run());
        }

        /** Returns a share of all that was lost, in percent. */
        int share(double part) {
            return diagnosis.lost() <= 0 ? 0 : (int) Math.round(100 * part / diagnosis.lost());
        }

        /** Returns where the episodes of a class are. */
        String address(Diagnosis.Total total) {
            String here = links.diagnosis(diagnosis.run());
            return total.kind().equals(cause) || !links.served()
                    ? here
                    : here + "?cause=" + PageAddress.escaped(total.kind());
        }

        /** Returns where a step of an episode is, or the episode if the step is -1. */
        String address(Diagnosed one, int step) {
            return links.episode(
                    diagnosis.run(), one.episode().task(), one.episode().repeat(), step);
        }

        /** Returns what the score would have been otherwise, in words; empty where nobody knows. */
        String would(Diagnosed one) {
            return one.main()
                    .counterfactual()
                    .map(other -> other.bound()
                            ? String.format(Locale.ROOT, "at most %.3f", other.score())
                            : String.format(
                                    Locale.ROOT, "%.3f as: %s", other.score(), TextPassage.line(other.answer(), 120)))
                    .orElse("");
        }

        /** Returns what else was found. */
        String others(Diagnosed one) {
            return one.others().stream()
                    .map(other -> other.kind().replace('_', ' '))
                    .distinct()
                    .collect(Collectors.joining(", "));
        }
    }
}
