package dev.guerdon.cli.env;

import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.Table;
import dev.guerdon.core.Registry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.tools.ToolProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code guerdon doctor}. */
@Command(name = "doctor", description = "Tell what works on this machine, and what each missing part needs.")
@Internal
public final class DoctorCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Override
    public Integer call() {
        List<Check> checks = new ArrayList<>();
        checks.add(new Check(
                "java",
                true,
                Runtime.version() + " (" + System.getProperty("java.vendor") + "), "
                        + System.getProperty("java.home")));
        Runtime runtime = Runtime.getRuntime();
        checks.add(new Check(
                "machine",
                true,
                runtime.availableProcessors() + " cores, " + (runtime.maxMemory() >> 20)
                        + " MiB heap for this command"));
        checks.add(compiler());
        checks.add(temporaryFiles());
        Registry registry = sources.registry();
        checks.add(new Check("rewards", true, registry.rewards().size() + " there; 'guerdon rewards' lists them"));
        registry.environments().forEach(provider -> {
            checks.add(new Check(provider.name(), true, provider.description()));
            provider.checks()
                    .forEach(check ->
                            checks.add(new Check(provider.name() + ": " + check.part(), check.ok(), check.detail())));
        });
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonCodec.write(checks));
        } else {
            out.print(Table.of(
                    List.of("", "part", "found"),
                    checks.stream()
                            .map(check -> List.of(check.ok() ? "ok" : "--", check.part(), check.detail()))
                            .toList()));
        }
        return ExitCode.DONE;
    }

    private static Check compiler() {
        boolean there = ToolProvider.getSystemJavaCompiler() != null;
        return new Check(
                "--source",
                there,
                there
                        ? "rewards in a Java file can be compiled"
                        : "needs a JDK; this is a Java runtime without the compiler");
    }

    private static Check temporaryFiles() {
        try {
            Path file = Files.createTempFile("guerdon", ".tmp");
            Files.delete(file);
            long free = file.getParent() == null
                    ? 0
                    : Files.getFileStore(file.getParent()).getUsableSpace();
            return new Check("temporary files", true, file.getParent() + ", " + (free >> 20) + " MiB free");
        } catch (IOException e) {
            return new Check("temporary files", false, "cannot be written: " + e.getMessage() + "; set java.io.tmpdir");
        }
    }
}
