package dev.guerdon.cli.run;

import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Diagnosis.Diagnosed;
import dev.guerdon.lab.spi.Diagnosis.Total;
import dev.guerdon.lab.spi.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A diagnosis as tables for people. */
final class DiagnosisText {

    private static final int MAX_LISTED = 50;
    private static final String UNSCORED = "unscored";

    private DiagnosisText() {}

    /** Returns the causes of a run, the costliest first, then its episodes. */
    static String overview(Diagnosis diagnosis, TerminalScreen screen) {
        if (diagnosis.episodes().isEmpty()) {
            return diagnosis.run() + ": no episode lost reward\n";
        }
        int left = diagnosis.losing() - diagnosis.episodes().size();
        StringBuilder text = new StringBuilder(diagnosis.run() + ": " + diagnosis.losing()
                + (diagnosis.losing() == 1 ? " episode" : " episodes") + " lost "
                + RunOutput.reward(diagnosis.lost()) + " of reward"
                + (left > 0 ? "; those with the lowest rewards were examined, " + left + " others not" : "") + "\n\n");
        List<List<String>> causes = new ArrayList<>();
        for (Total total : diagnosis.totals()) {
            causes.add(List.of(
                    words(total.kind()),
                    Integer.toString(total.episodes()),
                    RunOutput.reward(total.lost()),
                    String.format(Locale.ROOT, "%.0f%%", 100 * total.lost() / Math.max(1e-12, diagnosis.lost())),
                    total.remedy()));
        }
        text.append(new TextTable("cause, episodes, lost, share, try first", causes).text(screen))
                .append('\n');
        text.append(new TextTable(
                        "task, reward, cause, would score, why",
                        diagnosis.episodes().stream()
                                .limit(MAX_LISTED)
                                .map(DiagnosisText::row)
                                .toList())
                .paint((row, column) -> column == 1 && row.get(1).equals(UNSCORED) ? Style.WARNING : Style.NONE)
                .text(screen));
        if (diagnosis.episodes().size() > MAX_LISTED) {
            text.append("and " + (diagnosis.episodes().size() - MAX_LISTED) + " more; --json has them all\n");
        }
        return text.toString();
    }

    private static List<String> row(Diagnosed one) {
        return List.of(
                key(one),
                one.episode().scored() ? RunOutput.reward(one.episode().reward()) : UNSCORED,
                words(one.main().kind()),
                would(one.main()),
                RunOutput.cell(one.main().summary(), 90));
    }

    /** Returns everything that was found in some episodes. */
    static String detail(Diagnosis diagnosis) {
        if (diagnosis.episodes().isEmpty()) {
            return diagnosis.run() + ": this episode lost no reward\n";
        }
        StringBuilder text = new StringBuilder();
        for (Diagnosed one : diagnosis.episodes()) {
            text.append(key(one) + ": reward " + RunOutput.reward(one.episode().reward()) + ", lost "
                    + RunOutput.reward(one.lost()) + "\n");
            if (!one.episode().gold().isEmpty()) {
                text.append("submitted: " + RunOutput.cell(one.episode().answer(), 100) + "\ngold:      "
                        + RunOutput.cell(one.episode().gold(), 100) + "\n");
            }
            Stream.concat(Stream.of(one.main()), one.others().stream()).forEach(finding -> add(text, finding));
        }
        return text.toString();
    }

    private static void add(StringBuilder text, Finding finding) {
        text.append("\n" + words(finding.kind()) + " (" + finding.certainty() + ")\n");
        text.append("  " + RunOutput.cell(finding.summary(), 200) + "\n");
        for (Finding.Evidence evidence : finding.evidence()) {
            String place =
                    evidence.step().isPresent() ? "step " + (evidence.step().getAsInt() + 1) + ": " : "";
            text.append("  - " + place + RunOutput.cell(evidence.text(), 200) + "\n");
        }
        finding.counterfactual()
                .ifPresent(other -> text.append(
                        "  would score " + would(finding) + " with " + RunOutput.cell(other.answer(), 100) + "\n"));
    }

    static String key(Diagnosed one) {
        return one.episode().repeat() == 0
                ? one.episode().task()
                : one.episode().key();
    }

    private static String would(Finding finding) {
        return finding.counterfactual()
                .map(other -> (other.bound() ? "at most " : "") + RunOutput.reward(other.score()))
                .orElse("-");
    }

    private static String words(String kind) {
        return kind.replace('_', ' ');
    }
}
