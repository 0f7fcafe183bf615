package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.core.LineReader.InputHash;
import dev.guerdon.core.base.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoreCheckpointTest {

    private static final JobIdentity JOB =
            new JobIdentity(Map.of("rewards", "mine"), Map.of("Mine.java", "ab12".repeat(16)));

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("job.state");
    }

    private static ScoreJob.Progress progress(long lines) {
        return new ScoreJob.Progress(
                lines * 10, lines + 1, lines, lines * 5, List.of(new Metrics()), InputHash.of(Sha256.digest()));
    }

    private ScoreCheckpoint checkpoint() {
        return new ScoreCheckpoint(file, JOB);
    }

    private long loadedLines(ScoreCheckpoint checkpoint) {
        return checkpoint.load().orElseThrow().progress().lines();
    }

    @Test
    void newestStateIsLoaded() {
        ScoreCheckpoint checkpoint = checkpoint();
        assertThat(checkpoint.load()).isEmpty();
        for (int lines = 1; lines < 4; lines++) {
            checkpoint.save(progress(lines), "hash");
            assertThat(loadedLines(checkpoint())).isEqualTo(lines);
        }
    }

    @Test
    void stateOfMetricsIsKeptToTheLastBit() {
        ScoreJob.Progress progress = progress(3);
        Metrics metrics = progress.metrics().getFirst();
        for (double reward : new double[] {0.1, 1.0 / 3, 1e300, -1e-300, Double.MIN_VALUE, 1e16, 12345.678}) {
            metrics.add(new Score.Scored(new RewardResult(reward, Map.of("extra", reward / 7))));
        }
        checkpoint().save(progress, "hash");
        Metrics loaded = checkpoint().load().orElseThrow().progress().metrics().getFirst();
        assertThat(loaded.toMap()).isEqualTo(metrics.toMap());
        assertThat(loaded.save()).isEqualTo(metrics.save());
    }

    @Test
    void stateOfAnOlderFormatIsRefused() throws IOException {
        checkpoint().save(progress(3), "hash");
        String older = Files.readString(file).lines().findFirst().orElseThrow().replace("\"format\":3", "\"format\":2");
        Files.writeString(file, older + "\n" + Sha256.hex(older, 32) + "\n");
        assertThatThrownBy(() -> checkpoint().load())
                .hasMessage("the checkpoint " + file
                        + " cannot be used (it has format 2, and this version of Guerdon reads 3); delete it"
                        + " to start over");
    }

    @Test
    void damageOfAnyByteIsNoticedAndTheStateBeforeTakesItsPlace() throws IOException {
        ScoreCheckpoint checkpoint = checkpoint();
        checkpoint.save(progress(1), "hash");
        checkpoint.save(progress(2), "hash");
        byte[] good = Files.readAllBytes(file);
        for (int i = 0; i < good.length; i += 7) {
            byte[] damaged = good.clone();
            damaged[i] ^= 1;
            Files.write(file, damaged);
            ScoreCheckpoint again = checkpoint();
            assertThat(loadedLines(again)).as("damage of byte " + i).isEqualTo(1);
            assertThat(again.notice()).contains("is damaged").contains("continuing from the one before it");
        }
        for (int length : new int[] {0, 1, good.length / 2, good.length - 1}) {
            Files.write(file, java.util.Arrays.copyOf(good, length));
            assertThat(loadedLines(checkpoint())).isEqualTo(1);
        }
    }

    @Test
    void damagedStateNeverBecomesTheOneBefore() throws IOException {
        ScoreCheckpoint checkpoint = checkpoint();
        checkpoint.save(progress(1), "hash");
        checkpoint.save(progress(2), "hash");
        Files.writeString(file, "nonsense");
        ScoreCheckpoint next = checkpoint();
        assertThat(loadedLines(next)).isEqualTo(1);
        next.save(progress(3), "hash");
        Files.writeString(file, "nonsense");
        assertThat(loadedLines(checkpoint())).isEqualTo(1);
    }

    @Test
    void deletedCheckpointIsAStartEvenIfTheOneBeforeIsThere() throws IOException {
        ScoreCheckpoint checkpoint = checkpoint();
        checkpoint.save(progress(1), "hash");
        checkpoint.save(progress(2), "hash");
        Files.delete(file);
        assertThat(checkpoint().load()).isEmpty();
    }

    @Test
    void bothDamagedIsRefused() throws IOException {
        Files.writeString(file, "{}");
        assertThatThrownBy(() -> checkpoint().load())
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("is damaged")
                .hasMessageContaining("delete it to start over");
    }

    @Test
    void stateThatCannotBeWrittenLeavesTheOldOne() throws IOException {
        ScoreCheckpoint checkpoint = checkpoint();
        checkpoint.save(progress(1), "hash");
        Path obstacle = Files.createDirectory(folder.resolve("job.state.new"));
        assertThatThrownBy(() -> checkpoint.save(progress(2), "hash"))
                .hasMessageContaining("the checkpoint " + file + " cannot be written");
        assertThat(loadedLines(checkpoint())).isEqualTo(1);
        Files.delete(obstacle);
        checkpoint.save(progress(3), "hash");
        assertThat(loadedLines(checkpoint())).isEqualTo(3);
    }

    @Test
    void otherSettingsAndOtherCodeAreNamed() {
        checkpoint().save(progress(1), "hash");
        assertThatThrownBy(() ->
                        new ScoreCheckpoint(file, new JobIdentity(Map.of("rewards", "yours"), JOB.code())).load())
                .hasMessageContaining("belongs to another job: its rewards is 'mine', this job's is 'yours'");
        JobIdentity changed = new JobIdentity(JOB.settings(), Map.of("Mine.java", "cd34".repeat(16)));
        assertThatThrownBy(() -> new ScoreCheckpoint(file, changed).load())
                .hasMessageContaining("the reward's code changed: Mine.java was sha256 ab12ab12ab12…, is cd34cd34cd34…")
                .hasMessageContaining("delete it to start over");
        JobIdentity more = new JobIdentity(JOB.settings(), Map.of("Mine.java", "ab12".repeat(16), "lib.jar", "00"));
        assertThatThrownBy(() -> new ScoreCheckpoint(file, more).load())
                .hasMessageContaining("lib.jar was not part of it");
    }

    @Test
    void pathWithASecretInItEqualsItself() {
        JobIdentity secret = new JobIdentity(
                Map.of("input", "/data/sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH/in.jsonl"), Map.of());
        new ScoreCheckpoint(file, secret).save(progress(1), "hash");
        assertThat(new ScoreCheckpoint(file, secret).load()).isPresent();
        assertThat(file).content().doesNotContain("abcdefghijklmnopqrstuvwxyz0123456789");
    }

    @Test
    void sizeDoesNotDependOnTheNumberOfGroups() throws IOException {
        checkpoint().save(progress(1), "hash");
        long before = Files.size(file);
        ScoreJob.Progress grouped = progress(1);
        for (int i = 0; i < 60_000; i++) {
            grouped.metrics().getFirst().add(new Score.Scored(new RewardResult(i % 2, Map.of())), "group-" + i);
        }
        checkpoint().save(grouped, "hash");
        assertThat(Files.size(file)).isLessThan(before + 500);
        assertThat(checkpoint().load().orElseThrow().grouped()).isTrue();
    }
}
