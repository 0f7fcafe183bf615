package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Sample;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A way to answer without having solved the task.
 *
 * @param name names it in the report
 * @param kind what it should earn
 * @param expensive whether its answers are long, so that it is tried on few samples
 * @param answer its answer to a sample, or nothing if it has none
 */
@Experimental
public record AuditPolicy(String name, Kind kind, boolean expensive, Answer answer) {

    /** Reward that a policy should earn. */
    public enum Kind {
        /** Answers with nothing that could be an answer: must earn exactly nothing. */
        EMPTY,
        /** Answers without knowing the gold answer, and may be right by chance: must earn next to nothing. */
        BLIND,
        /** Shows the gold answer without giving it as the answer, or in disguise: reported, and for the user to judge. */
        HINTED,
        /** Gives the gold answer: must earn the reward. */
        GOLD
    }

    /** Makes an answer to a sample. */
    @FunctionalInterface
    public interface Answer {

        /**
         * Returns the answer, or nothing where the policy has none here.
         *
         * @param gold the sample's gold answer, null if it is not known
         * @param golds the different gold answers of all samples, the most frequent first
         */
        Optional<String> of(Sample sample, @Nullable String gold, List<String> golds);
    }

    public static AuditPolicy constant(Kind kind, String name, String text) {
        return new AuditPolicy(name, kind, false, (sample, gold, golds) -> Optional.of(text));
    }

    /** Changes the gold answer; where that changes nothing, a hint would be the answer itself, and is left out. */
    public static AuditPolicy fromGold(Kind kind, String name, java.util.function.UnaryOperator<String> change) {
        return new AuditPolicy(
                name,
                kind,
                false,
                (sample, gold, golds) ->
                        Optional.ofNullable(gold).map(change).filter(text -> kind == Kind.GOLD || !text.equals(gold)));
    }

    public AuditPolicy costly() {
        return new AuditPolicy(name, kind, true, answer);
    }
}
