package dev.guerdon.math.algebra;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Factors integers as far as is cheap. */
final class Primes {

    private static final int[] SMALL = sieve(5000);

    private Primes() {}

    /**
     * A factor of an integer.
     *
     * @param base the factor
     * @param exponent how often it divides
     * @param prime whether it is known to be prime
     */
    record Factor(BigInteger base, int exponent, boolean prime) {}

    private static int[] sieve(int limit) {
        boolean[] composite = new boolean[limit];
        int[] found = new int[limit];
        int count = 0;
        for (int i = 2; i < limit; i++) {
            if (!composite[i]) {
                found[count++] = i;
                for (int j = 2 * i; j < limit; j += i) {
                    composite[j] = true;
                }
            }
        }
        return java.util.Arrays.copyOf(found, count);
    }

    /** Returns the factors of a positive integer; what is left after trial division stays whole unless it is a perfect power. */
    static List<Factor> factor(BigInteger n, ComparisonBudget budget) {
        List<Factor> factors = new ArrayList<>();
        if (n.bitLength() < 63) {
            long rest = n.longValueExact();
            for (int p : SMALL) {
                if ((long) p * p > rest) {
                    break;
                }
                int exponent = 0;
                while (rest % p == 0) {
                    rest /= p;
                    exponent++;
                }
                if (exponent > 0) {
                    factors.add(new Factor(BigInteger.valueOf(p), exponent, true));
                }
            }
            leftover(BigInteger.valueOf(rest), factors);
            return factors;
        }
        budget.step(200 + (long) SMALL.length * n.bitLength() / 2000);
        BigInteger rest = n;
        for (int p : SMALL) {
            BigInteger prime = BigInteger.valueOf(p);
            int exponent = 0;
            while (true) {
                BigInteger[] parts = rest.divideAndRemainder(prime);
                if (parts[1].signum() != 0) {
                    break;
                }
                rest = parts[0];
                exponent++;
                budget.step(1 + rest.bitLength() / 2000);
            }
            if (exponent > 0) {
                factors.add(new Factor(prime, exponent, true));
            }
            if (rest.equals(BigInteger.ONE)) {
                break;
            }
        }
        leftover(rest, factors);
        return factors;
    }

    private static void leftover(BigInteger rest, List<Factor> factors) {
        if (rest.equals(BigInteger.ONE)) {
            return;
        }
        int largest = SMALL[SMALL.length - 1];
        if ((rest.bitLength() < 63 && rest.longValueExact() < (long) largest * largest)
                || (rest.bitLength() < 300 && rest.isProbablePrime(40))) {
            factors.add(new Factor(rest, 1, true));
            return;
        }
        BigInteger root = rest.sqrt();
        if (root.multiply(root).equals(rest)) {
            int before = factors.size();
            leftover(root, factors);
            for (int i = before; i < factors.size(); i++) {
                Factor f = factors.get(i);
                factors.set(i, new Factor(f.base(), 2 * f.exponent(), f.prime()));
            }
            return;
        }
        for (int k = 3; k <= 7 && rest.bitLength() < 4000; k += 2) {
            BigInteger kth = root(rest, k);
            if (kth.pow(k).equals(rest)) {
                factors.add(new Factor(kth, k, kth.bitLength() < 300 && kth.isProbablePrime(40)));
                return;
            }
        }
        factors.add(new Factor(rest, 1, false));
    }

    /** Returns the integer part of the k-th root. */
    static BigInteger root(BigInteger n, int k) {
        BigInteger low = BigInteger.ONE.shiftLeft((n.bitLength() - 1) / k);
        BigInteger x = low.shiftLeft(1);
        while (true) {
            BigInteger next = x.multiply(BigInteger.valueOf(k - 1))
                    .add(n.divide(x.pow(k - 1)))
                    .divide(BigInteger.valueOf(k));
            if (next.compareTo(x) >= 0) {
                return x;
            }
            x = next;
        }
    }
}
