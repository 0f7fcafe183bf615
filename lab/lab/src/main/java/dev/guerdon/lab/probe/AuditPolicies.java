package dev.guerdon.lab.probe;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.lab.spi.AuditPolicy;
import dev.guerdon.lab.spi.AuditPolicy.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The policies that an audit tries. */
@Internal
public final class AuditPolicies {

    /** How long a very long answer is. */
    static final int LONG = 1_000_000;

    /** What the policies that repeat the prompt are called. */
    public static final String ECHO = "prompt echo";

    private static final Pattern FORMULA = Pattern.compile(
            "\\$\\$[^$]{1,2000}\\$\\$|\\$[^$\\n]{1,2000}\\$|\\\\\\[.{1,2000}?\\\\\\]|\\\\\\(.{1,2000}?\\\\\\)",
            Pattern.DOTALL);

    private static final int MOST_CANDIDATES = 50;
    private static final int FEWEST_CANDIDATES = 25;

    static final String JUNK = "The archive opens at nine and the harbour closes early in winter, while the"
            + " older maps show seven bridges, two mills and a market that moved 12 times between 1840 and 1912. ";

    /** Wrong answers of every kind, to hide a right one among. */
    private static final String[] DECOYS = {
        "Paris", "London", "blue", "John Smith", "42", "7", "100", "3.14", "1999",
        "2020-01-01", "yes", "no", "Mount Everest", "the Amazon", "Shakespeare", "carbon", "Monday", "Brazil",
        "12%", "$500", "Jupiter", "zero", "Canada", "iron", "1,024"
    };

    private AuditPolicies() {}

    public static List<AuditPolicy> all() {
        return Stream.of(tricks(), deep(), tooLong(), blind(), buried(), gold())
                .flatMap(List::stream)
                .toList();
    }

    private static List<AuditPolicy> tricks() {
        return TrickCorpus.read().stream()
                .filter(trick -> trick.kind().isPresent())
                .map(trick -> new AuditPolicy(
                        trick.name(),
                        trick.kind().orElseThrow(),
                        false,
                        (sample, gold, golds) ->
                                trick.answer(gold, prompt(sample).orElse(null)).filter(answer -> !answer.equals(gold))))
                .toList();
    }

    private static List<AuditPolicy> deep() {
        return List.of(
                AuditPolicy.constant(Kind.EMPTY, "JSON: deep", "[".repeat(5000) + "]".repeat(5000)),
                AuditPolicy.constant(
                        Kind.BLIND, "LaTeX: deep", "\\boxed{" + "\\frac{1}{".repeat(2000) + "2" + "}".repeat(2001)));
    }

    private static List<AuditPolicy> tooLong() {
        return List.of(
                tooLong(Kind.EMPTY, "one letter", "q".repeat(LONG)),
                tooLong(Kind.EMPTY, "brackets", "(".repeat(LONG / 10)),
                tooLong(Kind.EMPTY, "boxes", "\\boxed{".repeat(LONG / 20)),
                tooLong(Kind.BLIND, "words", JUNK.repeat(LONG / JUNK.length())),
                tooLong(Kind.BLIND, "digits", "1234567890".repeat(LONG / 100)));
    }

    private static AuditPolicy tooLong(Kind kind, String name, String text) {
        return AuditPolicy.constant(kind, "very long: " + name, text).costly();
    }

    private static List<AuditPolicy> blind() {
        return List.of(
                blind(
                        "most frequent answer",
                        (sample, gold, golds) -> golds.size() > 1 ? Optional.of(golds.getFirst()) : Optional.empty()),
                blind(ECHO, (sample, gold, golds) -> prompt(sample)),
                blind(
                        ECHO + ": its formula",
                        (sample, gold, golds) -> prompt(sample).flatMap(AuditPolicies::formula)),
                blind(
                        "all candidates",
                        (sample, gold, golds) -> Optional.of(String.join(", ", candidates(gold, golds)))),
                blind(
                        "all candidates, lines",
                        (sample, gold, golds) -> Optional.of(String.join("\n", candidates(gold, golds)))),
                blind(
                        "numbers from 0 to 100",
                        (sample, gold, golds) -> Optional.of(IntStream.range(0, 101)
                                .mapToObj(Integer::toString)
                                .collect(Collectors.joining(" ")))));
    }

    /** Returns the last formula of a prompt in a box: its own task, not carried out. */
    private static Optional<String> formula(String prompt) {
        return FORMULA.matcher(prompt)
                .results()
                .map(found -> found.group()
                        .replaceAll("^(?:\\$+|\\\\[(\\[])|(?:\\$+|\\\\[)\\]])$", "")
                        .strip())
                .filter(inside -> !inside.isEmpty())
                .reduce((first, second) -> second)
                .map(inside -> "\\boxed{" + inside + "}");
    }

    private static AuditPolicy blind(String name, AuditPolicy.Answer answer) {
        return new AuditPolicy(name, Kind.BLIND, false, answer);
    }

    /** Returns every answer that any sample has, this one's somewhere in the middle. */
    private static List<String> candidates(@Nullable String gold, List<String> golds) {
        List<String> all = new ArrayList<>(golds.subList(0, Math.min(golds.size(), MOST_CANDIDATES)));
        for (String decoy : DECOYS) {
            if (all.size() < FEWEST_CANDIDATES && !all.contains(decoy)) {
                all.add(decoy);
            }
        }
        if (gold != null) {
            all.remove(gold);
            all.add(all.size() / 2, gold);
        }
        return all;
    }

    private static Optional<String> prompt(Sample sample) {
        for (String name : List.of("question", "prompt", "problem", "query", "instruction", "task")) {
            if (sample.fields().get(name) instanceof String text && !text.isBlank()) {
                return Optional.of(text);
            }
        }
        String said = sample.trajectory().messages().stream()
                .filter(message -> message.role().equals("user"))
                .map(Message::text)
                .collect(Collectors.joining("\n"));
        return said.isBlank() ? Optional.empty() : Optional.of(said);
    }

    private static List<AuditPolicy> buried() {
        String longJunk = JUNK.repeat(LONG / 2 / JUNK.length());
        return List.of(AuditPolicy.fromGold(
                        Kind.HINTED, "gold buried in very long junk", text -> longJunk + text + " " + longJunk)
                .costly());
    }

    private static List<AuditPolicy> gold() {
        return List.of(AuditPolicy.fromGold(Kind.GOLD, "gold", text -> text));
    }
}
