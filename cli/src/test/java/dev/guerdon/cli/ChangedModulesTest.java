package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which modules {@code ./dev test-fast} tests again after a change, with a copy of the project's own descriptions. */
class ChangedModulesTest {

    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern OWN =
            Pattern.compile("<artifactId>(guerdon-[a-z-]+)</artifactId>(?!.*<artifactId>)", Pattern.DOTALL);

    /** The modules in an order of their own, each with the artifacts it depends on; true is the scope test. */
    private final Map<String, Map<String, Boolean>> modules = new TreeMap<>();

    private final Map<String, Path> folders = new TreeMap<>();

    private static URLClassLoader loader;
    private static Method program;

    @TempDir
    Path root;

    @BeforeAll
    static void compile(@TempDir Path folder) throws Exception {
        String source = Checkout.REAL.resolve("bin/ChangedModules.java").toString();
        int exitCode = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), source);
        assertThat(exitCode).isZero();
        loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
        program = loader.loadClass("ChangedModules").getDeclaredMethod("fingerprints", Path.class, String.class);
        program.setAccessible(true);
    }

    @AfterAll
    static void close() throws IOException {
        loader.close();
    }

    @BeforeEach
    void copyDescriptions() throws IOException {
        String parent = Files.readString(Checkout.REAL.resolve("pom.xml"));
        String list = parent.substring(parent.indexOf("<modules>"), parent.indexOf("</modules>"));
        Files.writeString(root.resolve("pom.xml"), parent);
        for (String folder : Pattern.compile("<module>(.*?)</module>")
                .matcher(list)
                .results()
                .map(found -> found.group(1))
                .toList()) {
            String text = Files.readString(Checkout.REAL.resolve(folder).resolve("pom.xml"));
            Path copy = Files.createDirectories(root.resolve(folder));
            Files.writeString(copy.resolve("pom.xml"), text);
            if (text.contains("<packaging>pom</packaging>")) {
                continue;
            }
            Files.writeString(
                    Files.createDirectories(copy.resolve("src/main/java")).resolve("Main.java"), "class Main {}");
            Files.writeString(
                    Files.createDirectories(copy.resolve("src/test/java")).resolve("MainTest.java"),
                    "class MainTest {}");
            read(copy, text);
        }
    }

    private void read(Path folder, String text) {
        String own = text.substring(text.indexOf("</parent>"));
        Matcher artifact = Pattern.compile("<artifactId>(.*?)</artifactId>").matcher(own);
        assertThat(artifact.find()).isTrue();
        Map<String, Boolean> dependencies = new TreeMap<>();
        DEPENDENCY.matcher(own).results().map(found -> found.group(1)).forEach(dependency -> {
            Matcher name = OWN.matcher(dependency);
            if (name.find()) {
                dependencies.put(name.group(1), dependency.contains("<scope>test</scope>"));
            }
        });
        modules.put(artifact.group(1), dependencies);
        folders.put(artifact.group(1), folder);
    }

    @Test
    void aLineOfMainCodeRepeatsTheTestsOfTheModuleAndOfAllThatSeeIt() throws IOException {
        for (String module : modules.keySet()) {
            Map<String, String> before = fingerprints();
            edit(module, "src/main/java/Main.java");
            assertThat(changed(before)).as(module).isEqualTo(whoseTestsSee(module));
        }
        assertThat(whoseTestsSee("guerdon-alfworld")).contains("guerdon-junit"); // by a dependency of its tests alone
        assertThat(whoseTestsSee("guerdon-junit")).containsExactly("guerdon-cli", "guerdon-junit");
    }

    @Test
    void aLineOfATestRepeatsTheTestsOfItsModuleAlone() throws IOException {
        for (String module : List.of("guerdon-api", "guerdon-junit", "guerdon-cli")) {
            Map<String, String> before = fingerprints();
            edit(module, "src/test/java/MainTest.java");
            assertThat(changed(before)).containsExactly(module);
        }
    }

    @Test
    void theParentsDescriptionAndTheJdkRepeatAllTests() throws IOException {
        Map<String, String> before = fingerprints();
        Files.writeString(root.resolve("pom.xml"), Files.readString(root.resolve("pom.xml")) + "<!-- changed -->");
        assertThat(changed(before)).isEqualTo(modules.keySet());
        assertThat(fingerprints("another JDK").entrySet())
                .doesNotContainAnyElementsOf(fingerprints().entrySet());
    }

    /** Adds one user after the other until none is missing. */
    private Set<String> whoseTestsSee(String module) {
        Set<String> main = new TreeSet<>(Set.of(module));
        boolean more = true;
        while (more) {
            more = main.addAll(users(main, test -> !test));
        }
        Set<String> all = users(main, test -> true);
        all.addAll(main);
        return all;
    }

    private Set<String> users(Set<String> used, Predicate<Boolean> scope) {
        return modules.keySet().stream()
                .filter(module -> Objects.requireNonNull(modules.get(module)).entrySet().stream()
                        .anyMatch(
                                dependency -> used.contains(dependency.getKey()) && scope.test(dependency.getValue())))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void edit(String module, String file) throws IOException {
        Path source = Objects.requireNonNull(folders.get(module)).resolve(file);
        Files.writeString(source, Files.readString(source) + "\n// a line");
    }

    private Set<String> changed(Map<String, String> before) {
        Set<String> changed = new TreeSet<>();
        fingerprints().forEach((module, hash) -> {
            if (!hash.equals(before.get(module))) {
                changed.add(module);
            }
        });
        return changed;
    }

    private Map<String, String> fingerprints() {
        return fingerprints("25");
    }

    @SuppressWarnings("unchecked")
    private Map<String, String> fingerprints(String jdk) {
        try {
            return (Map<String, String>) program.invoke(null, root, jdk);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("ChangedModules", e);
        }
    }
}
