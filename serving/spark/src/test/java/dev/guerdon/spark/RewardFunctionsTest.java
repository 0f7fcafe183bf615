package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

class RewardFunctionsTest {

    @Test
    void noFunctionTakesANameThatSparkHas() {
        GuerdonJars.useHere();
        Map<String, String> functions = RewardFunctions.plain().rewards();
        Set<String> own = new TreeSet<>(functions.keySet());
        assertThat(own).hasSizeGreaterThan(20).contains("qa_f1_reward", "math_equal_reward");
        assertThat(own).allMatch(name -> name.matches("[a-z_][a-z0-9_]*"));
        CollectionConverters.asJava(FunctionRegistry$.MODULE$.functionSet())
                .forEach(each -> own.remove(each.funcName().toLowerCase(Locale.ROOT)));
        assertThat(own).isEqualTo(functions.keySet());
        functions.forEach((function, reward) -> {
            String plain = reward.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
            assertThat(function).endsWith(plain);
        });
    }

    @Test
    void nameThatIsTakenGetsAPrefix() {
        assertThat(RewardFunctions.sqlName("Json_Schema", Set.of("json_schema")))
                .isEqualTo("guerdon_json_schema");
        assertThat(RewardFunctions.sqlName("match", Set.of("match", "guerdon_match")))
                .isEqualTo("guerdon_guerdon_match");
        assertThat(RewardFunctions.sqlName("trl:accuracy-reward", Set.of())).isEqualTo("trl_accuracy_reward");
        assertThat(RewardFunctions.sqlName("2nd", Set.of())).isEqualTo("guerdon_2nd");
    }
}
