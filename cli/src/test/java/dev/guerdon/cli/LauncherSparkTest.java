package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spark's jars are many: only commands that need them may fetch them. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a bash script")
class LauncherSparkTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            setup spark                         | true
            setup --no-color                    | false
            setup chromium                      | false
            score --on local[2] --in a          | true
            score --in a --on=yarn              | true
            run starter                         | false
            run starter --only on               | false
            run spark                           | false
            help setup spark --help             | false
            score --on local[2] --help          | false
            env play x -- --on                  | false
            doctor                              | false
            ''                                  | false
            """)
    void onlyCommandsThatNeedItBuildWhatRunsOnSpark(String arguments, boolean wanted) {
        List<String> command = new ArrayList<>(List.of(
                "bash", "-c", "root=$0; . \"$root/bin/distribution.sh\"; wants_spark \"$@\" && echo yes || echo no"));
        command.add(Checkout.REAL.toString());
        command.addAll(List.of(arguments.split(" ", -1)));
        Result result = Checkout.run(folder, Map.of(), command);
        assertThat(result.out()).as(result.err()).isEqualTo(wanted ? "yes\n" : "no\n");
    }
}
