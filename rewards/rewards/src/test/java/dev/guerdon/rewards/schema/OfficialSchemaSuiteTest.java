package dev.guerdon.rewards.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Holds {@code json_schema_reward} against the official JSON-Schema-Test-Suite, where its files are at hand. */
class OfficialSchemaSuiteTest {

    /** Formats of which the suite asks for more than the reward checks: rules of IDNA, quoted mailboxes, templates, parts of addresses. */
    private static final Set<String> FORMATS_IN_PART = Set.of(
            "email.json",
            "hostname.json",
            "idn-email.json",
            "idn-hostname.json",
            "iri.json",
            "uri.json",
            "uri-reference.json",
            "uri-template.json");

    private int right;
    private final List<String> wrong = new ArrayList<>();
    private final List<String> unscored = new ArrayList<>();

    @Test
    void everyRequiredTestHasItsVerdictUnlessItsSchemaRefersToAnother() throws IOException {
        hold(suite(), false);

        assertThat(right).isGreaterThan(1_200);
        // The one schema whose meta-schema, which would have to be fetched, takes the keywords of validation away.
        assertThat(wrong).allMatch(test -> test.contains("with no validation vocabulary"));
        assertThat(unscored).hasSizeLessThan(60).allMatch(test -> test.contains("which is not part of it"));
    }

    @Test
    void optionalPartsAreThoseOfTheDraftAlone() throws IOException {
        hold(suite().resolve("optional"), false);

        assertThat(right).isGreaterThan(130);
        assertThat(files(wrong)).isSubsetOf("dependencies-compatibility.json", "format-assertion.json");
        assertThat(files(unscored)).isSubsetOf("cross-draft.json");
    }

    @Test
    void formatsHaveTheirVerdicts() throws IOException {
        hold(suite().resolve("optional/format"), true);

        assertThat(right).isGreaterThan(650);
        assertThat(FORMATS_IN_PART).containsAll(files(wrong));
        assertThat(unscored).isEmpty();
    }

    private void hold(Path folder, boolean formats) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                for (Json group : JsonCodec.read(Files.readAllBytes(file), file.toString())
                        .asList()) {
                    for (Json test : group.get("tests").asList()) {
                        hold(
                                file.getFileName() + ": "
                                        + group.get("description").asString() + ": "
                                        + test.get("description").asString(),
                                group.get("schema"),
                                test,
                                formats);
                    }
                }
            }
        }
    }

    private void hold(String name, Json schema, Json test, boolean formats) {
        String instance = JsonCodec.write(test.get("data").value());
        try {
            double reward = StructuredRewards.jsonSchema(instance, schema, false, false, formats, Optional.empty())
                    .reward();
            if ((reward == 1) == test.get("valid").asBoolean()) {
                right++;
            } else {
                wrong.add(name);
            }
        } catch (UnscoredException e) {
            unscored.add(name + ": " + e.getMessage());
        }
    }

    private static Set<String> files(List<String> tests) {
        Set<String> files = new TreeSet<>();
        tests.forEach(test -> files.add(test.substring(0, test.indexOf(':'))));
        return files;
    }

    private static Path suite() {
        Path found = Path.of(System.getProperty("guerdon.root", ".."), "../shared/data/jsonschema/tests/draft2020-12")
                .normalize();
        Assumptions.assumeTrue(
                Files.isDirectory(found), "skipped: the official JSON-Schema-Test-Suite is not in " + found);
        return found;
    }
}
