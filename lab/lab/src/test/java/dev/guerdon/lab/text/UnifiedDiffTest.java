package dev.guerdon.lab.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class UnifiedDiffTest {

    @Test
    void aChangedLineStandsInItsContext() {
        assertThat(UnifiedDiff.of("10-a.md", "1\n2\n3\n4\n5\n6\n7\n8\n9", "1\n2\n3\n4\nfive\n6\n7\n8\n9"))
                .containsExactly(
                        "--- a/10-a.md",
                        "+++ b/10-a.md",
                        "@@ -2,7 +2,7 @@",
                        " 2",
                        " 3",
                        " 4",
                        "-5",
                        "+five",
                        " 6",
                        " 7",
                        " 8");
    }

    @Test
    void farChangesAreHunksOfTheirOwn() {
        String before = IntStream.range(0, 30).mapToObj(Integer::toString).collect(Collectors.joining("\n"));
        List<String> lines = UnifiedDiff.of("a.md", before, "new\n" + before.replace("\n20\n", "\n"));
        assertThat(lines)
                .contains("@@ -1,3 +1,4 @@", "@@ -18,7 +19,6 @@", "+new", "-20")
                .doesNotContain(" 10");
    }

    @Test
    void filesComeAndGo() {
        assertThat(UnifiedDiff.of("a.md", "", "x"))
                .containsExactly("--- /dev/null", "+++ b/a.md", "@@ -0,0 +1 @@", "+x");
        assertThat(UnifiedDiff.of("a.md", "x\ny", ""))
                .containsExactly("--- a/a.md", "+++ /dev/null", "@@ -1,2 +0,0 @@", "-x", "-y");
        assertThat(UnifiedDiff.of("a.md", "x", "x")).isEmpty();
    }

    @Test
    void textsOfManyLinesAreComparedInBounds() {
        String one = IntStream.range(0, 40_000).mapToObj(i -> "a" + i).collect(Collectors.joining("\n"));
        String other = IntStream.range(0, 40_000).mapToObj(i -> "b" + i).collect(Collectors.joining("\n"));
        assertThat(UnifiedDiff.of("a.md", "first\n" + one, "first\n" + other)).hasSize(80_004);
    }

    /** Whoever applies the hunks to the first text gets the second. */
    @RepeatedTest(200)
    void theDifferenceLeadsFromOneTextToTheOther(RepetitionInfo number) {
        Random dice = new Random(number.getCurrentRepetition());
        String before = text(dice);
        String after = text(dice);
        assertThat(applied(before, UnifiedDiff.of("a.md", before, after))).isEqualTo(after);
    }

    private static String text(Random dice) {
        return IntStream.range(0, dice.nextInt(40))
                .mapToObj(i -> "l" + dice.nextInt(6))
                .collect(Collectors.joining("\n"));
    }

    private static String applied(String before, List<String> difference) {
        List<String> lines = before.isEmpty() ? List.of() : Arrays.asList(before.split("\n", -1));
        List<String> out = new ArrayList<>();
        int at = 0;
        for (String line : difference.stream().skip(2).toList()) {
            if (line.startsWith("@@")) {
                String[] range = line.substring(4, line.indexOf(' ', 4)).split(",", -1);
                boolean none = range.length > 1 && range[1].equals("0");
                int start = Integer.parseInt(range[0]) - (none ? 0 : 1);
                out.addAll(lines.subList(at, start));
                at = start;
            } else {
                if (line.charAt(0) != '+') {
                    assertThat(lines.get(at++)).isEqualTo(line.substring(1));
                }
                if (line.charAt(0) != '-') {
                    out.add(line.substring(1));
                }
            }
        }
        out.addAll(lines.subList(at, lines.size()));
        return difference.isEmpty() ? before : String.join("\n", out);
    }
}
