import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Prints a fingerprint of each module of the build that holds code, one "artifact fingerprint" a line. It changes whenever the module's tests could
 * give another result: it covers the module's own files, the parent's pom.xml, the JDK, and the main code of the modules that the
 * tests see. Those are the module's dependencies of any scope, and the dependencies of these of any scope but test.
 *
 * <p>Run from source: {@code java ChangedModules.java ROOT JDK}. A module's folder may have any name.
 */
final class ChangedModules {

    private record Dependency(String artifact, boolean test) {}

    private record Module(Path folder, List<Dependency> dependencies) {}

    private final Map<String, Module> modules = new LinkedHashMap<>();
    private final Map<String, String> mainFingerprints = new TreeMap<>();
    private final String common;

    private ChangedModules(Path root, String jdk) throws Exception {
        common = jdk + hash(root.resolve("pom.xml"));
        DocumentBuilder reader = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        Element parent = reader.parse(root.resolve("pom.xml").toFile()).getDocumentElement();
        for (String name : child(parent, "modules").split("\\s+")) {
            Path folder = root.resolve(name);
            Element project = reader.parse(folder.resolve("pom.xml").toFile()).getDocumentElement();
            if (!child(project, "packaging").equals("pom")) {
                modules.put(child(project, "artifactId"), new Module(folder, dependencies(project)));
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        fingerprints(Path.of(arguments[0]), arguments[1])
                .forEach((artifact, fingerprint) -> System.out.println(artifact + " " + fingerprint));
    }

    /** Returns the fingerprint of each module by its artifact, in the order of the parent. */
    static Map<String, String> fingerprints(Path root, String jdk) throws Exception {
        ChangedModules changed = new ChangedModules(root, jdk);
        Map<String, String> found = new LinkedHashMap<>();
        changed.modules.keySet().forEach(artifact -> found.put(artifact, changed.fingerprint(artifact)));
        return found;
    }

    private String fingerprint(String artifact) {
        Module module = modules.get(artifact);
        StringBuilder text = new StringBuilder(mainFingerprint(artifact)).append(hash(module.folder().resolve("src")));
        module.dependencies().forEach(dependency -> text.append(mainFingerprint(dependency.artifact())));
        return digest(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the fingerprint of what other modules see of this one, or an empty string if the build has no such module. */
    private String mainFingerprint(String artifact) {
        Module module = modules.get(artifact);
        if (module == null) {
            return "";
        }
        String known = mainFingerprints.get(artifact);
        if (known == null) {
            StringBuilder text = new StringBuilder(common)
                    .append(hash(module.folder().resolve("pom.xml")))
                    .append(hash(module.folder().resolve("src/main")));
            module.dependencies().stream()
                    .filter(dependency -> !dependency.test())
                    .forEach(dependency -> text.append(mainFingerprint(dependency.artifact())));
            known = digest(text.toString().getBytes(StandardCharsets.UTF_8));
            mainFingerprints.put(artifact, known);
        }
        return known;
    }

    private static List<Dependency> dependencies(Element project) {
        List<Dependency> found = new ArrayList<>();
        NodeList elements = project.getElementsByTagName("dependency");
        for (int i = 0; i < elements.getLength(); i++) {
            Element element = (Element) elements.item(i);
            found.add(new Dependency(child(element, "artifactId"), child(element, "scope").equals("test")));
        }
        return found;
    }

    /** Returns the text of a direct child, or an empty string if there is none. */
    private static String child(Element parent, String name) {
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node.getNodeName().equals(name)) {
                return node.getTextContent().strip();
            }
        }
        return "";
    }

    /** Returns a hash of a file, or of the names and contents of all files of a folder. */
    private static String hash(Path path) {
        if (!Files.exists(path)) {
            return "";
        }
        try (Stream<Path> files = Files.walk(path)) {
            StringBuilder text = new StringBuilder();
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                text.append(path.relativize(file)).append(' ').append(digest(Files.readAllBytes(file))).append('\n');
            }
            return digest(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
