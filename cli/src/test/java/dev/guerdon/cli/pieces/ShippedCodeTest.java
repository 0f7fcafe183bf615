package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.pieces.RemotePlayers.LocalPaths;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Plugins;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShippedCodeTest extends ClusterRuns {

    @Test
    void aRewardFromASourceScoresOnTheMachinesThoughTheFileIsGone() throws Exception {
        Path source = folder.resolve("Loud.java");
        Files.writeString(source, """
                import dev.guerdon.api.Reward;
                import dev.guerdon.api.Sample;

                final class Loud {
                    @Reward("loud_reward")
                    static double loud(Sample sample) {
                        return sample.finalResponse().length() / 1000.0;
                    }
                }
                """);
        try (Plugins plugins = Plugins.load(new PluginPath(List.of(), List.of(), List.of(source)));
                ProcessesInThreads cluster = cluster(1, 2, 4)) {
            plugins.registry().isolate(Isolation.NONE);
            Files.delete(source);
            RunOptions options = RunOptions.builder(HookedKind.suite(3))
                    .rewards(List.of("loud_reward"))
                    .build();
            RunJob job = RunJob.create(
                    plugins.registry(), store(), options, EpisodeStages.onCluster(cluster, true, 0, notices::add));
            try (Run run = job.run(DEAF)) {
                assertThat(run.episodes())
                        .hasSize(3)
                        .allMatch(Episode::scored)
                        .allMatch(each -> each.reward() == each.answer().length() / 1000.0);
            }
        }
    }

    @Test
    void pathsAreSentInFullAndToldWhereOtherMachinesNeedThem() {
        Path data = folder.resolve("data");
        Map<String, String> options = Map.of("data", data.toString(), "split", "a/b", "seed", "1");
        assertThat(LocalPaths.notices(options, true)).isEmpty();
        assertThat(data.toFile().mkdir()).isTrue();
        assertThat(LocalPaths.notices(options, true))
                .singleElement()
                .asString()
                .contains("each machine", data.toString());
        assertThat(LocalPaths.notices(options, false)).isEmpty();
        assertThat(LocalPaths.notices(Map.of("predictions", "{run}/answers.jsonl"), true))
                .isEmpty();
        assertThat(LocalPaths.notices(Map.of("log", "{run}/log.txt"), false))
                .singleElement()
                .asString()
                .contains("not brought back");
        assertThat(LocalPaths.absolute(Map.of("data", "./src/.", "word", "src")))
                .containsEntry("word", "src")
                .containsEntry("data", Path.of("src").toAbsolutePath().toString());
    }

    @Test
    void whatIsSentOfAJobHoldsNoKeyOfThisProcess() throws Exception {
        try (ScriptedModel model = new ScriptedModel(200);
                ProcessesInThreads cluster = cluster(1, 1, 4)) {
            // PATH stands for a key: every process has it.
            RunOptions options =
                    RunOptions.builder(model.suite(1, "?key_env=PATH")).build();
            try (Run run = job(options, cluster, 0).run(DEAF)) {
                assertThat(run.episodes()).hasSize(1).allMatch(Episode::scored);
            }
            assertThat(new String(cluster.jobs.getFirst().description(), StandardCharsets.UTF_8))
                    .contains("key_env=PATH")
                    .doesNotContain(System.getenv("PATH"));
        }
    }
}
