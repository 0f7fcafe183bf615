package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import java.util.Map;
import java.util.Set;

/** The names that answers use: functions, Greek letters, units, connectives. */
@Internal
public final class Words {

    /** Functions that take an argument, by every spelling, with or without a backslash. */
    public static final Map<String, String> FUNCTIONS = Map.ofEntries(
            Map.entry("sin", "sin"),
            Map.entry("cos", "cos"),
            Map.entry("tan", "tan"),
            Map.entry("tg", "tan"),
            Map.entry("cot", "cot"),
            Map.entry("ctg", "cot"),
            Map.entry("sec", "sec"),
            Map.entry("csc", "csc"),
            Map.entry("cosec", "csc"),
            Map.entry("arcsin", "asin"),
            Map.entry("arccos", "acos"),
            Map.entry("arctan", "atan"),
            Map.entry("arccot", "acot"),
            Map.entry("asin", "asin"),
            Map.entry("acos", "acos"),
            Map.entry("atan", "atan"),
            Map.entry("sinh", "sinh"),
            Map.entry("cosh", "cosh"),
            Map.entry("tanh", "tanh"),
            Map.entry("coth", "coth"),
            Map.entry("arcsinh", "asinh"),
            Map.entry("arccosh", "acosh"),
            Map.entry("arctanh", "atanh"),
            Map.entry("ln", "ln"),
            Map.entry("log", "log"),
            Map.entry("lg", "lg"),
            Map.entry("exp", "exp"),
            Map.entry("abs", "abs"),
            Map.entry("floor", "floor"),
            Map.entry("ceil", "ceil"),
            Map.entry("gcd", "gcd"),
            Map.entry("lcm", "lcm"),
            Map.entry("max", "max"),
            Map.entry("min", "min"),
            Map.entry("det", "det"),
            Map.entry("Re", "Re"),
            Map.entry("Im", "Im"));

    /** Function names that are also words or products of letters, and so count only after a backslash or before a bracket. */
    public static final Set<String> ONLY_BEFORE_BRACKET =
            Set.of("tg", "sec", "lg", "abs", "floor", "ceil", "max", "min", "det", "Re", "Im", "gcd", "lcm", "ctg");

    public static final Set<String> GREEK = Set.of(
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "varepsilon",
            "zeta",
            "eta",
            "theta",
            "vartheta",
            "iota",
            "kappa",
            "lambda",
            "mu",
            "nu",
            "xi",
            "omicron",
            "rho",
            "varrho",
            "sigma",
            "varsigma",
            "tau",
            "upsilon",
            "phi",
            "varphi",
            "chi",
            "psi",
            "omega",
            "Gamma",
            "Delta",
            "Theta",
            "Lambda",
            "Xi",
            "Pi",
            "Sigma",
            "Upsilon",
            "Phi",
            "Psi",
            "Omega",
            "ell",
            "hbar",
            "aleph",
            "imath",
            "jmath");

    /** Short unit names; after a number they are units, elsewhere products of letters. */
    public static final Set<String> SHORT_UNITS = Set.of(
            "cm", "mm", "km", "dm", "nm", "ft", "in", "yd", "mi", "kg", "mg", "lb", "oz", "ml", "mL", "dl", "cl", "hr",
            "hz", "Hz", "kW", "kJ", "cc", "pm", "am", "st", "nd", "rd", "th", "rs", "Rs", "kN", "MW", "eV", "sq", "cu",
            "gm", "pt", "px", "Pa", "°C", "°F", "\u03bcm", "cm2");

    /** Words whose case carries no meaning. */
    public static final Set<String> PLAIN_ANSWERS = Set.of(
            "yes",
            "no",
            "true",
            "false",
            "none",
            "never",
            "always",
            "undefined",
            "odd",
            "even",
            "neither",
            "both",
            "monday",
            "tuesday",
            "wednesday",
            "thursday",
            "friday",
            "saturday",
            "sunday",
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december");

    private static final String[] VARIABLE_RUNS = {"abcdefgh", "pqrst", "wxyz", "xyzw", "klmn", "mnpq", "uvw", "rst"};

    private Words() {}

    /** Whether a run of three or more letters is a product of variables rather than a word. */
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
