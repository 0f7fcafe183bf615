package dev.guerdon.math.algebra;

import java.math.BigInteger;

/**
 * Complex arithmetic over error-bounded real numbers, with principal values.
 *
 * @param <R> the real numbers
 */
final class Complexes<R> {

    final Reals<R> reals;
    final Complex<R> zero;
    final Complex<R> one;

    Complexes(Reals<R> reals) {
        this.reals = reals;
        this.zero = real(reals.of(Rational.ZERO));
        this.one = real(reals.of(Rational.ONE));
    }

    /** A complex number. */
    record Complex<R>(R re, R im) {}

    Complex<R> of(Rational value) {
        return real(reals.of(value));
    }

    Complex<R> real(R value) {
        return new Complex<>(value, reals.of(Rational.ZERO));
    }

    Complex<R> imaginary(R value) {
        return new Complex<>(reals.of(Rational.ZERO), value);
    }

    boolean isReal(Complex<R> a) {
        return reals.isZero(a.im()) && reals.error(a.im()) == 0;
    }

    Complex<R> add(Complex<R> a, Complex<R> b) {
        return new Complex<>(reals.add(a.re(), b.re()), reals.add(a.im(), b.im()));
    }

    Complex<R> negate(Complex<R> a) {
        return new Complex<>(reals.negate(a.re()), reals.negate(a.im()));
    }

    Complex<R> subtract(Complex<R> a, Complex<R> b) {
        return add(a, negate(b));
    }

    Complex<R> multiply(Complex<R> a, Complex<R> b) {
        if (isReal(a) && isReal(b)) {
            return real(reals.multiply(a.re(), b.re()));
        }
        return new Complex<>(
                reals.add(reals.multiply(a.re(), b.re()), reals.negate(reals.multiply(a.im(), b.im()))),
                reals.add(reals.multiply(a.re(), b.im()), reals.multiply(a.im(), b.re())));
    }

    Complex<R> divide(Complex<R> a, Complex<R> b) {
        if (isReal(b)) {
            return isReal(a)
                    ? real(reals.divide(a.re(), b.re()))
                    : new Complex<>(reals.divide(a.re(), b.re()), reals.divide(a.im(), b.re()));
        }
        R norm = reals.add(reals.multiply(b.re(), b.re()), reals.multiply(b.im(), b.im()));
        Complex<R> product = multiply(a, new Complex<>(b.re(), reals.negate(b.im())));
        return new Complex<>(reals.divide(product.re(), norm), reals.divide(product.im(), norm));
    }

    R modulus(Complex<R> a) {
        if (isReal(a)) {
            return reals.middle(a.re()) < 0 ? reals.negate(a.re()) : a.re();
        }
        return reals.sqrt(reals.add(reals.multiply(a.re(), a.re()), reals.multiply(a.im(), a.im())));
    }

    Complex<R> exp(Complex<R> a) {
        R size = reals.exp(a.re());
        if (isReal(a)) {
            return real(size);
        }
        return new Complex<>(reals.multiply(size, reals.cos(a.im())), reals.multiply(size, reals.sin(a.im())));
    }

    Complex<R> ln(Complex<R> a) {
        if (isReal(a)) {
            int sign = reals.sign(a.re());
            if (sign > 0) {
                return real(reals.ln(a.re()));
            }
            if (sign < 0) {
                return new Complex<>(reals.ln(reals.negate(a.re())), reals.pi());
            }
            throw UndefinedException.INSTANCE;
        }
        return new Complex<>(reals.ln(modulus(a)), angle(a));
    }

    /** Returns the argument in (-π, π]. */
    private R angle(Complex<R> a) {
        if (reals.sign(a.re()) > 0) {
            return reals.atan(reals.divide(a.im(), a.re()));
        }
        int sign = reals.sign(a.im());
        if (sign == 0) {
            // Next to the cut: which side it lies on is not known.
            throw UndecidedException.INSTANCE;
        }
        R half = reals.divide(reals.pi(), reals.of(Rational.TWO));
        R rest = reals.atan(reals.divide(reals.negate(a.re()), a.im()));
        return sign > 0 ? reals.add(half, rest) : reals.add(reals.negate(half), rest);
    }

