package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParameterFileTest {

    @TempDir
    Path folder;

    private Result run(String json) throws IOException {
        Path file = Files.writeString(folder.resolve("parameters.json"), json);
        return Cli.run("run", "--parameters", file.toString(), "--json", "--quiet");
    }

    @Test
    void runIsWhatTheFileSays() throws IOException {
        Path runs = folder.resolve("some runs");
        Result result = run("""
                {"suite": "minilab", "agent": "", "model": "policy:minilab-gold", "settings": {}, "repeat": 2, "seed": 7,
                 "max_steps": 0, "parallel": 1, "note": "from a file; not from words", "tasks": ["%s"], "runs": "%s",
                 "plugins": [], "sources": [], "of a later version": true}
                """.formatted(task(), runs));
        assertThat(result.exitCode()).as(result.err()).isZero();
        Json json = JsonCodec.read(result.out(), "the run");
        assertThat(json.get("tasks").asInt()).isEqualTo(1);
        Path stored = runs.resolve(json.get("run").asString()).resolve("run.json");
        assertThat(stored).content().contains("from a file; not from words", "policy:minilab-gold");
    }

    private String task() throws IOException {
        Result first = Cli.run(
                "run",
                "minilab",
                "--limit",
                "1",
                "--model",
                "policy:minilab-gold",
                "--json",
                "--quiet",
                "--runs",
                folder.resolve("first").toString());
        String name = JsonCodec.read(first.out(), "the run").get("run").asString();
        Json info = JsonCodec.read(
                Files.readString(folder.resolve("first").resolve(name).resolve("run.json")), "run.json");
        return info.get("planned").asList().getFirst().asString();
    }

    @Test
    void whatIsWrongWithTheFileIsNamed() throws IOException {
        assertThat(run("{}").err()).contains("parameters.json", "'suite' is missing");
        assertThat(run("{").exitCode()).isEqualTo(2);
        assertThat(Cli.run("run", "--parameters", folder.resolve("none.json").toString())
                        .err())
                .contains("cannot be read", "none.json");
    }
}
