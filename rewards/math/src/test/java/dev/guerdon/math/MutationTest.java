package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Changes one line of the comparer at a time and asserts that our own pairs notice.
 *
 * <p>A line that can be changed without a pair failing is a line that nobody holds to what it says.
 */
@Tag("rare")
class MutationTest {

    private static final Path SOURCES = Path.of(
            System.getProperty("guerdon.root", ".."),
            "rewards",
            "math",
            "src",
            "main",
            "java",
            "dev",
            "guerdon",
            "math");

    /** A class, what stands in it, what stands there instead. */
    private record Mutant(String file, String from, String to) {}

    private static final List<Mutant> MUTANTS = List.of(
            new Mutant("compare/ScalarComparison", "return x.equals(y);", "return true;"),
            new Mutant(
                    "compare/ScalarComparison", "return verdict == Verdict.EQUAL;", "return verdict != Verdict.EQUAL;"),
            new Mutant("compare/ScalarComparison", "if (difference.isZero()) {", "if (false) {"),
            new Mutant("compare/AnswerComparison", "if (!relations.holds(relation)) {", "if (false) {"),
            new Mutant("compare/ScalarComparison", "!(positive && ", "!(false && "),
            new Mutant("compare/ScalarComparison", "if (pZero && qZero) {", "if (false) {"),
            new Mutant("compare/RealSet", "if (sign == 0 && !scalars.equal(a, b)) {", "if (false) {"),
            new Mutant("compare/AnswerValues", "Integer.valueOf(name.group(2))", "-Integer.valueOf(name.group(2))"),
            new Mutant("read/AbsoluteBars", "level.open.isEmpty() || !endsOperand(place - 1)", "true"),
            new Mutant("compare/RelationComparison", "return a.operators().equals(b.operators()) && ", "return "),
            new Mutant(
                    "compare/RelationComparison",
                    "case \"=\" -> comparison.equal(left, right);",
                    "case \"=\" -> true;"),
            new Mutant("compare/RealSet", "p.lowOpen == q.lowOpen && ", ""),
            new Mutant("compare/RealSet", "p.highOpen == q.highOpen && ", ""),
            new Mutant("compare/Pairing", "x.size() != y.size()", "false"),
            new Mutant("compare/SolutionSets", "case \"<\" -> \">\";", "case \"<\" -> \"<\";"),
            new Mutant("compare/SolutionSets", "sets.complement(right.parts)", "right.parts"),
            new Mutant("compare/QuantityComparison", "if (!p.dimensions().equals(q.dimensions())) {", "if (false) {"),
            new Mutant("compare/QuantityComparison", "if (p.factor().equals(q.factor())) {", "if (true) {"),
            new Mutant("compare/AnswerValues", "return alternatives == others", "return true"),
            new Mutant("compare/AnswerValues", "names.stream().sorted().toList()", "names"),
            new Mutant("compare/Pairing", "if (!equal.test(x.get(i), y.get(i))) {", "if (false) {"),
            new Mutant("compare/VectorNotation", "Num.of(i == k ? 1 : 0)", "Num.of(1)"),
            new Mutant("compare/PiecewiseComparison", "sets.equal(covered(x), covered(y))", "true"),
            new Mutant(
                    "compare/PiecewiseComparison", "if (!agree(p.value, q.value, variable, part)) {", "if (false) {"),
            new Mutant("compare/ParameterFamilies", "&& scalars.isWhole(shift)", ""),
            new Mutant("compare/MatrixArithmetic", "left.get(i), y.rows().get(i)", "left.get(0), y.rows().get(i)"),
            new Mutant("compare/MatrixArithmetic", "row -> row.get(column)", "row -> row.get(0)"),
            new Mutant("compare/RelationComparison", "&& comparison.equal(step, value)", ""),
            new Mutant("compare/QuantityComparison", "if (only.isGroup()) {", "if (false) {"),
            new Mutant("compare/ScalarComparison", "return !ExpressionCase.isNarrower(a, b, budget);", "return true;"),
            new Mutant("compare/ScalarComparison", "if (cases == null) {", "if (false) {"),
            new Mutant("compare/ScalarComparison", "cases.stream().allMatch", "cases.stream().anyMatch"),
            new Mutant("algebra/SignCases", "return minus ? new Neg(own.node) : own.node;", "return own.node;"),
            new Mutant("algebra/SignCases", "value.constant().signum() < 0 ? new Neg(of) : of", "of"),
            new Mutant("algebra/UnivariatePolynomial", "chain.add(remainder.negate())", "chain.add(remainder)"),
            new Mutant("algebra/Limits", "<= MAX_WEIGHT", "> 0"),
            new Mutant("algebra/Limits", "point == Const.INFINITY ? 1 : -1", "-1"),
            new Mutant("algebra/RandomPointComparison", "if (!constants.test(x, y)) {", "if (false) {"),
            new Mutant("algebra/RandomPointComparison", ".within(FINE_LIMIT)", ""),
            new Mutant("algebra/MeasureUnits", "exponent * power, Integer::sum", "exponent, Integer::sum"),
            new Mutant("read/AnswerReader", "applied.removeAll(bare);", "applied.clear();"));

    @Test
    void everyChangedLineOfTheComparerIsNoticed(@TempDir Path folder) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler).as("the tests need a JDK").isNotNull();
        List<String> unnoticed = new ArrayList<>();
        int number = 0;
        for (Mutant mutant : MUTANTS) {
            Path file = SOURCES.resolve(mutant.file + ".java");
            String source =
                    Files.readString(file).replaceAll("(?m)^\\s*//.*\\R", "").replaceAll("\\s+&& ", " && ");
            assertThat(source).as("%s has the line to change", file).contains(mutant.from);
            Path out = Files.createDirectories(folder.resolve("m" + number++));
            Path changed = out.resolve(file.getFileName());
            Files.writeString(changed, source.replace(mutant.from, mutant.to));
            int failed = compiler.run(
                    null,
                    null,
                    null,
                    "-nowarn",
                    "-proc:none",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-d",
                    out.toString(),
                    changed.toString());
            if (failed != 0 || !isNoticed(out)) {
                unnoticed.add(mutant.toString());
            }
        }
        assertThat(unnoticed).isEmpty();
    }

    /** Whether a pair gets another verdict from the changed classes. */
    private static boolean isNoticed(Path changed) throws Exception {
        URL own = MathEquality.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new ChangedFirst(new URL[] {changed.toUri().toURL(), own})) {
            Class<?> type = loader.loadClass("dev.guerdon.math.MathEquality");
            Object exact = type.getMethod("exact").invoke(null);
            Method equal = type.getMethod("equal", String.class, String.class);
            for (String line : pairs()) {
                int bars = line.indexOf(" || ");
                Object verdict;
                try {
                    verdict = equal.invoke(exact, line.substring(2, bars), line.substring(bars + 4));
                } catch (InvocationTargetException e) {
                    return true;
                }
                if (!verdict.equals(line.startsWith("T "))) {
                    return true;
                }
            }
            return false;
        }
    }

    private static List<String> pairs() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String name : List.of("/sound.txt", "/pairs.txt")) {
            try (InputStream in = MutationTest.class.getResourceAsStream(name)) {
                assertThat(in).isNotNull();
                new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
            }
        }
        return lines;
    }

    /** Loads the classes of this module from its own places, everything else from where the tests have it. */
    private static final class ChangedFirst extends URLClassLoader {

        ChangedFirst(URL[] places) {
            super(places, MutationTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null && name.startsWith("dev.guerdon.math.")) {
                    loaded = findClass(name);
                }
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
        }
    }
}