    Complex<R> sqrt(Complex<R> a) {
        if (isReal(a)) {
            int sign = reals.sign(a.re());
            if (sign < 0) {
                return imaginary(reals.sqrt(reals.negate(a.re())));
            }
            if (sign > 0 || (reals.isZero(a.re()) && reals.error(a.re()) == 0)) {
                return real(reals.sqrt(a.re()));
            }
            return real(reals.sqrt(a.re()));
        }
        return exp(divide(ln(a), of(Rational.TWO)));
    }

    /** Returns the k-th root: the real one if there is one. */
    Complex<R> root(Complex<R> a, int k) {
        if (k == 2) {
            return sqrt(a);
        }
        if (isReal(a)) {
            if (reals.isZero(a.re()) && reals.error(a.re()) == 0) {
                return zero;
            }
            if (reals.sign(a.re()) < 0 && k % 2 == 1) {
                return negate(root(negate(a), k));
            }
        }
        return exp(divide(ln(a), of(Rational.of(k))));
    }

    Complex<R> power(Complex<R> a, BigInteger exponent) {
        if (exponent.signum() < 0) {
            return divide(one, power(a, exponent.negate()));
        }
        if (exponent.bitLength() > 12) {
            return exp(multiply(of(Rational.of(exponent)), ln(a)));
        }
        Complex<R> result = one;
        Complex<R> square = a;
        for (int n = exponent.intValue(); n > 0; n >>= 1) {
            if ((n & 1) == 1) {
                result = multiply(result, square);
            }
            if (n > 1) {
                square = multiply(square, square);
            }
        }
        return result;
    }

    Complex<R> power(Complex<R> a, Complex<R> exponent) {
        if (reals.isZero(a.re()) && reals.error(a.re()) == 0 && isReal(a)) {
            if (reals.sign(exponent.re()) > 0) {
                return zero;
            }
            throw UndefinedException.INSTANCE;
        }
        return exp(multiply(exponent, ln(a)));
    }

    Complex<R> sin(Complex<R> a) {
        if (isReal(a)) {
            return real(reals.sin(a.re()));
        }
        Complex<R> turned = multiply(imaginary(reals.of(Rational.ONE)), a);
        return divide(subtract(exp(turned), exp(negate(turned))), imaginary(reals.of(Rational.TWO)));
    }

    Complex<R> cos(Complex<R> a) {
        if (isReal(a)) {
            return real(reals.cos(a.re()));
        }
        Complex<R> turned = multiply(imaginary(reals.of(Rational.ONE)), a);
        return divide(add(exp(turned), exp(negate(turned))), of(Rational.TWO));
    }

    Complex<R> atan(Complex<R> a) {
        if (isReal(a)) {
            return real(reals.atan(a.re()));
        }
        throw UndecidedException.INSTANCE;
    }

    /** Returns the arcsine of a real number in [-1, 1]. */
    Complex<R> asin(Complex<R> a) {
        if (!isReal(a) || Math.abs(reals.middle(a.re())) > 1 + reals.error(a.re())) {
            throw UndefinedException.INSTANCE;
        }
        R square = reals.multiply(a.re(), a.re());
        R rest = reals.add(reals.of(Rational.ONE), reals.negate(square));
        R cosine = reals.sqrt(rest);
        if (reals.sign(cosine) == 0) {
            R half = reals.divide(reals.pi(), reals.of(Rational.TWO));
            if (reals.isZero(rest)) {
                return real(reals.middle(a.re()) > 0 ? half : reals.negate(half));
            }
            throw UndecidedException.INSTANCE;
        }
        return real(reals.atan(reals.divide(a.re(), cosine)));
    }
}
