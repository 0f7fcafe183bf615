package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PassageReaderTest {

    private static final String PASSAGE =
            "The old mill in Harwick was built in 1840 by Anna Brandt. It has three stones. Its wheel broke in a storm.";

    @Test
    void readerPicksWordsThatFitTheQuestion() {
        assertThat(PassageReader.answer(PASSAGE, "When was the mill built?")).isEqualTo("1840");
        assertThat(PassageReader.answer(PASSAGE, "Who built the mill in Harwick?"))
                .isEqualTo("Anna Brandt");
        assertThat(PassageReader.answer(PASSAGE, "How many stones does it have?"))
                .isEqualTo("three");
        assertThat(PassageReader.answer("", "Who?")).isEmpty();
    }
}
