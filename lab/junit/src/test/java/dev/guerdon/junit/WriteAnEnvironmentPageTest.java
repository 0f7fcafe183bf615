package dev.guerdon.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The environment on the page "Write an environment" passes the kit, in the test that the page shows. */
final class WriteAnEnvironmentPageTest {

    private static final Pattern JAVA = Pattern.compile("(?ms)^```java\\R(.*?)^```");

    @TempDir
    Path folder;

    @Test
    void itsEnvironmentPassesItsTest() throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path")));
        Matcher blocks = JAVA.matcher(Files.readString(page()));
        for (String name : List.of("GuessProvider", "GuessTest")) {
            assertThat(blocks.find()).as("a block with %s", name).isTrue();
            arguments.add(Files.writeString(folder.resolve(name + ".java"), blocks.group(1))
                    .toString());
        }
        assertThat(Objects.requireNonNull(ToolProvider.getSystemJavaCompiler())
                        .run(null, null, null, arguments.toArray(new String[0])))
                .as("compiles")
                .isZero();
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            Launched launched = Launched.run(loader.loadClass("GuessTest"));
            assertThat(launched.failures())
                    .allMatch(failure -> failure.contains("list"), "only skipped for want of a list");
            assertThat(launched.passed()).hasSizeGreaterThan(15);
        }
    }

    private static Path page() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve("docs"))) {
            root = Objects.requireNonNull(root.getParent(), "a folder with docs above this one");
        }
        return root.resolve("docs/write-an-environment.md");
    }
}
