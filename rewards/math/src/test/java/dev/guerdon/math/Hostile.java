package dev.guerdon.math;

import dev.guerdon.api.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Inputs made to hang, exhaust or crash a grader. */
final class Hostile {

    private static final List<String> EXPENSIVE = List.of(
            "9^{9^{9^9}}",
            "9^{9^{9^{9^{9}}}}",
            "((((9!)!)!)!)!",
            "5!!!!!!!!",
            "10^{10^{100}}+1",
            "10^{10^{10}}",
            "\\frac{1}{9^{9^9}}",
            "(1+x)^{1000000}",
            "(x+y+z+w)^{200}",
            "(1+\\sqrt2)^{10000}",
            "2^{2^{2^{2^{2^{2}}}}}",
            "\\sum_{k=1}^{10^{18}} \\frac{1}{k}",
            "\\sum_{k=1}^{1500} \\frac{1}{k}",
            "\\sum_{k=1}^{1500} k!",
            "\\prod_{k=1}^{1500} k^k",
            "\\sum_{a=1}^{1000}\\sum_{b=1}^{1000}\\sum_{c=1}^{1000} abc",
            "\\sum_{a=1}^{1000}\\sum_{b=1}^{1000}\\frac{1}{a+b}",
            "\\sqrt[99999]{2}",
            "2^{\\frac{1}{99999999}}",
            "\\int_0^1\\int_0^1 \\sin(xy) dx dy",
            "\\int_0^1 \\sin(\\sin(\\sin(\\sin(x)))) dx",
            "\\lim_{x\\to 0}\\lim_{y\\to 0}\\frac{\\sin(xy)}{xy}",
            "\\sum_{n=1}^{\\infty}\\sum_{m=1}^{\\infty}\\frac{1}{n^2m^2}",
            "\\sin(10^{100})",
            "e^{e^{e^{e^{e}}}}",
            "\\ln(\\ln(\\ln(10^{10^{10}})))",
            "\\binom{100000}{50000}",
            "\\binom{x}{60}",
            "\\gcd(2^{10000},3^{5000})",
            "\\log_{2}(3^{99999})",
            "1e999999999",
            "1e-999999999999999999999",
            "3^{10000}+1",
            "\\sqrt{10^{4000}+1}",
            "x^{y^{z^{x^{y^{z}}}}}",
            "\\sqrt{a+\\sqrt{b+\\sqrt{c+\\sqrt{d+\\sqrt{f+\\sqrt{g}}}}}}",
            "\\sin^{50}(x)\\cos^{50}(y)+\\tan^{50}(z)",
            "(\\sqrt2+\\sqrt3+\\sqrt5+\\sqrt7+\\sqrt{11}+\\sqrt{13})^{20}",
            "\\sum_{k=1}^{1500} \\sqrt{k}",
            "\\prod_{k=1}^{1500}(x+k)",
            "\\frac{1}{x+\\frac{1}{y+\\frac{1}{z+\\frac{1}{w+\\frac{1}{v+\\frac{1}{u}}}}}}");

    /** A pattern, how often it is repeated, and what ends it. */
    private record Repeated(String pattern, int times, String end) {
        String text() {
            return pattern.repeat(times) + end;
        }
    }

    private static final List<Repeated> REPEATED = List.of(
            new Repeated("1/", 3000, "1"),
            new Repeated("2^", 3000, "1"),
            new Repeated("-", 5000, "1"),
            new Repeated("\\frac", 3000, ""),
            new Repeated("\\frac{1}{", 200_000, ""),
            new Repeated("\\sqrt", 2000, "2"),
            new Repeated("\\sin ", 3000, "x"),
            new Repeated("x_", 3000, ""),
            new Repeated("|", 3000, ""),
            new Repeated("!", 5000, ""),
            new Repeated("1+", 4900, "1"),
            new Repeated("x+", 4900, "1"),
            new Repeated("xy", 4900, ""),
            new Repeated("x^2y^3", 1500, ""),
            new Repeated("\\text{", 1500, ""),
            new Repeated("\\text{a", 1000, "}".repeat(1000)),
            new Repeated("\\boxed{", 1400, "1"),
            new Repeated("\\begin{pmatrix}", 500, ""),
            new Repeated("(x+1)(x+2)", 400, ""),
            new Repeated("(x+y)(y+z)(z+w)(w+v)(v+u)", 40, ""),
            new Repeated("\\sqrt{2}\\sqrt{3}\\sqrt{5}+", 300, "1"),
            new Repeated("\\pm", 3000, "1"),
            new Repeated("a,", 4000, "b"),
            new Repeated("x=", 4000, "1"),
            new Repeated("x<", 4000, "1"),
            new Repeated("(0,1)\\cup", 1000, "(1,2)"),
            new Repeated("{", 5000, "x" + "}".repeat(5000)),
            new Repeated("(", 5000, "x" + ")".repeat(5000)),
            new Repeated("(", 1_000_000, ""),
            new Repeated("\\left(", 1400, "1" + "\\right)".repeat(1400)),
            new Repeated("word ", 1900, ""),
            new Repeated("9", 3_000_000, ""),
            new Repeated("9", 3_000_000, "x"),
            new Repeated("9", 9000, ""),
            new Repeated("1,000", 1900, ""),
            new Repeated("0.", 4000, ""),
            new Repeated("e", 9000, ""),
            new Repeated("1e", 4000, ""),
            new Repeated("1_", 4000, "1"),
            new Repeated("\u0000", 5000, ""),
            new Repeated("=", 19000, " 5"),
            new Repeated("\\boxed{", 4000, "1" + "}".repeat(4000)),
            new Repeated("x, ", 1300, "foo bar baz is the answer."),
            new Repeated("²", 5000, ""),
            new Repeated("x²", 3000, ""),
            new Repeated("3", 1, "!".repeat(5000)));

    private static final List<String> OTHERS = List.of("5", "x", "10^{10^{10}}", "\\frac{1}{3}");

    private Hostile() {}

    /** A set of so many numbers, the largest first or last. */
    private static String numbers(int count, boolean reversed) {
        StringJoiner set = new StringJoiner(",", "\\{", "\\}");
        for (int i = 1; i <= count; i++) {
            set.add(Integer.toString(reversed ? count + 1 - i : i));
        }
        return set.toString();
    }

    /** Response and answer pairs. */
    static List<String[]> pairs() {
        List<String[]> pairs = new ArrayList<>();
        for (Json line : Vectors.read("math_slow")) {
            Json input = line.get("input");
            pairs.add(new String[] {
                input.get("final_response").asString(), input.get("answer").asString()
            });
        }
        pairs.add(new String[] {numbers(450, true), numbers(450, false)});
        List<String> texts = new ArrayList<>(EXPENSIVE);
        REPEATED.forEach(repeated -> texts.add(repeated.text()));
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            pairs.add(new String[] {text + "+1", text});
            pairs.add(new String[] {text, OTHERS.get(i % OTHERS.size())});
        }
        return pairs;
    }
}
