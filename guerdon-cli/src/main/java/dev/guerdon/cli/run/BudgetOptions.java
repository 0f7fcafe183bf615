package dev.guerdon.cli.run;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.base.Durations;
import dev.guerdon.lab.spi.RunOptions;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a whole run may use. */
final class BudgetOptions {

    @Option(names = "--budget-tokens", paramLabel = "N", description = "Start no new episode after N tokens.")
    private long tokens;

    @Option(names = "--budget-usd", paramLabel = "X", description = "Start no new episode after X US dollars.")
    private double usd;

    @Option(
            names = "--budget-time",
            paramLabel = "TIME",
            description = "Start no new episode after this time, such as 30m.")
    private @Nullable String time;

    /** Refuses a budget that is below nothing. */
    void check() {
        check("--budget-tokens", tokens);
        check("--budget-usd", usd);
    }

    private static void check(String option, Number value) {
        if (value.doubleValue() < 0) {
            throw new GuerdonException(option + " must not be negative, found " + value);
        }
    }

    Optional<RunOptions.Budget> given() {
        return tokens == 0 && usd == 0 && time == null
                ? Optional.empty()
                : Optional.of(new RunOptions.Budget(tokens, usd, time == null ? Duration.ZERO : Durations.parse(time)));
    }
}
