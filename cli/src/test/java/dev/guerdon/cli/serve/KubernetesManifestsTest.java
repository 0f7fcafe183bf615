package dev.guerdon.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.cli.Checkout;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.Suites;
import dev.guerdon.server.ServeConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The manifests of examples/kubernetes against the fields of Kubernetes' own models, as strictly as an API server that refuses unknown
 * fields; and against each other.
 */
@Timeout(120)
class KubernetesManifestsTest {

    private static final Path FOLDER = Checkout.REAL.resolve("examples/kubernetes");

    static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    private static Json manifest(String name) {
        return new Json(Suites.settings(FOLDER.resolve(name)).plain());
    }

    private static Json schema() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(KubernetesManifestsTest.class.getResourceAsStream("/kubernetes/schema.json"))) {
            return JsonCodec.read(in.readAllBytes(), "the schema");
        }
    }

    /** What is wrong with a manifest, empty where nothing is. */
    private static String problems(Json manifest) throws IOException {
        Json all = schema();
        String kind = manifest.get("kind").asString();
        Map<String, @Nullable Object> schema = new LinkedHashMap<>();
        schema.put("$ref", "#/$defs/" + all.get("kinds").get(kind).asString());
        schema.put("$defs", all.get("$defs").value());
        Map<String, @Nullable Object> record = new LinkedHashMap<>();
        record.put("final_response", "");
        record.put("instance", manifest.value());
        record.put("schema", schema);
        byte[] line = JsonCodec.write(record).getBytes(StandardCharsets.UTF_8);
        RewardEntry reward = Registry.discover().reward("jsonschema:2020-12");
        try (Scorer scorer = Scorer.create()) {
            Score score = scorer.score(reward, new LineDecoder(List.of(reward)).decode(line, 0, line.length, 1));
            assertThat(score).isInstanceOf(Score.Scored.class);
            Score.Scored scored = (Score.Scored) score;
            return scored.result().reward() == 1
                    ? ""
                    : JsonCodec.write(scored.result().extras());
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyFieldIsOneOfKubernetes(String name) throws IOException {
        assertThat(problems(manifest(name))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "deployment.yaml, terminationGracePeriodSeconds, terminationGraceSeconds",
        "deployment.yaml, readOnlyRootFilesystem, readonlyRootFilesystem",
        "deployment.yaml, containerPort, containersPort",
        "deployment.yaml, matchLabels, matchLabel",
        "service.yaml, targetPort, targetports",
        "hpa.yaml, averageValue, averagevalue",
        "networkpolicy.yaml, podSelector, podSelectors",
        "pdb.yaml, minAvailable, minimumAvailable"
    })
    void aFieldThatKubernetesDoesNotKnowIsRefused(String name, String right, String wrong) throws IOException {
        String text = JsonCodec.write(manifest(name).value());
        assertThat(text).contains("\"" + right + "\"");
        Json changed = JsonCodec.read(text.replace("\"" + right + "\"", "\"" + wrong + "\""), name);
        assertThat(problems(changed)).contains("additionalProperties");
    }

    @Test
    void aValueOfTheWrongTypeIsRefused() throws IOException {
        String text = JsonCodec.write(manifest("deployment.yaml").value());
        assertThat(problems(JsonCodec.read(text.replace("\"runAsUser\":10001", "\"runAsUser\":\"guerdon\""), "it")))
                .isNotEmpty();
    }

    @Test
    void theManifestsFitEachOther() throws IOException {
        Json deployment = manifest("deployment.yaml");
        Json pod = deployment.get("spec").get("template");
        Json container = pod.get("spec").get("containers").asList().getFirst();
        Object labels = pod.get("metadata").get("labels").value();
        assertThat(deployment.get("spec").get("selector").get("matchLabels").value())
                .isEqualTo(labels);
        for (String service : List.of("service.yaml", "service-sticky.yaml")) {
            Json spec = manifest(service).get("spec");
            assertThat(spec.get("selector").value()).isEqualTo(labels);
            assertThat(spec.get("ports").asList().getFirst().get("targetPort").asString())
                    .isEqualTo(container
                            .get("ports")
                            .asList()
                            .getFirst()
                            .get("name")
                            .asString());
        }
        assertThat(manifest("networkpolicy.yaml")
                        .get("spec")
                        .get("podSelector")
                        .get("matchLabels")
                        .value())
                .isEqualTo(labels);
        assertThat(manifest("pdb.yaml")
                        .get("spec")
                        .get("selector")
                        .get("matchLabels")
                        .value())
                .isEqualTo(labels);
        assertThat(manifest("hpa.yaml")
                        .get("spec")
                        .get("scaleTargetRef")
                        .get("name")
                        .value())
                .isEqualTo(deployment.get("metadata").get("name").value());
        assertThat(container
                        .get("securityContext")
                        .get("readOnlyRootFilesystem")
                        .value())
                .isEqualTo(true);
        assertThat(pod.get("spec").get("securityContext").get("runAsNonRoot").value())
                .isEqualTo(true);
    }

    @Test
    void theFileOfTheServerIsReadAndItsDrainEndsBeforeThePodIsKilled(@TempDir Path folder) throws IOException {
        String text = manifest("configmap.yaml").get("data").get("serve.yaml").asString();
        Path file = Files.writeString(folder.resolve("serve.yaml"), text);
        ServeConfig config = ServeConfig.read(file, new ServeConfig.Surroundings() {
            @Override
            public PluginPath path() {
                return PluginPath.NONE;
            }

            @Override
            public Isolation isolation() {
                return Isolation.NONE;
            }

            @Override
            public @Nullable String variable(String name) {
                return name.equals("TRAINER_TOKEN") ? "a-token-of-a-trainer-0123" : null;
            }
        });
        try {
            Json pod = manifest("deployment.yaml").get("spec").get("template").get("spec");
            Json container = pod.get("containers").asList().getFirst();
            long stop = container
                    .get("lifecycle")
                    .get("preStop")
                    .get("sleep")
                    .get("seconds")
                    .asLong();
            assertThat(pod.get("terminationGracePeriodSeconds").asLong())
                    .isGreaterThan(stop + config.definition().limits().drain().toSeconds());
            assertThat(container
                            .get("ports")
                            .asList()
                            .getFirst()
                            .get("containerPort")
                            .asLong())
                    .isEqualTo(config.port());
            assertThat(manifest("networkpolicy.yaml")
                            .get("spec")
                            .get("ingress")
                            .asList()
                            .getFirst()
                            .get("ports")
                            .asList()
                            .getFirst()
                            .get("port")
                            .asLong())
                    .isEqualTo(config.port());
        } finally {
            config.definition().whenUnused().run();
        }
    }
}
