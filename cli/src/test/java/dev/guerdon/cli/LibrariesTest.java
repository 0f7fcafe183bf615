package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Keeps the modules that others depend on light: what each may bring, and that the application alone chooses where logs go. */
class LibrariesTest {

    private static final Set<String> LOGGING_BACKENDS = Set.of(
            "slf4j-jdk14",
            "slf4j-simple",
            "slf4j-nop",
            "slf4j-reload4j",
            "logback-classic",
            "log4j-core",
            "log4j-slf4j2-impl");

    private static final Set<String> APPLICATIONS = Set.of("guerdon-cli", "guerdon-benchmarks");

    /** The module, and everything that somebody who depends on it gets by its pom files, apart from modules below it. */
    @ParameterizedTest
    @CsvSource({
        "guerdon-api, ''",
        "guerdon-math, ''",
        "guerdon-rewards, jackson-core langdetect",
        "guerdon-core, jackson-core",
        "guerdon-junit, jackson-core junit-jupiter-api",
    })
    void libraryBringsNothingButWhatItNeeds(String module, String allowed) throws Exception {
        Set<String> foreign = new LinkedHashSet<>(closure(module));
        foreign.removeIf(name -> name.startsWith("guerdon-"));
        assertThat(foreign)
                .as(
                        "%s is a library: what it needs, everybody who uses it gets. Put the new dependency into another"
                                + " module, or argue for it in docs/design/build.md and add it here",
                        module)
                .isSubsetOf(allowed.isEmpty() ? List.of() : List.of(allowed.split(" ")));
    }

    @Test
    void assertionOnARewardNeedsNoLaboratory() throws Exception {
        assertThat(closure("guerdon-junit"))
                .as("guerdon-junit needs the core alone; what suites and audits need is optional")
                .contains("guerdon-core")
                .doesNotContain("guerdon-lab", "guerdon-agent", "guerdon-browser", "guerdon-parquet");
    }

    @Test
    void onlyApplicationsBringALoggingBackend() throws Exception {
        for (Map.Entry<String, Map<String, String>> module : modules().entrySet()) {
            if (!APPLICATIONS.contains(module.getKey())) {
                assertThat(module.getValue().entrySet().stream()
                                .filter(dependency -> !dependency.getValue().equals("test"))
                                .map(Map.Entry::getKey))
                        .as("%s is a library; the application chooses a logging backend", module.getKey())
                        .doesNotContainAnyElementsOf(LOGGING_BACKENDS);
            }
        }
    }

    @Test
    void thereIsOneLoggingBackend() throws IOException {
        String services = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";
        assertThat(Collections.list(LibrariesTest.class.getClassLoader().getResources(services)))
                .as("some dependency brings a logging backend of its own; exclude it")
                .hasSize(1);
    }

    private static Set<String> closure(String module) throws Exception {
        Map<String, Map<String, String>> modules = modules();
        Set<String> found = new LinkedHashSet<>();
        collect(module, modules, found);
        return found;
    }

    private static void collect(String module, Map<String, Map<String, String>> modules, Set<String> found) {
        assertThat(modules).containsKey(module);
        modules.getOrDefault(module, Map.of()).forEach((name, scope) -> {
            if (!Set.of("test", "optional").contains(scope) && found.add(name) && name.startsWith("guerdon-")) {
                collect(name, modules, found);
            }
        });
    }

    /** Each module with its own dependencies and their scopes. */
    private static Map<String, Map<String, String>> modules()
            throws IOException, ParserConfigurationException, SAXException {
        Map<String, Map<String, String>> modules = new TreeMap<>();
        for (Path folder : Checkout.modules()) {
            Element project = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(folder.resolve("pom.xml").toFile())
                    .getDocumentElement();
            modules.put(text(project, "artifactId"), dependencies(project));
        }
        return modules;
    }

    private static Map<String, String> dependencies(Element project) {
        Map<String, String> dependencies = new TreeMap<>();
        for (Element group : children(project, "dependencies")) {
            for (Element dependency : children(group, "dependency")) {
                boolean optional = text(dependency, "optional").equals("true");
                dependencies.put(text(dependency, "artifactId"), optional ? "optional" : text(dependency, "scope"));
            }
        }
        return dependencies;
    }

    private static String text(Element parent, String name) {
        return children(parent, name).stream()
                .map(child -> child.getTextContent().strip())
                .findFirst()
                .orElse("");
    }

    private static List<Element> children(Element parent, String name) {
        NodeList nodes = parent.getChildNodes();
        return Stream.iterate(0, i -> i < nodes.getLength(), i -> i + 1)
                .map(nodes::item)
                .filter(node -> node.getNodeType() == Node.ELEMENT_NODE
                        && node.getNodeName().equals(name))
                .map(Element.class::cast)
                .toList();
    }
}
