package dev.guerdon.cli.serve;

import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.cli.cluster.SparkSetup;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.cli.terminal.TerminalScreen.Screens;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.NativeLibrary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code guerdon doctor}. */
@Command(
        name = "doctor",
        description = "Check what works on this machine, and say what each missing part needs.",
        footerHeading = BaseCommand.EXAMPLES,
        footer = {"  guerdon doctor", "  guerdon doctor --json"})
final class DoctorCommand extends BaseCommand {

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Option(names = "--json", description = "Print the checks as JSON.")
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
        checks.add(nativeLibraries());
        Registry registry = sources.registry();
        checks.add(new Check("rewards", true, registry.rewards().size() + " rewards; 'guerdon rewards' lists them"));
        registry.environments().forEach(provider -> {
            checks.add(new Check(provider.name(), true, provider.description()));
            provider.checks()
                    .forEach(check ->
                            checks.add(new Check(provider.name() + ": " + check.part(), check.ok(), check.detail())));
        });
        checks.add(new SparkSetup(System.getenv(), err(), Screens.of(spec).err()).check());
        next = checks.stream()
                .filter(check -> !check.ok() && check.part().contains(": "))
                .findFirst()
                .map(check -> "guerdon setup " + check.part().replaceFirst(": .*", ""))
                .orElse("guerdon run starter");
        PrintWriter out = out();
        if (json) {
            out.println(JsonCodec.write(checks));
        } else {
            TerminalScreen screen = screen();
            out.print(new TextTable(
                            ", part, found",
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
}
