import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Writes which libraries a release brings, and their licences, from its bill of materials.
 *
 * <p>Run from source with the release's own libraries: {@code java -cp 'lib/*' Notices.java BILL.json LIB NOTICES.txt}. Fails where a jar of the
 * folder LIB is not in the bill, or has no licence there.
 */
final class Notices {

    private static final String CONVERTED =
            "The class files of picocli were converted to a newer format, without a change to what they do.\n\n";

    public static void main(String[] arguments) throws IOException {
        JsonNode bill = new ObjectMapper().readTree(Path.of(arguments[0]).toFile());
        TreeSet<String> lines = new TreeSet<>();
        TreeSet<String> jars = new TreeSet<>();
        for (JsonNode component : bill.path("components")) {
            String group = component.path("group").asText();
            String name = component.path("name").asText();
            String version = component.path("version").asText();
            String jar = name + "-" + version + ".jar";
            if (Files.exists(Path.of(arguments[1], jar))) {
                jars.add(jar);
                if (!group.equals("dev.guerdon")) {
                    lines.add("%-64s %s".formatted(group + ":" + name + ":" + version, licences(component)));
                }
            }
        }
        List<String> missing = new ArrayList<>();
        try (var files = Files.list(Path.of(arguments[1]))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".jar") && !name.equals("guerdon.jar") && !jars.contains(name)) {
                    missing.add(name);
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException("not in the bill of materials: " + missing);
        }
        Files.writeString(
                Path.of(arguments[2]),
                """
                Guerdon, under the Apache License 2.0 (see LICENSE).

                This archive brings the libraries below, each under its own licence; the jars hold the texts. A runtime folder, if there is
                one, is a part of OpenJDK (GPL 2 with the Classpath Exception); its texts are in runtime/legal.

                """
                        + (jars.stream().anyMatch(jar -> jar.startsWith("picocli-")) ? CONVERTED : "")
                        + String.join("\n", lines)
                        + "\n");
    }

    private static String licences(JsonNode component) {
        TreeSet<String> names = new TreeSet<>();
        for (JsonNode each : component.path("licenses")) {
            JsonNode licence = each.path("license");
            for (JsonNode name : List.of(each.path("expression"), licence.path("id"), licence.path("name"))) {
                if (!name.asText().isBlank()) {
                    names.add(name.asText());
                }
            }
        }
        if (names.isEmpty()) {
            throw new IllegalStateException("no licence in the bill of materials: " + component.path("purl").asText());
        }
        return String.join(", ", names);
    }
}
