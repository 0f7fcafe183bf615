package dev.guerdon.cli.env;

import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.NativeLibrary;
import dev.guerdon.cli.cluster.SparkSetup;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.cli.terminal.Screen;
import dev.guerdon.cli.terminal.Screens;
import dev.guerdon.cli.terminal.Style;
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
@Command(
        name = "doctor",
        description = "Check what works on this machine, and say what each missing part needs.",
        footerHeading = Examples.HEADING,
        footer = {"  guerdon doctor", "  guerdon doctor --json"})
@Internal
public final class DoctorCommand implements Callable<Integer>, NextStep {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Option(names = "--json", description = "Print the checks as JSON.")
    private boolean json;

    private String next = "";

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
        checks.add(nativeLibraries());
        Registry registry = sources.registry();
        checks.add(new Check("rewards", true, registry.rewards().size() + " rewards; 'guerdon rewards' lists them"));
        registry.environments().forEach(provider -> {
            checks.add(new Check(provider.name(), true, provider.description()));
            provider.checks()
                    .forEach(check ->
                            checks.add(new Check(provider.name() + ": " + check.part(), check.ok(), check.detail())));
        });
        checks.add(new SparkSetup(
                        System.getenv(),
                        spec.commandLine().getErr(),
                        Screens.of(spec).err())
                .check());
        next = checks.stream()
                .filter(check -> !check.ok() && check.part().contains(": "))
                .findFirst()
                .map(check -> "guerdon setup " + check.part().replaceFirst(": .*", ""))
                .orElse("guerdon run starter");
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonCodec.write(checks));
        } else {
            Screen screen = Screens.of(spec).out();
            out.print(new Table(
                            List.of("", "part", "found"),
                            checks.stream()
                                    .map(check -> List.of(check.ok() ? "ok" : "--", check.part(), check.detail()))
                                    .toList())
                    .paint((row, column) ->
                            column > 0 ? Style.NONE : row.getFirst().equals("ok") ? Style.GOOD : Style.WARNING)
                    .text(screen));
            // What is missing must be readable on a narrow terminal, too, where the table cuts it.
            if (screen.terminal()) {
                checks.stream()
                        .filter(check -> !check.ok())
                        .forEach(check ->
                                out.println("\n" + screen.paint(Style.WARNING, check.part()) + ": " + check.detail()));
            }
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

    private static Check nativeLibraries() {
        return NativeLibrary.folder()
                .map(folder ->
                        new Check("native libraries", true, "SQLite and Zstandard unpack themselves in " + folder))
                .orElseGet(() -> new Check(
                        "native libraries", false, "SQLite, for one, cannot be loaded: " + NativeLibrary.problem()));
    }

    @Override
    public String next() {
        return next;
    }
}
