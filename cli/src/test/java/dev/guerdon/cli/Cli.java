package dev.guerdon.cli;

import dev.guerdon.cli.Checkout.Result;
import java.io.PrintWriter;
import java.io.StringWriter;

/** The {@code guerdon} command in this process. */
public final class Cli {

    private Cli() {}

    public static Result run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
        return new Result(exitCode, out.toString(), err.toString());
    }
}
