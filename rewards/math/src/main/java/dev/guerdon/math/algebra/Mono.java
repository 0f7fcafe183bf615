package dev.guerdon.math.algebra;

import java.util.Arrays;

/** A product of atoms with rational exponents, none of them zero, sorted by atom. */
final class Mono {

    static final Mono ONE = new Mono(new int[0], new int[0], new int[0]);

    final int[] atoms;
    final int[] over;
    final int[] under;
    private final int hash;

    private Mono(int[] atoms, int[] over, int[] under) {
        this.atoms = atoms;
        this.over = over;
        this.under = under;
        this.hash = 31 * (31 * Arrays.hashCode(atoms) + Arrays.hashCode(over)) + Arrays.hashCode(under);
    }

    static Mono of(int atom, int over, int under) {
        int gcd = gcd(Math.abs(over), under);
        return over == 0 ? ONE : new Mono(new int[] {atom}, new int[] {over / gcd}, new int[] {under / gcd});
    }

    boolean isOne() {
        return atoms.length == 0;
    }

    /** Sets the product; exponents that leave the int range end in an ArithmeticException. */
    Mono times(Mono other) {
        if (isOne()) {
            return other;
        }
        if (other.isOne()) {
            return this;
        }
        int[] a = new int[atoms.length + other.atoms.length];
        int[] n = new int[a.length];
        int[] d = new int[a.length];
        int i = 0;
        int j = 0;
        int size = 0;
        while (i < atoms.length || j < other.atoms.length) {
            if (j >= other.atoms.length || (i < atoms.length && atoms[i] < other.atoms[j])) {
                a[size] = atoms[i];
                n[size] = over[i];
                d[size++] = under[i++];
            } else if (i >= atoms.length || other.atoms[j] < atoms[i]) {
                a[size] = other.atoms[j];
                n[size] = other.over[j];
                d[size++] = other.under[j++];
            } else {
                long top = Math.addExact(
                        Math.multiplyExact((long) over[i], other.under[j]),
                        Math.multiplyExact((long) other.over[j], under[i]));
                long bottom = Math.multiplyExact((long) under[i], other.under[j]);
                if (top != 0) {
                    long gcd = gcd(Math.abs(top), bottom);
                    a[size] = atoms[i];
                    n[size] = Math.toIntExact(top / gcd);
                    d[size++] = Math.toIntExact(bottom / gcd);
                }
                i++;
                j++;
            }
        }
        return size == 0 ? ONE : new Mono(Arrays.copyOf(a, size), Arrays.copyOf(n, size), Arrays.copyOf(d, size));
    }

    Mono pow(int top, int bottom) {
        if (top == 0) {
            return ONE;
        }
        int[] n = new int[over.length];
        int[] d = new int[over.length];
        for (int i = 0; i < n.length; i++) {
            long x = Math.multiplyExact((long) over[i], top);
            long y = Math.multiplyExact((long) under[i], bottom);
            long gcd = gcd(Math.abs(x), y);
            n[i] = Math.toIntExact(x / gcd);
            d[i] = Math.toIntExact(y / gcd);
        }
        return new Mono(atoms, n, d);
    }

    /** Without the atom at that place. */
    Mono without(int index) {
        int size = atoms.length - 1;
        int[] a = new int[size];
        int[] n = new int[size];
        int[] d = new int[size];
        for (int i = 0, k = 0; i < atoms.length; i++) {
            if (i != index) {
                a[k] = atoms[i];
                n[k] = over[i];
                d[k++] = under[i];
            }
        }
        return size == 0 ? ONE : new Mono(a, n, d);
    }

    /** Returns the place of an atom, -1 if it does not occur. */
    int indexOf(int atom) {
        return Arrays.binarySearch(atoms, atom) >= 0 ? Arrays.binarySearch(atoms, atom) : -1;
    }

    private static int gcd(int a, int b) {
        return (int) gcd((long) a, (long) b);
    }

    private static long gcd(long a, long b) {
        long x = a;
        long y = b;
        while (y != 0) {
            long rest = x % y;
            x = y;
            y = rest;
        }
        return x;
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Mono other
                && hash == other.hash
                && Arrays.equals(atoms, other.atoms)
                && Arrays.equals(over, other.over)
                && Arrays.equals(under, other.under);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < atoms.length; i++) {
            text.append('a')
                    .append(atoms[i])
                    .append('^')
                    .append(over[i])
                    .append('/')
                    .append(under[i])
                    .append('.');
        }
        return text.toString();
    }
}
