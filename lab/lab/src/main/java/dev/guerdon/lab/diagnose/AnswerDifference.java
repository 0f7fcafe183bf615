package dev.guerdon.lab.diagnose;

import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.text.DisplayFormat;
import dev.guerdon.lab.text.GoldText;
import dev.guerdon.lab.text.GoldText.BareNumber;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what a wrong answer has and lacks beside the gold answer. */
final class AnswerDifference {

    private static final int SHOWN = 40;
    private static final int MOST_WORDS = 60;
    private static final int LONGEST = 5_000;
    private static final double ROUNDED = 0.002;
    private static final Pattern FRACTION = Pattern.compile("\\s*([-−]?\\d{1,15})\\s*/\\s*(\\d{1,15})\\s*");
    private static final Pattern DIGITS = Pattern.compile("-?\\d{1,15}\\.\\d{1,200}");
    private static final Pattern BOXED = Pattern.compile("\\\\boxed\\{([^{}]+)\\}|<answer>([^<]+)</answer>");

    private AnswerDifference() {}

    /** Returns the difference in one sentence. */
    static String words(DiagnosisCase episode) {
        // Secrets are hidden first: a part of one no longer looks like it.
        String whole = SecretFilter.known().redact(episode.answer());
        String answer = bare(whole.length() > LONGEST ? whole.substring(0, LONGEST) : whole);
        String gold = SecretFilter.known().redact(episode.gold()).strip();
        if (answer.equals(gold) && gold.contains(SecretFilter.HIDDEN)) {
            return "It differs from the gold answer in what is hidden as a secret.";
        }
        return numbers(episode.question(), answer, gold)
                .or(() -> dates(answer, gold))
                .or(() -> pieces(answer, gold))
                .orElseGet(() -> texts(episode, answer, gold));
    }

    private static String bare(String answer) {
        Matcher boxed = BOXED.matcher(answer);
        return boxed.find() ? (boxed.group(1) == null ? boxed.group(2) : boxed.group(1)).strip() : answer.strip();
    }

    private static Optional<Double> number(String text) {
        Matcher fraction = FRACTION.matcher(text);
        if (fraction.matches() && Double.parseDouble(fraction.group(2)) != 0) {
            return Optional.of(
                    Double.parseDouble(fraction.group(1).replace('−', '-')) / Double.parseDouble(fraction.group(2)));
        }
        return DIGITS.matcher(text).matches() ? Optional.of(Double.valueOf(text)) : BareNumber.of(text);
    }

    private static Optional<String> numbers(String question, String answer, String gold) {
        Optional<Double> right = number(gold);
        Optional<Double> said =
                number(answer).or(() -> BareNumber.withUnit(answer)).or(() -> AnswerClaim.number(question, answer));
        if (right.isEmpty() || said.isEmpty()) {
            return Optional.empty();
        }
        double off = said.get() - right.get();
        double share = right.get() == 0 ? Double.NaN : Math.abs(off / right.get());
        String pair = shown(answer) + " where " + shown(gold) + " is right: ";
        if (share < ROUNDED) {
            return Optional.of(pair + "it is rounded, or written otherwise.");
        }
        return Optional.of(pair
                + BareNumber.written(Math.abs(Math.rint(off * 1e6) / 1e6))
                + (Double.isNaN(share) ? "" : " (" + DisplayFormat.percent(share) + ")")
                + (off > 0 ? " too much." : " too little."));
    }

    private static Optional<String> dates(String answer, String gold) {
        List<LocalDate> right = DiagnosisCase.dates(gold);
        List<LocalDate> said = DiagnosisCase.dates(answer);
        if (right.size() != 1 || said.size() != 1 || right.equals(said)) {
            return Optional.empty();
        }
        long days = ChronoUnit.DAYS.between(right.getFirst(), said.getFirst());
        return Optional.of(shown(answer) + " where " + shown(gold) + " is right: "
                + DisplayFormat.times(Math.abs(days), "day") + (days > 0 ? " too late." : " too early."));
    }

    /** Compares a list, or an object, value by value. */
    private static Optional<String> pieces(String answer, String gold) {
        List<String> wanted = List.copyOf(GoldText.texts(gold));
        if (wanted.size() < 2 || answer.length() >= LONGEST) {
            return Optional.empty();
        }
        List<String> missing = wanted.stream()
                .filter(piece -> GoldText.of(piece).share(answer) < 1)
                .toList();
        List<String> more = GoldText.texts(answer).stream()
                .filter(piece -> GoldText.of(piece).share(gold) < 1)
                .toList();
        return Optional.of("It has " + (wanted.size() - missing.size()) + " of " + wanted.size() + " values"
                + (missing.isEmpty() ? "" : "; it lacks " + listed(missing))
                + (more.isEmpty() || missing.isEmpty() ? "" : "; it has " + listed(more) + " instead")
                + ".");
    }

    private static String texts(DiagnosisCase episode, String answer, String gold) {
        List<String> said = split(answer);
        List<String> wanted = split(gold);
        List<String> lacks = wanted.stream().filter(word -> !has(said, word)).toList();
        List<String> more = said.stream().filter(word -> !has(wanted, word)).toList();
        if (lacks.isEmpty() && more.isEmpty()) {
            return shown(answer) + " has the words of " + shown(gold) + ", written otherwise.";
        }
        if (lacks.isEmpty()) {
            return "It has all of " + shown(gold) + ", and more: " + shown(String.join(" ", more)) + ".";
        }
        if (more.isEmpty()) {
            return "It has " + shown(answer) + " and lacks " + shown(String.join(" ", lacks)) + " of " + shown(gold)
                    + ".";
        }
        if (lacks.size() < wanted.size()) {
            return "It has " + shown(String.join(" ", more)) + " where " + shown(gold) + " has "
                    + shown(String.join(" ", lacks)) + ".";
        }
        boolean both = answer.length() <= SHOWN
                && episode.goldSeen()
                && episode.turns().stream().anyMatch(turn -> GoldText.of(answer).share(DiagnosisCase.seen(turn)) >= 1);
        return shown(answer) + " where " + shown(gold) + " is right" + (both ? "; it was shown both." : ".");
    }

    private static boolean has(List<String> words, String word) {
        return words.stream().anyMatch(word::equalsIgnoreCase);
    }

    private static List<String> split(String text) {
        return Stream.of(text.strip().split("[^\\p{L}\\p{N}.:/%$€-]+|\\.(?=\\s|$)"))
                .filter(word -> !word.isEmpty())
                .limit(MOST_WORDS)
                .toList();
    }

    private static String listed(List<String> pieces) {
        return pieces.stream().limit(3).map(AnswerDifference::shown).collect(Collectors.joining(", "))
                + (pieces.size() > 3 ? " and " + (pieces.size() - 3) + " more" : "");
    }

    private static String shown(String text) {
        return String.format(Locale.ROOT, "“%s”", DisplayFormat.cut(text, SHOWN));
    }
}
