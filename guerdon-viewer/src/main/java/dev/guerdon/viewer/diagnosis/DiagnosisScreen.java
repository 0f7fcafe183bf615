package dev.guerdon.viewer.diagnosis;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Diagnosis.Diagnosed;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.viewer.diagnosis.DiagnosisView.Cause;
import dev.guerdon.viewer.diagnosis.DiagnosisView.Loss;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.trace.Evidence;
import dev.guerdon.viewer.trace.Passage;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Why the episodes of a run lost reward. */
@Internal
public final class DiagnosisScreen implements Screen {

    private static final int ON_A_PAGE = 50;

    private final Diagnoses diagnoses;

    public DiagnosisScreen(Diagnoses diagnoses) {
        this.diagnoses = diagnoses;
    }

    @Override
    public String path() {
        return "/runs/{run}/diagnosis";
    }

    @Override
    public Answer show(Address address, Links links) {
        Diagnosis diagnosis = diagnoses.of(address.part("run"));
        String run = diagnosis.run();
        String kind = address.text("cause", "");
        int page = Math.max(1, address.number("page", 1));
        List<Diagnosed> chosen = diagnosis.episodes().stream()
                .filter(one -> kind.isEmpty() || one.main().kind().equals(kind))
                .toList();
        int size = links.served() ? ON_A_PAGE : Diagnoses.MOST;
        String here = links.diagnosis(run);
        String cause = kind.isEmpty() ? "" : "cause=" + escaped(kind) + "&";
        DiagnosisView view = new DiagnosisView(
                run,
                String.format(
                        Locale.ROOT,
                        "%.3f of reward in %,d episodes",
                        diagnosis.lost(),
                        diagnosis.episodes().size()),
                note(diagnosis),
                diagnosis.totals().stream()
                        .map(total -> cause(total, diagnosis.lost(), kind, here, links))
                        .toList(),
                chosen.stream()
                        .skip((long) (page - 1) * size)
                        .limit(size)
                        .map(one -> loss(one, run, links))
                        .toList(),
                chosen.size(),
                (long) page * size < chosen.size() ? here + "?" + cause + "page=" + (page + 1) : "");
        Frame frame = new Frame(
                "Diagnosis · " + run,
                links,
                List.of(new Frame.Crumb(run, links.run(run)), new Frame.Crumb("diagnosis", here)),
                List.of("trace.css"));
        return new Answer.Html("diagnosis.jte", Map.of("frame", frame, "view", view));
    }

    private static String note(Diagnosis diagnosis) {
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

    private static Cause cause(Diagnosis.Total total, double lost, String chosen, String here, Links links) {
        boolean current = total.kind().equals(chosen);
        return new Cause(
                total.kind().replace('_', ' '),
                total.episodes(),
                String.format(Locale.ROOT, "%.3f", total.lost()),
                lost <= 0 ? 0 : (int) Math.round(100 * total.lost() / lost),
                String.format(Locale.ROOT, "%.3f", total.recoverable()),
                lost <= 0 ? 0 : (int) Math.round(100 * total.recoverable() / lost),
                total.remedy(),
                current || !links.served() ? here : here + "?cause=" + escaped(total.kind()),
                current);
    }

    private static Loss loss(Diagnosed one, String run, Links links) {
        Episode episode = one.episode();
        Finding main = one.main();
        return new Loss(
                Passage.visible(episode.task()) + (episode.repeat() == 0 ? "" : ", repeat " + (episode.repeat() + 1)),
                links.episode(run, episode.task(), episode.repeat(), -1),
                episode.scored() ? String.format(Locale.ROOT, "%.3f", episode.reward()) : "not scored",
                String.format(Locale.ROOT, "%.3f", one.lost()),
                main.kind().replace('_', ' '),
                (int) Math.round(100 * main.confidence()),
                Passage.visible(main.summary()),
                main.counterfactual()
                        .map(other -> other.bound()
                                ? String.format(Locale.ROOT, "at most %.3f", other.score())
                                : String.format(
                                        Locale.ROOT, "%.3f as: %s", other.score(), Passage.line(other.answer(), 120)))
                        .orElse(""),
                main.evidence().stream()
                        .map(seen -> evidence(seen, main.kind(), run, episode, links))
                        .toList(),
                one.others().stream()
                        .map(other -> other.kind().replace('_', ' '))
                        .distinct()
                        .toList());
    }

    private static Evidence evidence(Finding.Evidence seen, String kind, String run, Episode episode, Links links) {
        int step = seen.step().orElse(-1);
        return new Evidence(
                step,
                kind,
                Passage.visible(seen.text()),
                step < 0 ? "" : links.episode(run, episode.task(), episode.repeat(), step));
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
