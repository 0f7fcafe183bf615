package dev.guerdon.math;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/** Pairs of answers by class, labelled by how they are made: near misses that were paid once, and right answers that were refused. */
final class LabelledAnswers {

    /** A response, the expected answer, and whether they are equal. */
    record Pair(boolean equal, String response, String answer) {

        Pair swapped() {
            return new Pair(equal, /* response= */ answer, /* answer= */ response);
        }
    }

    private static final List<String> MONTHS = List.of(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December");

    private final Random random;
    private final List<Pair> made = new ArrayList<>();

    private LabelledAnswers(Random random) {
        this.random = random;
    }

    /** Returns so many pairs of each class that is wrong, then of each that is right. */
    static Map<String, List<Pair>> wrong(long seed, int count) {
        Map<String, Function<LabelledAnswers, Pair>> kinds = new LinkedHashMap<>();
        kinds.put("dates", LabelledAnswers::wrongDate);
        kinds.put("degrees and radians", LabelledAnswers::wrongAngle);
        kinds.put("absolute values", LabelledAnswers::wrongAbsolute);
        kinds.put("domains", LabelledAnswers::wrongDomain);
        kinds.put("step functions", LabelledAnswers::wrongStep);
        kinds.put("hidden spikes", LabelledAnswers::wrongSpike);
        kinds.put("words", LabelledAnswers::wrongWord);
        kinds.put("chains", LabelledAnswers::wrongChain);
        kinds.put("matrices", LabelledAnswers::wrongMatrix);
        kinds.put("piecewise", LabelledAnswers::wrongPiecewise);
        kinds.put("families", LabelledAnswers::wrongFamily);
        return all(kinds, seed, count);
    }

    static Map<String, List<Pair>> right(long seed, int count) {
        Map<String, Function<LabelledAnswers, Pair>> kinds = new LinkedHashMap<>();
        kinds.put("lists", LabelledAnswers::list);
        kinds.put("named tuples", LabelledAnswers::tuple);
        kinds.put("matrix arithmetic", LabelledAnswers::matrix);
        kinds.put("colours and phantoms", LabelledAnswers::colour);
        kinds.put("unicode signs", LabelledAnswers::unicode);
        kinds.put("dates and times", LabelledAnswers::date);
        kinds.put("number forms", LabelledAnswers::number);
        kinds.put("infinity", LabelledAnswers::infinity);
        kinds.put("piecewise", LabelledAnswers::piecewise);
        kinds.put("families", LabelledAnswers::family);
        kinds.put("sets", LabelledAnswers::set);
        kinds.put("points", LabelledAnswers::points);
        kinds.put("named ratios", LabelledAnswers::ratio);
        kinds.put("absolute values", LabelledAnswers::absolute);
        kinds.put("step functions", LabelledAnswers::step);
        return all(kinds, seed, count);
    }

    private static Map<String, List<Pair>> all(
            Map<String, Function<LabelledAnswers, Pair>> kinds, long seed, int count) {
        Map<String, List<Pair>> pairs = new LinkedHashMap<>();
        kinds.forEach((name, kind) -> {
            LabelledAnswers answers = new LabelledAnswers(new Random(seed * 31 + name.hashCode()));
            while (answers.made.size() < count) {
                Pair pair = kind.apply(answers);
                answers.made.add(answers.random.nextBoolean() ? pair : pair.swapped());
            }
            pairs.put(name, List.copyOf(answers.made));
        });
        return pairs;
    }

    private int from(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    @SafeVarargs
    private <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static Pair no(String response, String answer) {
        return new Pair(false, response, answer);
    }

    private static Pair yes(String response, String answer) {
        return new Pair(true, response, answer);
    }

    private Pair wrongDate() {
        int year = from(1700, 2099);
        int month = from(1, 12);
        int day = from(1, 28);
        String iso = "%d-%02d-%02d".formatted(year, month, day);
        return switch (random.nextInt(3)) {
            case 0 -> no(iso, Integer.toString(year - month - day));
            case 1 -> no(iso, MONTHS.get(month - 1) + " " + (day % 28 + 1) + ", " + year);
            default -> no(iso, "%d-%02d-%02d".formatted(year, month % 12 + 1, day));
        };
    }

    private Pair wrongAngle() {
        int n = from(1, 400);
        String radians = n + pick("\\text{ radians}", " radians", "\\text{ rad}", " rad", "\\,\\mathrm{rad}");
        return no(n + pick("^\\circ", "^{\\circ}", "°", " degrees"), radians);
    }

    private Pair wrongAbsolute() {
        String inside = switch (random.nextInt(6)) {
            case 0 -> "\\ln x-" + from(8, 400);
            case 1 -> "\\arctan x-1.570796" + from(1, 3);
            case 2 -> "\\sqrt x-10^{" + from(14, 60) + "}";
            case 3 -> "x-10^{" + from(13, 50) + "}";
            case 4 -> "e^x-10^{-" + from(6, 60) + "}";
            default -> "\\sin x-0.9999" + from(1, 99_999);
        };
        String turned = "-(" + inside + ")";
        return switch (random.nextInt(4)) {
            case 0 -> no("|" + inside + "|", inside);
            case 1 -> no("|" + inside + "|", turned);
            case 2 -> no("\\sqrt{(" + inside + ")^2}", pick(inside, turned));
            default -> no("\\max(" + inside + ",0)", pick(inside, "0"));
        };
    }

    private Pair wrongDomain() {
        String gold = pick("x", "x^2+" + from(1, 9), "\\sin x", from(2, 9) + "x-" + from(1, 9));
        String narrow = pick("\\ln(x-" + from(2, 50) + ")", "\\sqrt{x-" + from(2, 50) + "}", "\\arcsin(x)");
        int at = from(1, 99);
        return switch (random.nextInt(5)) {
            case 0 -> no(gold + "+0" + narrow, gold);
            case 1 -> no(gold + "+" + narrow + "-" + narrow, gold);
            case 2 -> no("\\frac{(" + gold + ")" + narrow + "}{" + narrow + "}", gold);
            case 3 -> no("\\ln x+" + gold, "\\ln|x|+" + gold);
            default -> no("\\ln(x-" + at + ")+C", "\\ln|x-" + at + "|+C");
        };
    }

    private Pair wrongStep() {
        int m = from(20, 200);
        return switch (random.nextInt(7)) {
            case 0 -> no("\\gcd(n," + pick(1009, 1013, 2003, 10_007) + ")", "1");
            case 1 -> no("\\gcd(n,2^{" + m + "})", "\\gcd(n,2^{" + (m - 1) + "})");
            case 2 -> no("\\lfloor n/" + m + "\\rfloor", "\\lceil(n-" + (m - 2) + ")/" + m + "\\rceil");
            case 3 -> no("\\lfloor x+1/" + m + "\\rfloor", "\\lceil x-" + (m - 1) + "/" + m + "\\rceil");
            case 4 -> no("\\lfloor n/" + m + "\\rfloor", "\\lfloor(n+1)/" + m + "\\rfloor");
            case 5 -> no("n\\bmod " + m, "n-" + m + "\\lfloor(n-1)/" + m + "\\rfloor");
            default -> no("\\lfloor x\\rfloor", "\\lceil x\\rceil-1");
        };
    }

    private Pair wrongSpike() {
        int k = from(5, 12);
        int at = from(200, 9_999);
        String spike = "\\max(0,1-|n-" + at + "|)";
        return switch (random.nextInt(6)) {
            case 0 -> no("\\int_{-\\infty}^{\\infty}e^{-(10^{" + k + "}(x-0." + from(1, 9) + "))^2}dx", "0");
            case 1 -> no("\\int_0^1(1+e^{-(10^{" + k + "}(x-0." + from(1, 9) + "))^2})dx", "1");
            case 2 -> no("\\lim_{x\\to\\infty}\\sin(" + from(1, 9) + "\\pi x)", "0");
            case 3 -> no("\\lim_{x\\to 0}\\sin(\\frac{" + from(1, 9) + "\\pi}{x})", "0");
            case 4 -> no("\\sum_{n=1}^{\\infty}(2^{-n}+" + spike + ")", "1");
            default -> no("\\sum_{n=1}^{m}(1+" + spike + ")", "m");
        };
    }

    private Pair wrongWord() {
        int n = from(2, 900);
        int m = from(2, 60);
        return switch (random.nextInt(6)) {
            case 0 -> no(m + " mod " + (m + n), Integer.toString(m));
            case 1 -> no(n + pick(" pairs", "\\text{ pairs}", " couples"), Integer.toString(n));
            case 2 -> no(n + pick(" square roots", " square numbers", " cubic functions"), Integer.toString(n));
            case 3 -> no(n + " square " + pick("umits", "uints", "cemtimeters", "mitres"), Integer.toString(n));
            case 4 -> no("\\" + pick("ln", "sin", "exp") + "(" + n + "]", "\\ln " + n);
            default -> {
                String word = pick("yes", "odd", "even", "true", "cab", "sin");
                yield no("\\text{" + word + "}", String.join(" ", word.split("")));
            }
        };
    }

    private Pair wrongChain() {
        int a = from(2, 30);
        int b = from(1, 30);
        int c = from(1, 9);
        String gold = "y=" + a + "x+" + b;
        return switch (random.nextInt(5)) {
            case 0 -> no("x=" + a + "+" + (b + c) + "=" + (a + b), "x=" + a + "+" + b + "=" + (a + b));
            case 1 -> no("y=" + a + "x+" + (b + c) + "=" + a + "(x+1)+" + (b - a), gold);
            case 2 -> no("y=" + (a + c) + "x+" + b + "=" + a + "x+" + b, gold);
            case 3 -> no("a=b+" + a + "=c", "a=b+" + (a + c) + "=c");
            default -> no(a + "x+" + b + "=" + c + "x+" + a, a + "x+" + b + "=" + c + "x+" + (a + 1));
        };
    }

    private int[] entries() {
        return random.ints(4, -9, 10).toArray();
    }

    private static String matrix(Object a, Object b, Object c, Object d) {
        return "\\begin{pmatrix}" + a + "&" + b + "\\\\" + c + "&" + d + "\\end{pmatrix}";
    }

    private static String matrix(int[] m) {
        return matrix(m[0], m[1], m[2], m[3]);
    }

    private static int[] product(int[] m, int[] n) {
        return new int[] {
            m[0] * n[0] + m[1] * n[2], m[0] * n[1] + m[1] * n[3], m[2] * n[0] + m[3] * n[2], m[2] * n[1] + m[3] * n[3]
        };
    }

    private Pair wrongMatrix() {
        int[] m = entries();
        int[] n = entries();
        int[] changed = product(m, n);
        changed[random.nextInt(4)] += from(1, 5);
        return switch (random.nextInt(3)) {
            case 0 -> no(matrix(m) + matrix(n), matrix(changed));
            case 1 -> no(matrix(m[0], m[1] + 1, m[2], m[3]) + "^T", matrix(m[0], m[2], m[1], m[3]));
            default -> no(from(2, 9) + matrix(m[0] + 100, m[1], m[2], m[3]), matrix(m));
        };
    }

    private Pair matrix() {
        int[] m = entries();
        int[] n = entries();
        int k = from(2, 9);
        String times = matrix(k * m[0], k * m[1], k * m[2], k * m[3]);
        return switch (random.nextInt(6)) {
            case 0 -> yes(matrix(m) + matrix(n), matrix(product(m, n)));
            case 1 -> yes(matrix(m) + pick("^T", "^{T}", "^{\\top}", "^\\mathrm{T}"), matrix(m[0], m[2], m[1], m[3]));
            case 2 -> yes(k + matrix(m), times);
            case 3 -> yes("\\frac{1}{" + k + "}" + times, matrix(m));
            case 4 -> yes(matrix(m) + "+" + matrix(n), matrix(m[0] + n[0], m[1] + n[1], m[2] + n[2], m[3] + n[3]));
            default ->
                yes(
                        k + "\\begin{pmatrix}" + m[0] + "\\\\" + m[1] + "\\end{pmatrix}",
                        "\\begin{pmatrix}" + k * m[0] + "\\\\" + k * m[1] + "\\end{pmatrix}");
        };
    }

    private Pair list() {
        int a = from(-30, 30);
        int b = a + from(1, 9);
        int c = b + from(1, 9);
        return switch (random.nextInt(4)) {
            case 0 -> yes(a + ";" + b + ";" + c, a + "," + b + "," + c);
            case 1 -> yes(a + "; " + b, a + ", " + b);
            case 2 -> yes("(" + a + ";" + b + ")", "(" + a + "," + b + ")");
            default -> yes("\\{" + a + ";" + b + "\\}", "\\{" + b + "," + a + "\\}");
        };
    }

    private Pair tuple() {
        int a = from(-30, 30);
        int b = from(-30, 30);
        String point = "(" + a + "," + b + ")";
        return switch (random.nextInt(4)) {
            case 0 -> yes("(x,y)=" + point, point);
            case 1 -> yes("(x, y) = " + point, "x=" + a + ",y=" + b);
            case 2 -> yes("y=" + b + ",x=" + a, "x=" + a + ",y=" + b);
            default -> yes("(a,b,c)=(" + a + "," + b + ",1)", "(" + a + "," + b + ",1)");
        };
    }

    private Pair colour() {
        String value = pick(Integer.toString(from(-99, 99)), "x+" + from(1, 9), "\\frac{" + from(1, 9) + "}{7}");
        String colour = pick("red", "blue", "green", "RoyalBlue");
        return switch (random.nextInt(5)) {
            case 0 -> yes("\\textcolor{" + colour + "}{" + value + "}", value);
            case 1 -> yes("\\color{" + colour + "}{" + value + "}", value);
            case 2 -> yes("{\\color{" + colour + "} " + value + "}", value);
            case 3 -> yes("\\phantom{" + from(0, 99) + "}" + value, value);
            default -> yes(value + "\\hphantom{" + from(0, 99) + "}", value);
        };
    }

    private static String raised(int n) {
        StringBuilder text = new StringBuilder();
        for (char c : Integer.toString(n).toCharArray()) {
            text.append(c == '-' ? '⁻' : "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(c - '0'));
        }
        return text.toString();
    }

    private Pair unicode() {
        int n = from(-35, 35);
        int a = from(1, 9);
        int b = from(2, 9);
        return switch (random.nextInt(6)) {
            case 0 -> yes(a + pick("×10", " × 10", "⋅10") + raised(n), a + "\\times 10^{" + n + "}");
            case 1 -> yes("x" + raised(n * n + 10), "x^{" + (n * n + 10) + "}");
            case 2 -> yes(a + "∗" + b, Integer.toString(a * b));
            case 3 -> yes(a * b + "÷" + b, Integer.toString(a));
            case 4 -> yes("∅", pick("\\emptyset", "\\varnothing", "\\{\\}"));
            default -> yes(a + "⋅" + b + "x", a * b + "x");
        };
    }

    private Pair date() {
        int year = from(1700, 2099);
        int month = from(1, 12);
        int day = from(1, 28);
        int hour = from(1, 11);
        int minute = from(0, 59);
        String iso = "%d-%02d-%02d".formatted(year, month, day);
        String clock = "%d:%02d".formatted(hour + 12, minute);
        return switch (random.nextInt(4)) {
            case 0 -> yes(iso, MONTHS.get(month - 1) + " " + day + ", " + year);
            case 1 -> yes(iso, day + " " + MONTHS.get(month - 1) + " " + year);
            case 2 -> yes(clock, "%d:%02d %s".formatted(hour, minute, pick("PM", "p.m.", "pm")));
            default -> yes("%d{:}%02d".formatted(hour, minute), "%d:%02d".formatted(hour, minute));
        };
    }

    private Pair number() {
        int n = from(1, 999);
        return switch (random.nextInt(5)) {
            case 0 -> yes(n + ".e1", n + "0");
            case 1 -> yes("USD " + n, "\\$" + n);
            case 2 -> yes("USD " + n, Integer.toString(n));
            case 3 -> yes(n + ",\\! 349", n + "349");
            default -> yes("US\\$" + n, n + " dollars");
        };
    }

    private Pair infinity() {
        int n = from(1, 99);
        return switch (random.nextInt(4)) {
            case 0 -> yes("\\infty+" + n, "\\infty");
            case 1 -> yes("-\\infty-" + n, "-\\infty");
            case 2 -> yes(n + "\\infty", "+\\infty");
            default -> yes("-" + n + "\\cdot\\infty", "-\\infty");
        };
    }

    private static String cases(String one, String where, String other, String elsewhere) {
        return "\\begin{cases}" + one + "&" + where + "\\\\" + other + "&" + elsewhere + "\\end{cases}";
    }

    private Pair piecewise() {
        int a = from(1, 30);
        int k = from(1, 9);
        String plus = k + "x-" + k * a;
        String minus = k * a + "-" + k + "x";
        return switch (random.nextInt(4)) {
            case 0 -> yes(cases(plus, "x\\ge " + a, minus, "x<" + a), k + "|x-" + a + "|");
            case 1 -> yes(cases(plus, "\\text{if }x>" + a, minus, "\\text{if }x\\le " + a), "|" + plus + "|");
            case 2 -> yes(cases(plus, "x>" + a, "0", "\\text{otherwise}"), "\\max(0," + plus + ")");
            default -> yes(cases(plus, "x\\ge " + a, minus, "x<" + a), cases(minus, "x\\le " + a, plus, "x>" + a));
        };
    }

    private Pair wrongPiecewise() {
        int a = from(1, 30);
        int k = from(1, 9);
        String plus = "x-" + a;
        String minus = a + "-x";
        return switch (random.nextInt(4)) {
            case 0 -> no(cases(plus, "x\\ge " + a, minus, "x<" + a), "|x-" + (a + k) + "|");
            case 1 -> no(cases(plus, "x\\ge " + (a + k), minus, "x<" + (a + k)), "|x-" + a + "|");
            case 2 -> no(cases(plus, "x>" + a, minus, "x<" + a), "|x-" + a + "|");
            default -> no(cases("x-" + (a + k), "x\\ge " + a, minus, "x<" + a), "|x-" + a + "|");
        };
    }

    private Pair family() {
        int a = from(1, 11);
        int d = from(2, 9);
        String p = pick("k", "m", "j");
        String integer = pick(",KEY\\in\\mathbb{Z}", ", KEY \\in \\mathbb Z", "\\text{ for }KEY\\in\\mathbb{Z}");
        String gold = "\\frac{" + a + "\\pi}{12}+";
        return switch (random.nextInt(4)) {
            case 0 ->
                yes(
                        "x=" + gold + p + "\\pi" + integer.replace("KEY", p),
                        "x=" + gold + "n\\pi" + integer.replace("KEY", "n"));
            case 1 -> yes(gold + p + "\\pi" + integer.replace("KEY", p), gold + "n\\pi");
            case 2 ->
                yes(d + p + "+" + a + integer.replace("KEY", p), d + "n+" + (a + d) + integer.replace("KEY", "n"));
            default ->
                yes("\\{" + d + p + "\\mid " + p + "\\in\\mathbb{Z}\\}", "\\{" + d + "n\\mid n\\in\\mathbb{Z}\\}");
        };
    }

    private Pair wrongFamily() {
        int a = from(1, 11);
        int d = from(2, 9);
        String gold = "x=\\frac{" + a + "\\pi}{12}+n\\pi,n\\in\\mathbb{Z}";
        return switch (random.nextInt(3)) {
            case 0 -> no("x=\\frac{" + (a + from(1, 11)) + "\\pi}{12}+k\\pi,k\\in\\mathbb{Z}", gold);
            case 1 -> no("x=\\frac{" + a + "\\pi}{12}+" + d + "k\\pi,k\\in\\mathbb{Z}", gold);
            default -> no(d + "k+1,k\\in\\mathbb{Z}", d + "n,n\\in\\mathbb{Z}");
        };
    }

    private Pair set() {
        int a = from(-20, 20);
        int b = a + from(1, 20);
        return switch (random.nextInt(6)) {
            case 0 -> yes("\\{x\\in\\mathbb{R}:x>" + a + "\\}", "(" + a + ",\\infty)");
            case 1 -> yes("\\{x\\mid " + a + "<x<" + b + "\\}", "(" + a + "," + b + ")");
            case 2 -> yes("\\{t\\mid t\\ge " + a + "\\}", "\\{x\\mid x\\ge " + a + "\\}");
            case 3 -> yes("\\{x\\mid x\\ne " + a + "\\}", "\\mathbb{R}\\setminus\\{" + a + "\\}");
            case 4 -> yes(b + ">x\\ge " + a, "[" + a + "," + b + ")");
            default -> yes("\\{x\\mid x=" + a + "\\text{ or }x=" + b + "\\}", "\\{" + a + "," + b + "\\}");
        };
    }

    private Pair points() {
        int a = from(-20, 20);
        int b = a + from(1, 20);
        String p = "(" + a + "," + b + ")";
        String q = "(" + b + "," + from(-9, 9) + ")";
        return yes(p + ", " + q, q + pick(",", " and ", ", ") + p);
    }

    private Pair ratio() {
        int a = from(1, 40);
        int b = from(41, 90);
        String ratio = a + ":" + b;
        return yes(pick("V_1:V_2=", "a:b=", "x:y = ", "AB:CD=") + ratio, ratio);
    }

    private Pair absolute() {
        int a = from(1, 60);
        int k = from(2, 9);
        return switch (random.nextInt(6)) {
            case 0 -> yes("|" + k + "x-" + k * a + "|", k + "|x-" + a + "|");
            case 1 -> yes("|x^2-" + a * a + "|", "|x-" + a + "||x+" + a + "|");
            case 2 -> yes("\\sqrt{(x-" + a + ")^2}", "|x-" + a + "|");
            case 3 -> yes("\\max(x," + a + ")", "\\frac{x+" + a + "+|x-" + a + "|}{2}");
            case 4 -> yes("|x-" + a + "|^2", "x^2-" + 2 * a + "x+" + a * a);
            default -> yes("|x^2+" + a + "|", "x^2+" + a);
        };
    }

    private Pair step() {
        int m = from(2, 40);
        return switch (random.nextInt(5)) {
            case 0 -> yes("\\lfloor n/" + m + "\\rfloor", "\\lceil(n-" + (m - 1) + ")/" + m + "\\rceil");
            case 1 -> yes("\\lfloor x+" + m + "\\rfloor", "\\lfloor x\\rfloor+" + m);
            case 2 -> yes("\\gcd(n," + m + ")", "\\gcd(n+" + m + "," + m + ")");
            case 3 -> yes("n\\bmod " + m, "n-" + m + "\\lfloor n/" + m + "\\rfloor");
            default -> yes("\\lfloor x\\rfloor+\\lfloor x+1/2\\rfloor", "\\lfloor 2x\\rfloor");
        };
    }
}
