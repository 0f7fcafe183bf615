package dev.guerdon.cli;

import dev.guerdon.cli.GuerdonCommand.Version;
import dev.guerdon.cli.ProjectScaffold.ProjectNames;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code guerdon init}. */
@Command(
        name = "init",
        description = {
            "Start a project: a reward with its test, a suite, and a gate for pull requests.",
            "No file is overwritten: if one is there already, nothing is written."
        },
        footerHeading = BaseCommand.EXAMPLES,
        footer = {"  guerdon init", "  guerdon init my-rewards --build gradle --package com.example.rewards"})
final class InitCommand extends BaseCommand {

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "Write the project into this folder. Default: the current folder.")
    private Path folder = Path.of("");

    @Option(
            names = "--build",
            paramLabel = "TOOL",
            description = "Build the project with this tool: ${COMPLETION-CANDIDATES}. Default: maven.")
    private ProjectScaffold.BuildTool build = ProjectScaffold.BuildTool.MAVEN;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name the project, such as my-rewards. Default: the name of the folder.")
    private @Nullable String name;

    @Option(
            names = "--package",
            paramLabel = "NAME",
            description = "Put the Java files into this package. Default: com.example and the name of the project.")
    private @Nullable String packageName;

    @Option(
            names = "--guerdon-version",
            paramLabel = "VERSION",
            description = "Depend on this version of Guerdon. Default: the version of this command.")
    private @Nullable String version;

    @Option(names = "--quiet", description = "Print nothing.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        ProjectNames names = ProjectNames.of(folder, name, packageName, rewards());
        ProjectScaffold scaffold = new ProjectScaffold(names, build, version == null ? Version.toDependOn() : version);
        scaffold.write(folder.toAbsolutePath());
        if (!quiet) {
            PrintWriter out = out();
            scaffold.files().keySet().forEach(file -> out.println(folder.resolve(file)));
            out.println();
            out.println("Type next:");
            if (scaffold.isUnpublished()) {
                out.println("  " + InvokedCommand.dev()
                        + " install    # in the checkout of Guerdon: no repository has Guerdon " + scaffold.version());
            }
            String run = "guerdon run suites/" + names.name() + ".yaml";
            if (isHere()) {
                out.println("  " + build.build);
                out.println("  " + InvokedCommand.line(run));
            } else {
                out.println("  cd " + InvokedCommand.quoted(folder.toString()));
                out.println("  " + build.build);
                out.println("  " + InvokedCommand.lineElsewhere(run));
            }
            if (scaffold.isUnpublished()) {
                out.println();
                out.println("The workflow for pull requests works once " + build.file
                        + " names a version of Guerdon that is published.");
            }
        }
        next = (scaffold.isUnpublished() ? InvokedCommand.dev() + " install && " : "")
                + (isHere() ? "" : "cd " + InvokedCommand.quoted(folder.toString()) + " && ")
                + build.build;
        return ExitCode.DONE;
    }

    /** Returns the names that are taken, by Guerdon or by the user's plugins. */
    private static List<String> rewards() {
        try (PluginOptions installed = new PluginOptions()) {
            return installed.registry().rewardNames();
        }
    }

    private boolean isHere() {
        return folder.toString().isEmpty();
    }
}
