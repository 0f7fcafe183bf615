package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.answer.AnswerRewrite;
import dev.guerdon.lab.answer.UnitRatio;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Counterfactual;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.BareNumber;
import dev.guerdon.lab.text.Figures;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The answer is the gold one in another unit. */
@Internal
public final class WrongUnitRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "wrong_unit";
    }

    @Override
    public String remedy() {
        return "Name the unit in the prompt, ask the source for it, or convert before answering.";
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        Optional<Double> gold = BareNumber.of(episode.gold());
        Optional<Double> answer = number(episode.answer());
        if (gold.isEmpty() || answer.isEmpty()) {
            return Optional.empty();
        }
        return UnitRatio.between(answer.get(), gold.get()).flatMap(ratio -> {
            String converted = rounded(ratio.convert().applyAsDouble(answer.get()), episode.gold());
            Optional<Double> score = episode.rescore(converted);
            double reward = episode.episode().reward();
            return score.filter(would -> would > reward)
                    .map(would -> Finding.of(
                                    this,
                                    ratio.telling() ? 0.88 : 0.55,
                                    "The answer looks right in " + ratio.from() + " where " + ratio.to()
                                            + " were asked for.")
                            .because(Evidence.overall("submitted " + Figures.quote(episode.answer()) + ", gold "
                                    + Figures.quote(episode.gold()) + "; converted from " + ratio.from() + " to "
                                    + ratio.to() + " it is " + converted))
                            .would(new Counterfactual(would, converted, false)));
        });
    }

    /** The one number of an answer. */
    private static Optional<Double> number(String answer) {
        List<Double> numbers = Stream.concat(Stream.of(answer), AnswerRewrite.NUMBER.apply(answer).stream())
                .map(BareNumber::withUnit)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
        return numbers.size() == 1 ? Optional.of(numbers.getFirst()) : Optional.empty();
    }

    /** With as many decimals as the gold answer has. */
    private static String rounded(double value, String gold) {
        int point = gold.indexOf('.');
        int decimals = point < 0
                ? 0
                : gold.substring(point + 1).replaceAll("\\D.*", "").length();
        return BareNumber.written(new java.math.BigDecimal(value)
                .setScale(decimals, java.math.RoundingMode.HALF_UP)
                .doubleValue());
    }
}
