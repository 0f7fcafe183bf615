package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sources and resources that scripts of the checkout name are there. */
class ScriptPathsTest {

    private static final Pattern NAMED = Pattern.compile("\\$root/([\\w./-]*src/[\\w./-]+)");

    @Test
    void everySourceThatAScriptNamesIsThere() throws IOException {
        List<Path> scripts = new ArrayList<>(List.of(Checkout.REAL.resolve("dev"), Checkout.REAL.resolve("guerdon")));
        try (Stream<Path> others = Files.list(Checkout.REAL.resolve("bin"))) {
            others.filter(file -> file.toString().endsWith(".sh")).sorted().forEach(scripts::add);
        }
        List<String> named = new ArrayList<>();
        for (Path script : scripts) {
            NAMED.matcher(Files.readString(script))
                    .results()
                    .map(found -> found.group(1))
                    .forEach(named::add);
        }
        assertThat(named)
                .isNotEmpty()
                .allSatisfy(path -> assertThat(Checkout.REAL.resolve(path)).exists());
    }
}
