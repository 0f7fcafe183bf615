import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Tells which tests were skipped and why, and whether that was expected.
 *
 * <p>Run from source: {@code java Skips.java ROOT STAMP LIST [NAME: REASON]...}. Reads the reports below ROOT that are newer than the
 * file STAMP, and takes what else was missed from the arguments. Ends with 3 where a skip matches no line of the file LIST.
 */
final class Skips {

    private static final int UNEXPECTED = 3;
    private static final int MOST_CHARACTERS = 200;
    private static final Pattern THROWN = Pattern.compile("^[\\w.$]+(Exception|Error): ");

    private final List<Pattern> expected = new ArrayList<>();
    private final Map<String, List<String>> testsByReason = new TreeMap<>();
    private int unexpected;

    public static void main(String[] arguments) throws Exception {
        Skips skips = new Skips();
        skips.expect(Path.of(arguments[2]));
        skips.read(Path.of(arguments[0]), Files.getLastModifiedTime(Path.of(arguments[1])));
        for (int i = 3; i < arguments.length; i++) {
            String[] parts = arguments[i].split(": ", 2);
            skips.take(parts[0], parts[1]);
        }
        skips.print();
        System.exit(skips.unexpected == 0 ? 0 : UNEXPECTED);
    }

    /** A line is a pattern for "class: reason"; a line that begins with # says why the ones below it are expected. */
    private void expect(Path list) throws IOException {
        for (String line : Files.readAllLines(list)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                expected.add(Pattern.compile(line.strip()));
            }
        }
    }

    private void read(Path root, FileTime since) throws Exception {
        DocumentBuilder reader = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        for (Path reports : reports(root)) {
            for (Path report : children(reports)) {
                if (report.toString().endsWith(".xml") && Files.getLastModifiedTime(report).compareTo(since) >= 0) {
                    take(reader.parse(report.toFile()).getElementsByTagName("skipped"));
                }
            }
        }
    }

    /** Returns the folders of reports of all modules, which are one or two folders below the root. */
    private static List<Path> reports(Path root) throws IOException {
        try (Stream<Path> files = Files.find(
                root, 4, (path, attributes) -> attributes.isDirectory() && path.endsWith("target/surefire-reports"))) {
            return files.sorted().toList();
        }
    }

    private static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private void take(NodeList skipped) {
        for (int i = 0; i < skipped.getLength(); i++) {
            Element skip = (Element) skipped.item(i);
            Element test = (Element) skip.getParentNode();
            String name = test.getAttribute("classname");
            take(name.substring(name.lastIndexOf('.') + 1), reason(skip));
        }
    }

    private void take(String name, String reason) {
        boolean known = expected.stream().anyMatch(pattern -> pattern.matcher(name + ": " + reason).find());
        if (!known) {
            unexpected++;
        }
        testsByReason
                .computeIfAbsent((known ? "" : "NOT EXPECTED: ") + reason, key -> new ArrayList<>())
                .add(name);
    }

    private static String reason(Element skip) {
        String told = skip.getAttribute("message");
        String text = (told.isBlank() ? skip.getTextContent().lines().findFirst().orElse("") : told)
                .replaceAll("\\s+", " ")
                .strip();
        text = THROWN.matcher(text).replaceFirst("").replaceFirst("^Assumption failed: ", "").replaceFirst("^skipped: ", "");
        if (text.isEmpty()) {
            return "no reason given";
        }
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "...";
    }

    private void print() {
        if (testsByReason.isEmpty()) {
            System.out.println("No test was skipped.");
            return;
        }
        System.out.println("Skipped tests, and why:");
        testsByReason.forEach((reason, tests) -> System.out.printf(
                "  %4d  %s (%s)%n",
                tests.size(), reason, String.join(", ", tests.stream().distinct().toList())));
    }
}
