package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that says what is promised under which fault names tests and scenarios that exist, and every scenario. */
class FaultsPageTest {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern TEST = Pattern.compile("(\\w+Test)\\.(\\w+)");

    private static String page() throws IOException {
        return Files.readString(Checkout.REAL.resolve("docs/design/faults.md"));
    }

    private static List<String> names(String text) {
        return CODE.matcher(text).results().map(found -> found.group(1)).toList();
    }

    @Test
    void everyPromiseNamesTestsThatExist() throws IOException {
        Set<String> missing = new TreeSet<>();
        int promises = 0;
        for (String row : page().lines().filter(line -> line.startsWith("| ")).toList()) {
            String[] cells = row.split("\\|", -1);
            if (cells.length != 5 || cells[1].isBlank() || cells[1].strip().equals("fault")) {
                continue;
            }
            promises++;
            List<String> named = names(cells[3]);
            assertThat(named).as("tests of the promise about: %s", cells[1]).isNotEmpty();
            for (String name : named) {
                var test = TEST.matcher(name);
                if (test.matches()
                        ? !exists(test.group(1), test.group(2))
                        : !Scenarios.names().contains(name)) {
                    missing.add(name);
                }
            }
        }
        assertThat(promises).as("promises on the page").isGreaterThan(15);
        assertThat(missing)
                .as("tests and scenarios that the page names and nobody has")
                .isEmpty();
    }

    @Test
    void everyScenarioIsOnThePage() throws IOException {
        assertThat(names(page())).containsAll(Scenarios.names());
    }

    private static boolean exists(String type, String method) throws IOException {
        for (Path module : Checkout.modules()) {
            Path tests = module.resolve("src/test/java");
            if (!Files.isDirectory(tests)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(tests)) {
                for (Path file :
                        files.filter(each -> each.endsWith(type + ".java")).toList()) {
                    return Files.readString(file).contains("void " + method + "(");
                }
            }
        }
        return false;
    }
}
