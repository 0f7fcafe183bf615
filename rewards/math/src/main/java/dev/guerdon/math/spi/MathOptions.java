package dev.guerdon.math.spi;

import dev.guerdon.api.Experimental;

/**
 * Differences that a comparison lets pass.
 *
 * @param tolerance how far real numbers may be apart
 * @param order whether the order of a bare list counts
 * @param units what units count for
 * @param form how the answer must be written
 */
@Experimental
public record MathOptions(Tolerance tolerance, Order order, Units units, Form form) {

    /** Exact, lists in the order given, units where both sides have them. */
    public static final MathOptions EXACT = new MathOptions(Tolerance.NONE, Order.GIVEN, Units.BOTH, Form.ANY);

    /** Meaning of the order of a bare list. */
    public enum Order {
        /** As written: a bare list is in order, a set is not. */
        GIVEN,
        /** Bare lists may come in any order. */
        ANY
    }

    /** How an answer must be written, by rules of syntax alone. */
    public enum Form {
        /** Any way that is equal. */
        ANY,
        /** Without a step that only needs to be carried out: sums, integrals, numbers to add, multiply or raise, known roots and angles. */
        EVALUATED,
        /** Evaluated, and without like terms, common factors, brackets in a sum, or much more length than the expected answer. */
        SIMPLIFIED,
        /** A product of at least as many factors as the expected answer. */
        FACTORED,
        /** Plain digits. */
        DECIMAL
    }

    /** Meaning of units. */
    public enum Units {
        /** Units count where both answers have them; a unit on one side is presentation. */
        BOTH,
        /** An answer must have the unit that the expected one has. */
        REQUIRED,
        /** Units never count. */
        IGNORED
    }

    /**
     * Distance that real numbers may have; the widest of the three counts.
     *
     * @param absolute the difference itself
     * @param relative the difference as a share of the larger one
     * @param digits significant digits to which the expected number is rounded, 0 for all
     */
    public record Tolerance(double absolute, double relative, int digits) {

        public static final Tolerance NONE = new Tolerance(0, 0, 0);

        public Tolerance {
            if (!(absolute >= 0 && absolute < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("an absolute tolerance is 0 or more; found " + absolute);
            }
            if (!(relative >= 0 && relative < 1)) {
                throw new IllegalArgumentException("a tolerance is a share from 0 up to 1; found " + relative);
            }
            if (digits < 0 || digits > 30) {
                throw new IllegalArgumentException("significant digits are 0 (all) to 30; found " + digits);
            }
        }

        public boolean isNone() {
            return absolute == 0 && relative == 0 && digits == 0;
        }
    }
}
