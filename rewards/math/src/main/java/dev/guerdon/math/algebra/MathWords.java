package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The names that answers use: functions, Greek letters, units, connectives. */
@Internal
public final class MathWords {

    /** Functions that take an argument, by every spelling, with or without a backslash. */
    public static final Map<String, String> FUNCTIONS = map("""
            sin=sin cos=cos tan=tan tg=tan cot=cot ctg=cot sec=sec csc=csc cosec=csc arcsin=asin arccos=acos
            arctan=atan arccot=acot asin=asin acos=acos atan=atan sinh=sinh cosh=cosh tanh=tanh coth=coth
            arcsinh=asinh arccosh=acosh arctanh=atanh ln=ln log=log lg=lg exp=exp abs=abs floor=floor ceil=ceil
            gcd=gcd lcm=lcm max=max min=min det=det Re=Re Im=Im""");

    /** Function names that are also words or products of letters, and so count only after a backslash or before a bracket. */
    public static final Set<String> ONLY_BEFORE_BRACKET =
            Set.of("tg", "sec", "lg", "abs", "floor", "ceil", "max", "min", "det", "Re", "Im", "gcd", "lcm", "ctg");

    public static final Set<String> GREEK = set("""
            alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi omicron rho
            varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon
            Phi Psi Omega ell hbar aleph imath jmath""");

    /** Short unit names; after a number they are units, elsewhere products of letters. */
    public static final Set<String> SHORT_UNITS = Set.of(
            "cm", "mm", "km", "dm", "nm", "ft", "in", "yd", "mi", "kg", "mg", "lb", "oz", "ml", "mL", "dl", "cl", "hr",
            "hz", "Hz", "kW", "kJ", "cc", "pm", "am", "st", "nd", "rd", "th", "rs", "Rs", "kN", "MW", "eV", "sq", "cu",
            "gm", "pt", "px", "Pa", "°C", "°F", "\u03bcm", "cm2");

    /** Words whose case carries no meaning. */
    public static final Set<String> PLAIN_ANSWERS = set("""
            yes no true false none never always undefined odd even neither both monday tuesday wednesday thursday
            friday saturday sunday january february march april may june july august september october november
            december""");

    private static final String[] VARIABLE_RUNS = {"abcdefgh", "pqrst", "wxyz", "xyzw", "klmn", "mnpq", "uvw", "rst"};

    private MathWords() {}

    /** Returns the words of a text, none of which may be there twice. */
    public static Set<String> set(String words) {
        return Set.of(words.split("\\s+"));
    }

    /** Returns the pairs of a text that has {@code word=meaning} for each. */
    public static Map<String, String> map(String pairs) {
        return Arrays.stream(pairs.split("\\s+"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toUnmodifiableMap(pair -> pair[0], pair -> pair[1]));
    }

    /** Returns whether a run of three or more letters is a product of variables rather than a word. */
    public static boolean isProduct(String run) {
        boolean same = true;
        for (int i = 1; i < run.length(); i++) {
            same &= run.charAt(i) == run.charAt(0);
        }
        if (same) {
            return true;
        }
        for (String letters : VARIABLE_RUNS) {
            boolean within = true;
            for (int i = 0; i < run.length() && within; i++) {
                within = letters.indexOf(Character.toLowerCase(run.charAt(i))) >= 0;
            }
            if (within && run.length() <= 6) {
                return !run.equals("add") && !run.equals("bad") && !run.equals("age") && !run.equals("edge");
            }
        }
        return false;
    }
}
