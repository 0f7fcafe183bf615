package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberMomentsTest {

    private static final MathContext DIGITS = new MathContext(60);

    /** Enough for a mean that lies in the middle between two doubles, however small. */
    private static final MathContext ALL_DIGITS = new MathContext(1200);

    /** Where numbers come from. */
    enum Source {
        SCORES {
            @Override
            double next(Random random) {
                return (double) random.nextInt(21) / (20 + random.nextInt(30));
            }
        },
        WHOLE {
            @Override
            double next(Random random) {
                return random.nextInt(100_000) - 50_000;
            }
        },
        NORMAL {
            @Override
            double next(Random random) {
                return random.nextGaussian();
            }
        },
        FAR_FROM_ZERO {
            @Override
            double next(Random random) {
                return 1e9 + random.nextDouble();
            }
        },
        AROUND_THE_BOUNDS_OF_THE_WORDS {
            @Override
            double next(Random random) {
                int exponent = (random.nextBoolean() ? 40 : -35) + random.nextInt(5);
                return Math.scalb(1 + random.nextDouble(), exponent) * (random.nextBoolean() ? 1 : -1);
            }
        },
        POWERS_OF_TWO {
            @Override
            double next(Random random) {
                return Math.scalb(random.nextBoolean() ? 1.0 : -1.0, random.nextInt(300) - 150);
            }
        },
        ANY_DOUBLE {
            @Override
            double next(Random random) {
                double any;
                do {
                    any = Double.longBitsToDouble(random.nextLong());
                } while (!Double.isFinite(any));
                return any;
            }
        },
        THE_LARGEST {
            @Override
            double next(Random random) {
                return random.nextBoolean() ? Double.MAX_VALUE : -Double.MAX_VALUE;
            }
        },
        THE_SMALLEST {
            @Override
            double next(Random random) {
                return (random.nextInt(2001) - 1000) * Double.MIN_VALUE;
            }
        };

        abstract double next(Random random);

        List<Double> numbers(Random random) {
            List<Double> out = new ArrayList<>();
            int count = 1 + random.nextInt(60);
            for (int i = 0; i < count; i++) {
                out.add(random.nextInt(6) == 0 ? (random.nextBoolean() ? 0.0 : -0.0) : next(random));
            }
            return out;
        }
    }

    private static NumberMoments of(List<Double> numbers) {
        NumberMoments moments = new NumberMoments();
        numbers.forEach(moments::add);
        return moments;
    }

    private static NumberMoments restored(NumberMoments moments) {
        List<Json> state =
                JsonCodec.read(JsonCodec.write(moments.save()), "state").asList();
        return NumberMoments.restore(state);
    }

    private static List<Long> bits(NumberMoments moments) {
        return List.of(
                moments.count(), Double.doubleToRawLongBits(moments.mean()), Double.doubleToRawLongBits(moments.std()));
    }

    /** The numbers in parts, which are merged two by two, some of them after a journey as JSON. */
    private static NumberMoments inParts(List<Double> numbers, Random random) {
        List<NumberMoments> parts = new ArrayList<>();
        int at = 0;
        while (at < numbers.size()) {
            int end = Math.min(numbers.size(), at + random.nextInt(8));
            parts.add(of(numbers.subList(at, end)));
            at = end;
        }
        while (parts.size() > 1) {
            NumberMoments one = parts.remove(random.nextInt(parts.size()));
            NumberMoments other = parts.remove(random.nextInt(parts.size()));
            one.add(random.nextInt(3) == 0 ? restored(other) : other);
            parts.add(random.nextInt(3) == 0 ? restored(one) : one);
        }
        return parts.getFirst();
    }

    @ParameterizedTest
    @EnumSource
    void figuresAreTheSameToTheLastBitInAnyOrderAndParts(Source source) {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            List<Double> numbers = source.numbers(random);
            NumberMoments expected = of(numbers);
            for (int i = 0; i < 5; i++) {
                Collections.shuffle(numbers, random);
                NumberMoments other = inParts(numbers, random);
                assertThat(bits(other)).as("seed %s: %s", seed, numbers).isEqualTo(bits(expected));
                assertThat(other.save()).isEqualTo(expected.save());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void figuresAreThoseOfExactArithmetic(Source source) {
        for (int seed = 0; seed < 100; seed++) {
            List<Double> numbers = source.numbers(new Random(seed));
            BigDecimal count = BigDecimal.valueOf(numbers.size());
            BigDecimal sum = BigDecimal.ZERO;
            BigDecimal squares = BigDecimal.ZERO;
            for (double number : numbers) {
                BigDecimal exact = new BigDecimal(number);
                sum = sum.add(exact);
                squares = squares.add(exact.multiply(exact));
            }
            NumberMoments moments = of(numbers);
            double mean = sum.divide(count, ALL_DIGITS).doubleValue();
            double slack = Math.abs(mean) < Double.MIN_NORMAL ? Double.MIN_VALUE : 0;
            assertThat(moments.mean()).as("seed %s: %s", seed, numbers).isCloseTo(mean, within(slack));
            double std = squares.multiply(count)
                    .subtract(sum.multiply(sum))
                    .sqrt(DIGITS)
                    .divide(count, DIGITS)
                    .doubleValue();
            assertThat(moments.std()).as("seed %s: %s", seed, numbers).isCloseTo(std, within(2 * Math.ulp(std)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void meanOfEqualNumbersIsTheirValueAndTheyAreNotApart(Source source) {
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            double number = source.next(random);
            NumberMoments moments = of(Collections.nCopies(1 + random.nextInt(50), number));
            assertThat(moments.mean()).isEqualTo(number == 0 ? 0.0 : number);
            assertThat(moments.std()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {1, -1, 0x1.fffffffffffffp41, -0x1.fffffffffffffp41, 0x1p-84, 0x1.fffffffffffffp-32, 3e12, 1e300})
    void asManyAsCanBeCountedDoNotOverflow(double number) {
        NumberMoments moments = of(List.of(number, 0.0));
        double mean = moments.mean();
        double std = moments.std();
        for (int i = 0; i < 61; i++) {
            moments.add(restored(moments));
        }
        assertThat(moments.count()).isEqualTo(1L << 62);
        assertThat(moments.mean()).isEqualTo(mean);
        assertThat(moments.std()).isEqualTo(std);
        assertThat(bits(restored(moments))).isEqualTo(bits(moments));
    }

    @Test
    void theLargestDoublesHaveFiniteFigures() {
        double most = Double.MAX_VALUE;
        assertThat(of(List.of(most, -most)).std()).isEqualTo(most);
        assertThat(of(List.of(most, -most)).mean()).isZero();
        assertThat(of(List.of(most, most, most)).mean()).isEqualTo(most);
        assertThat(of(List.of(most, most, -most, -most, most, -most)).std()).isFinite();
        assertThat(of(List.of(1e300, -1e300, 1.0, 1.0)).mean()).isEqualTo(0.5);
        assertThat(of(List.of(Double.MIN_VALUE, -Double.MIN_VALUE)).std()).isEqualTo(Double.MIN_VALUE);
    }

    @Test
    void nothingHasNoFigures() {
        NumberMoments none = restored(new NumberMoments());
        none.add(new NumberMoments());
        assertThat(none.count()).isZero();
        assertThat(none.mean()).isNaN();
        assertThat(none.std()).isNaN();
        assertThat(none.save()).containsExactly(0L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[-1,1,0,1,0]",
                "[1]",
                "[1,1,0,1]",
                "[1,1,2000000000,1,0]",
                "[1,1,-2000000000,1,0]",
                "[1,1,0,1,3000]",
                "[1,1,9223372036854775807,1,0]",
                "[1,\"1\",0,1,0]"
            })
    void whatIsNoStateIsRefused(String state) {
        assertThatThrownBy(() ->
                        NumberMoments.restore(JsonCodec.read(state, "state").asList()))
                .isInstanceOf(GuerdonException.class);
    }
}
