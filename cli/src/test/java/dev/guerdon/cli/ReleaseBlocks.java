package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The code blocks of the documentation that show how a release is installed, used and checked. */
final class ReleaseBlocks {

    private static final Pattern PART = Pattern.compile("(?:xml|kotlin) part (\\S+)");
    private static final String COMMANDS = "sh release";
    private static final Pattern VERSION = Pattern.compile("guerdon[-:](\\d+\\.\\d+\\.\\d+)");
    private static final Pattern OWN = Pattern.compile("(?:\\S*/bin/|\\./)?(guerdon|dev)( .*|$)");

    private ReleaseBlocks() {}

    static boolean isOne(DocBlock block) {
        return block.info().equals(COMMANDS) || PART.matcher(block.info()).matches();
    }

    static void check(DocBlock block) throws IOException {
        Matcher part = PART.matcher(block.info());
        if (part.matches()) {
            part(block.lines(), Files.readAllLines(Checkout.REAL.resolve(part.group(1))));
        } else {
            for (String line : block.lines()) {
                command(line);
            }
        }
    }

    /** Each line must be in the file, behind the one before. */
    private static void part(List<String> lines, List<String> file) {
        Iterator<String> rest = file.iterator();
        for (String line : lines) {
            boolean found = line.isBlank();
            while (!found && rest.hasNext()) {
                found = plain(rest.next()).equals(plain(line));
            }
            assertThat(found).as("a line of the file, in this order: " + line).isTrue();
        }
    }

    private static String plain(String line) {
        return line.strip().replace("-SNAPSHOT", "");
    }

    private static void command(String line) throws IOException {
        String pom = Files.readString(Checkout.REAL.resolve("pom.xml"));
        VERSION.matcher(line)
                .results()
                .forEach(version -> assertThat(pom).as(line).contains("<revision>" + version.group(1) + "-SNAPSHOT<"));
        Matcher own = OWN.matcher(line);
        if (own.matches()) {
            DocPage.indented(own.group(1) + own.group(2));
        }
    }
}
