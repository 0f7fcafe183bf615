package dev.guerdon.cli;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code guerdon completion}. */
@Command(
        name = "completion",
        description = {
            "Print a script that completes commands and options in your shell.",
            "For bash, put this line into ~/.bashrc: source <(guerdon completion bash)",
            "For zsh, put this line into ~/.zshrc, after compinit: source <(guerdon completion zsh)"
        },
        footerHeading = BaseCommand.EXAMPLES,
        footer = {"  guerdon completion bash", "  guerdon completion zsh"})
final class CompletionCommand extends BaseCommand {

    /** The shells that the script is for; it is the same for both. */
    enum Shell {
        BASH,
        ZSH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Parameters(
            arity = "0..1",
            paramLabel = "SHELL",
            description = "Write the script for this shell: ${COMPLETION-CANDIDATES}.")
    private @Nullable Shell shell;

    @Override
    public Integer call() {
        if (shell == null) {
            throw new GuerdonException("name your shell: guerdon completion bash or zsh");
        }
        out().print(AutoComplete.bash("guerdon", CommandTable.whole()));
        next = "source <(" + InvokedCommand.line("guerdon completion " + shell) + ")";
        return ExitCode.DONE;
    }
}
