package dev.guerdon.math.algebra;

import dev.guerdon.math.number.Rational;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Chooses the points at which expressions are compared: unknown to whoever wrote the answers, of both signs and many sizes.
 *
 * <p>The seed is drawn once for each process. The system property {@value #SEED} sets it, to repeat a run.
 */
final class Sampler {

    static final String SEED = "guerdon.math.seed";

    private static final long PROCESS = seed(System.getProperty(SEED));

    /** The sizes of the points, over and over. */
    private static final double[] SIZES = {1, 3, 10, 0.3, 100, 1.5, 1e6, 30, 0.02, 1e3, 2, 1e5, 1e9, 1e12};

    /** After so many points every size has come with both signs. */
    static final int ROUND = 2 * 14;

    /** Random bits of each value: the chance to hit a root of a polynomial of degree d is at most d/2^44. */
    private static final int BITS = 44;

    private final SplittableRandom random = new SplittableRandom(PROCESS);

    private static long seed(@org.jspecify.annotations.Nullable String chosen) {
        if (chosen != null) {
            try {
                return Long.parseLong(chosen.strip());
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(SEED + " must be a whole number; found " + chosen, e);
            }
        }
        return new SecureRandom().nextLong();
    }

    /** The values of the variables at one point, in their order: a single variable goes through all sizes, first positive ones. */
    List<Rational> real(int point, int variables) {
        List<Rational> values = new ArrayList<>(variables);
        for (int i = 0; i < variables; i++) {
            boolean single = variables == 1;
            double size = SIZES[single ? point % SIZES.length : random.nextInt(point < 4 ? 4 : SIZES.length)];
            Rational value = scaled(size).abs();
            boolean negative = single ? point / SIZES.length % 2 == 1 : point > 2 && random.nextBoolean();
            values.add(negative ? value.negate() : value);
        }
        return values;
    }

    /** How many points lie close to numbers that are written out. */
    static int near(Set<Rational> numbers) {
        return 4 * numbers.size();
    }

    /** A point on either side of a number that is written out, or of its negative: where a function may turn. */
    List<Rational> near(int point, int variables, Set<Rational> numbers) {
        Rational number = List.copyOf(numbers).get(point / 4);
        Rational step = scaled(random.nextBoolean() ? 1 : 0.01).abs();
        Rational turn = point % 2 == 0 ? number : number.negate();
        Rational value = point % 4 < 2 ? turn.add(step) : turn.subtract(step);
        int chosen = random.nextInt(variables);
        List<Rational> values = new ArrayList<>(real(point, variables));
        values.set(chosen, value);
        return values;
    }

    /** Whole numbers: small ones of either parity first, then larger. */
    List<Rational> whole(int point, int variables, boolean small) {
        List<Rational> values = new ArrayList<>(variables);
        for (int i = 0; i < variables; i++) {
            long value;
            if (point < 8 && variables == 1) {
                value = point + 1L;
            } else if (small) {
                value = 2L + random.nextInt(point < 16 ? 14 : 60);
            } else {
                int bound = point % 3 == 0 ? 40 : point % 3 == 1 ? 5000 : 2_000_000;
                value = random.nextInt(bound) * (random.nextInt(3) == 0 ? -1L : 1L);
            }
            values.add(Rational.of(value));
        }
        return values;
    }

    /** A random number of about that size and either sign. */
    Rational scaled(double size) {
        long mantissa = (1L << BITS) / 8 + random.nextLong(1L << BITS);
        Rational share = Rational.of(BigInteger.valueOf(mantissa), BigInteger.ONE.shiftLeft(BITS));
        Rational value = share.multiply(Rational.of(java.math.BigDecimal.valueOf(size)));
        return random.nextBoolean() ? value : value.negate();
    }
}
