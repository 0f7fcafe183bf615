package dev.guerdon.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.cluster.InlineCluster;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock("dev.guerdon.cli.spi.Cluster.Provider.HERE")
class ScoreOnClusterTest {

    @TempDir
    Path folder;

    private String in = "";
    private String out = "";

    @BeforeEach
    void writeInput() throws IOException {
        in = Files.writeString(folder.resolve("answers.jsonl"), """
                        {"id":1,"answer":"red","final_response":"red"}
                        not JSON
                        {"answer":"red","final_response":"blue"}
                        """).toString();
        out = folder.resolve("scores").toString();
    }

    @AfterEach
    void forget() {
        Cluster.Provider.HERE.set(null);
    }

    private Result on(String... options) {
        List<String> all = new ArrayList<>(List.of("score", "--reward", "qa_f1_reward", "--on", "inline"));
        all.addAll(List.of(options));
        return Cli.run(all.toArray(String[]::new));
    }

    private void provide() {
        Cluster.Provider.HERE.set((master, name, settings, tries, notices) -> {
            if (!master.equals("inline")) {
                throw new IllegalArgumentException("'" + master + "' is no cluster");
            }
            settings.forEach((key, value) -> notices.accept(key + " is " + value));
            return new InlineCluster(folder, 1);
        });
    }

    private String parts() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(Path.of(out))) {
            for (Path part : files.filter(Files::isRegularFile).sorted().toList()) {
                all.append(Files.readString(part));
            }
        }
        return all.toString();
    }

    @Test
    void aClusterWritesWhatOneMachineWrites() throws IOException {
        provide();
        Path one = folder.resolve("one.jsonl");
        Path oneMetrics = folder.resolve("one.json");
        Cli.run(
                "score",
                "--reward",
                "qa_f1_reward",
                "--in",
                in,
                "--out",
                one.toString(),
                "--metrics",
                oneMetrics.toString());

        Path metrics = folder.resolve("metrics.json");
        Result result =
                on("--in", in, "--out", out, "--piece-size", "20", "--conf", "a.b=c", "--metrics", metrics.toString());

        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(parts()).isEqualTo(Files.readString(one));
        assertThat(metrics).hasSameTextualContentAs(oneMetrics);
        assertThat(result.err())
                .contains("reward/mean", "a.b is c", "3 lines are done; the parts are in " + out)
                .contains("1 of them is not valid input; the reasons are in " + out + "/_bad");

        Result again = on("--in", in, "--out", out, "--json");
        assertThat(again.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(again.err()).contains("was finished before; nothing was scored again");
        assertThat(again.out()).isEqualTo(Files.readString(oneMetrics));
        assertThat(on("--in", in, "--out", out, "--fallback", "0").err())
                .contains("its fallback is 'null', this job's is '0.0'");
    }

    @Test
    void codeOfTheUserGoesToTheEngine() throws IOException {
        provide();
        Path source = Files.writeString(folder.resolve("Own.java"), """
                import dev.guerdon.api.Reward;

                public class Own {
                    @Reward("own")
                    public static double own(String finalResponse) {
                        return finalResponse.length();
                    }
                }
                """);
        Result result = Cli.run(
                "score",
                "--reward",
                "own",
                "--source",
                source.toString(),
                "--no-isolate",
                "--on",
                "inline",
                "--in",
                in,
                "--out",
                out,
                "--quiet");
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(parts()).contains("\"reward\":3.0").contains("\"reward\":4.0");
    }

    @Test
    void aPieceThatCannotBeDoneIsExitCodeThree() throws IOException {
        provide();
        Path packed = Files.write(folder.resolve("answers.jsonl.gz"), new byte[] {1, 2});
        Result result = on("--in", packed.toString(), "--out", out);
        assertThat(result.exitCode()).isEqualTo(ExitCode.ENDED_EARLY);
        assertThat(result.err())
                .contains("part-00000-0000000000000 (answers.jsonl.gz, bytes 0 to the end) could not be done")
                .contains("the same command continues");
    }

    @Test
    void whatHasNoMeaningOnAClusterIsRefused() {
        assertThat(on("--out", out).err()).contains("--on needs --in FILE or FOLDER");
        assertThat(on("--in", in).err()).contains("--on needs --out FOLDER");
        assertThat(on("--in", in, "--out", out, "--threads", "2").err())
                .contains("--threads cannot be used with --on: the cluster's own slots");
        assertThat(on("--in", in, "--out", out, "--checkpoint", "f").err())
                .contains("--checkpoint cannot be used with --on: the output folder keeps the progress");
        assertThat(on("--in", in, "--out", out, "--limit", "3").err()).contains("--limit cannot be used with --on");
        assertThat(on("--in", in, "--out", out, "--piece-size", "big").err())
                .contains("--piece-size expects a size such as 256m");
        assertThat(on("--in", in, "--out", out, "--piece-time", "0s").exitCode())
                .isEqualTo(ExitCode.REFUSED);
        assertThat(Path.of(out)).doesNotExist();
    }

    @Test
    void optionsOfAClusterNeedACluster() {
        Result result = Cli.run("score", "--reward", "qa_f1_reward", "--in", in, "--piece-size", "1m");
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("add --on MASTER");
        assertThat(Cli.run("score", "--reward", "qa_f1_reward", "--in", in, "--conf", "a=b")
                        .err())
                .contains("add --on MASTER");
    }

    @Test
    void aMasterOrTableThatIsNoneIsSaid() {
        provide();
        Result master = Cli.run("score", "--reward", "qa_f1_reward", "--on", "outline", "--in", in, "--out", out);
        assertThat(master.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(master.err()).contains("'outline' is no cluster");
        assertThat(on("--in", "lake.rollouts", "--format", "iceberg", "--out", out)
                        .err())
                .contains("there is no table lake.rollouts of the format iceberg");
        assertThat(on("--in", "nowhere.jsonl", "--out", out).err())
                .contains("no such file or folder: " + Path.of("nowhere.jsonl").toAbsolutePath());
    }
}
