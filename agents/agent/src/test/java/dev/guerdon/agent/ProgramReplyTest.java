package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.agent.ModelReply.Finish;
import dev.guerdon.core.base.SecretFilter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramReplyTest {

    private static ProgramReply of(String output) {
        return ProgramReply.of("cli:fake", new ProgramCall.Result(0, output, ""), List.of(), SecretFilter.of(Map.of()));
    }

    @ParameterizedTest
    @CsvSource({"end_turn, STOP", "max_tokens, CUT", "refusal, FILTERED", "length, CUT", "else, UNKNOWN"})
    void programsWordForTheEndIsRead(String word, Finish expected) {
        assertThat(of("{\"result\":\"an answ\",\"stop_reason\":\"" + word + "\"}")
                        .finish())
                .isEqualTo(expected);
        assertThat(of("{\"result\":\"an answ\",\"finish_reason\":\"" + word + "\"}")
                        .finish())
                .isEqualTo(expected);
    }

    @Test
    void plainTextSaysNothingOfItsEndOrItsCost() {
        ProgramReply reply = of("an answer");
        assertThat(reply.finish()).isEqualTo(Finish.UNKNOWN);
        assertThat(reply.usage().costKnown()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"result\":\"a\"}",
                "{\"result\":\"a\",\"usage\":{\"input_tokens\":-5,\"output_tokens\":-7},\"total_cost_usd\":-1}",
                "{\"result\":\"a\",\"usage\":{\"input_tokens\":1e99,\"output_tokens\":2.5}}",
                "{\"result\":\"a\",\"usage\":{\"input_tokens\":1e400,\"output_tokens\":\"7\"},\"total_cost_usd\":\"1\"}",
                "{\"result\":\"a\",\"usage\":[],\"total_cost_usd\":null}"
            })
    void figuresThatCannotBeLeaveTheCostUnknown(String output) {
        ProgramReply reply = of(output);
        assertThat(reply.usage().costKnown()).isFalse();
        assertThat(reply.usage().inputTokens()).isNotNegative();
        assertThat(reply.usage().outputTokens()).isNotNegative();
        assertThat(reply.usage().usd()).isZero();
    }

    @Test
    void costThatTheProgramSaysIsKnown() {
        ProgramReply reply = of("{\"result\":\"a\",\"usage\":{\"input_tokens\":5,\"cache_read_input_tokens\":-3,"
                + "\"output_tokens\":7},\"total_cost_usd\":0.5}");
        assertThat(reply.usage().costKnown()).isTrue();
        assertThat(reply.usage().tokens()).isEqualTo(12);
    }
}
