package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.Zstd;
import dev.guerdon.cli.Checkout.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Temporary files that may not run, as with {@code docker --tmpfs /tmp}: the libraries written in C unpack themselves elsewhere. */
@EnabledOnOs(OS.LINUX)
class NoexecTest {

    @TempDir
    Path folder;

    private Path temporary;
    private Path cache;

    @BeforeEach
    void prepare() throws IOException {
        temporary = Files.createDirectory(folder.resolve("temporary"));
        cache = Files.createDirectory(folder.resolve("cache"));
        assumeTrue(
                in(temporary, List.of("true")).exitCode() == 0,
                "unshare is not allowed here, which makes a folder whose files may not run");
    }

    /** Runs a command in a view of the machine in which the files of a folder may not run. */
    private Result in(Path noexec, List<String> command) {
        List<String> inView = new ArrayList<>(List.of(
                "sh",
                "-c",
                "[ \"$(id -u)\" = 0 ] || map=--map-root-user; exec unshare $map -m --propagation private sh -c '"
                        + "mount -t tmpfs -o noexec none \"$1\" && shift && exec \"$@\"' sh \"$@\"",
                "sh",
                noexec.toString()));
        inView.addAll(command);
        return Checkout.run(
                folder, Map.of("XDG_CACHE_HOME", cache.toString(), "GUERDON_NATIVE_DIR", ""), List.copyOf(inView));
    }

    private Result guerdon(Path noexec, Path temporaryFiles, String... arguments) {
        List<String> command = new ArrayList<>(Child.command(arguments));
        command.add(1, "-Djava.io.tmpdir=" + temporaryFiles);
        return in(noexec, command);
    }

    @Test
    void aRunKeepsItsResults() {
        Result result = guerdon(temporary, temporary, "run", "starter", "--limit", "2");
        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("2 of 2 episodes");
    }

    @Test
    void compressedFilesAreReadAndWritten() throws IOException {
        byte[] line = "{\"final_response\":\"Paris\",\"answer\":\"Paris\"}\n".getBytes(StandardCharsets.UTF_8);
        Files.write(folder.resolve("in.jsonl.zst"), Zstd.compress(line));
        Result result = guerdon(
                temporary,
                temporary,
                "score",
                "--reward",
                "qa_f1_reward",
                "--in",
                "in.jsonl.zst",
                "--out",
                "out.jsonl.zst");
        assertThat(result.exitCode()).as(result.toString()).isZero();
        byte[] packed = Files.readAllBytes(folder.resolve("out.jsonl.zst"));
        assertThat(new String(Zstd.decompress(packed, 10_000), StandardCharsets.UTF_8))
                .contains("\"reward\":1.0");
    }

    @Test
    void oneSentenceSaysWhatToDoWhereNoFolderIsLeft() throws IOException {
        Path unusable = Files.createFile(folder.resolve("file"));
        Files.delete(cache);
        Files.createSymbolicLink(cache, temporary);
        Result result = guerdon(temporary, unusable, "run", "starter", "--limit", "2");
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
        assertThat(result.err())
                .contains("SQLite cannot be loaded", "neither " + unusable, "set GUERDON_NATIVE_DIR")
                .doesNotContain("\tat ");
        try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
            assertThat(runs.filter(Files::isDirectory)).isEmpty();
        }
        Result doctor = guerdon(temporary, unusable, "doctor");
        assertThat(doctor.out()).containsPattern("-- +native libraries +SQLite, for one, cannot be loaded");
    }
}
