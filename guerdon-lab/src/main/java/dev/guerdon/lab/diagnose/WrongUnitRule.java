package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.answer.Claim;
import dev.guerdon.lab.answer.Unit;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Counterfactual;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.text.BareNumber;
import dev.guerdon.lab.text.Figures;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The answer is the gold one in another unit.
 *
 * <p>Any two numbers stand in some relation. So a unit must be named, by the question or the gold answer, and only units of the same kind are
 * looked at.
 */
@Internal
public final class WrongUnitRule implements DiagnosisRule {

    /** How far a converted number may be off, since both are rounded. */
    private static final double ROUNDING = 0.006;

    private static final double ROUNDING_OF_A_NAMED_UNIT = 0.02;

    /** One reading of the answer. */
    private record Reading(Unit from, Unit to, double converted, boolean named) {}

    @Override
    public String kind() {
        return "wrong_unit";
    }

    @Override
    public String remedy() {
        return "Name the unit in the prompt, ask the source for it, or convert before answering.";
    }

    @Override
    public List<Patch> remedies(Patch.Space space, List<Finding> findings) {
        return Cures.of(space, kind())
                .say("units", "Give the answer in the unit that the question asks for. Convert before you answer.")
                .say("direct_api", "")
                .list();
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        Optional<Double> gold = BareNumber.withUnit(episode.gold());
        if (gold.isEmpty() || !episode.answered()) {
            return Optional.empty();
        }
        Optional<Double> answer =
                BareNumber.withUnit(episode.answer()).or(() -> Claim.number(episode.question(), episode.answer()));
        return answer.flatMap(value -> reading(episode, value, gold.get()))
                .flatMap(reading -> finding(episode, reading));
    }

    private static Optional<Reading> reading(DiagnosisCase episode, double answer, double gold) {
        Set<Unit> asked = new LinkedHashSet<>(Unit.behindNumber(episode.gold()));
        if (asked.isEmpty()) {
            asked.addAll(Unit.askedFor(episode.question()));
        }
        List<Unit> said = Unit.behindNumber(episode.answer());
        for (Unit to : asked) {
            Optional<Unit> named = to.sameKind(said);
            List<Unit> from = named.map(List::of).orElseGet(to::others);
            double rounding = named.isPresent() ? ROUNDING_OF_A_NAMED_UNIT : ROUNDING;
            for (Unit unit : from) {
                double converted = unit.to(to, answer);
                if (unit != to && near(converted, gold, rounding, episode.gold())) {
                    return Optional.of(new Reading(unit, to, converted, named.isPresent()));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean near(double converted, double gold, double rounding, String written) {
        double lastDigit = Math.pow(10, -decimals(written)) / 2;
        double tolerance = Math.max(Math.abs(gold) * rounding, Math.min(lastDigit, Math.abs(gold) * 0.02));
        return gold != 0 && Math.abs(converted - gold) <= tolerance * 1.0001;
    }

    private Optional<Finding> finding(DiagnosisCase episode, Reading reading) {
        String converted = written(reading.converted, episode.gold());
        Optional<Double> score = episode.rescore(converted);
        double reward = episode.episode().reward();
        if (score.isPresent() && score.get() <= reward) {
            return Optional.empty();
        }
        String where = Unit.behindNumber(episode.gold()).contains(reading.to)
                ? "the gold answer is in "
                : "the question asks for ";
        Finding finding = Finding.of(
                        this,
                        reading.named ? 0.95 : 0.85,
                        "The answer looks right in " + reading.from.plural() + " where " + reading.to.plural()
                                + " were asked for.")
                .because(
                        Evidence.overall("submitted " + Figures.quote(episode.answer()) + ", gold "
                                + Figures.quote(episode.gold()) + "; converted from " + reading.from.plural() + " to "
                                + reading.to.plural() + " it is " + converted),
                        Evidence.overall(where + reading.to.plural()));
        return Optional.of(score.map(would -> finding.would(new Counterfactual(would, converted, false)))
                .orElse(finding));
    }

    /** With as many decimals as the gold answer has, and with its unit. */
    private static String written(double value, String gold) {
        String number = BareNumber.written(BigDecimal.valueOf(value)
                .setScale(decimals(gold), RoundingMode.HALF_UP)
                .doubleValue());
        return BareNumber.of(gold).isPresent() ? number : gold.strip().replaceFirst("^[-−+]?[\\d.,]*\\d", number);
    }

    private static int decimals(String gold) {
        int point = gold.indexOf('.');
        return point < 0 ? 0 : gold.substring(point + 1).replaceAll("\\D.*", "").length();
    }
}
