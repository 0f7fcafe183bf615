package dev.guerdon.catalogue.regex;

import dev.guerdon.api.Internal;
import dev.guerdon.catalogue.budget.Steps;
import java.util.Map;
import java.util.Optional;

/** A regular expression whose matching ends within a budget of steps. Immutable. */
@Internal
public final class BoundedRegex {

    private final Program program;
    private final Map<String, Integer> names;

    private BoundedRegex(Program program, Map<String, Integer> names) {
        this.program = program;
        this.names = names;
    }

    /**
     * Reads a pattern.
     *
     * @param anyCase whether upper and lower case are the same
     * @throws BadPattern where the flavor does not allow it
     */
    public static BoundedRegex compile(String pattern, Flavor flavor, boolean anyCase) throws BadPattern {
        PatternReader reader = new PatternReader(pattern, flavor, anyCase);
        Node whole = reader.whole();
        return new BoundedRegex(new Program(whole, reader.groups, flavor), Map.copyOf(reader.names));
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

        /** How many groups there are besides the whole. */
        public int groups() {
            return places.length / 2 - 1;
        }
    }

    /** The numbers of the named groups. */
    public Map<String, Integer> names() {
        return names;
    }

    /** Whether it matches somewhere. */
    public boolean found(String text, Steps steps) {
        return find(text.codePoints().toArray(), 0, steps).isPresent();
    }

    /** The first match at or behind a place. */
    public Optional<Match> find(int[] codePoints, int from, Steps steps) {
        Machine machine = new Machine(program, codePoints, steps);
        int last = program.anchored() ? 0 : codePoints.length;
        for (int start = from; start <= last; start++) {
            int[] places = machine.match(start);
            if (places.length > 0) {
                return Optional.of(new Match(places));
            }
        }
        return Optional.empty();
    }
}
