package dev.guerdon.rewards.regex;

import dev.guerdon.api.Internal;
import dev.guerdon.rewards.grading.GradingSteps;
import java.util.Optional;

/** A regular expression whose matching ends within a budget of steps. Immutable. */
@Internal
public final class BoundedRegex {

    private final RegexProgram program;

    private BoundedRegex(RegexProgram program) {
        this.program = program;
    }

    /**
     * Reads a pattern.
     *
     * @param anyCase whether upper and lower case are the same
     * @throws BadPattern where the flavor does not allow it
     */
    public static BoundedRegex compile(String pattern, Flavor flavor, boolean anyCase) throws BadPattern {
        PatternReader reader = new PatternReader(pattern, flavor, anyCase);
        RegexNode whole = reader.whole();
        return new BoundedRegex(new RegexProgram(whole, reader.groups, flavor));
    }

    /** Returns a pattern of Guerdon's own, by Python's rules. */
    public static BoundedRegex python(String pattern) {
        try {
            return compile(pattern, Flavor.PYTHON, false);
        } catch (BadPattern e) {
            throw new IllegalStateException(e);
        }
    }

    /** A match: for each group, from 0 for all of it, its first place and the place behind it in code points, -1 where it took no part. */
    public static final class Match {

        private final int[] places;

        Match(int[] places) {
            this.places = places;
        }

        public int start(int group) {
            return places[2 * group];
        }

        public int end(int group) {
            return places[2 * group + 1];
        }

        /** Returns how many groups there are besides the whole. */
        public int groups() {
            return places.length / 2 - 1;
        }
    }

    /** Returns whether it matches somewhere. */
    public boolean found(String text, GradingSteps steps) {
        return find(text.codePoints().toArray(), 0, steps).isPresent();
    }

    /** Returns the first match at or behind a place. */
    public Optional<Match> find(int[] codePoints, int from, GradingSteps steps) {
        RegexMachine machine = new RegexMachine(program, codePoints, steps);
        int last = program.anchored() ? 0 : codePoints.length;
        for (int start = from; start <= last; start++) {
            int[] places = machine.match(start);
            if (places.length > 0) {
                return Optional.of(new Match(places));
            }
        }
        return Optional.empty();
    }

    /** Says why a text is no pattern, and where. */
    @Internal
    public static final class BadPattern extends Exception {

        BadPattern(String problem, int position) {
            super(problem + " at position " + position, null, false, false);
        }
    }

    /** Whose rules a pattern follows. */
    @Internal
    public enum Flavor {
        /** Python's {@code re} for {@code str}: Unicode digits and words, {@code $} also before a last line feed. */
        PYTHON,
        /** ECMA-262 with the flag {@code u}: ASCII digits and words, {@code $} at the end only, {@code \p{...}}. */
        ECMA
    }
}
