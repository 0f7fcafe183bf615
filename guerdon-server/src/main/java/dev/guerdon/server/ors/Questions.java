package dev.guerdon.server.ors;

import dev.guerdon.server.question.QuestionProvider;
import dev.guerdon.server.spi.ServedEnvironment;
import dev.guerdon.server.spi.ServedTool;
import java.util.Optional;

/** What holds for questions, which one answer ends: a plain message is that answer, and several can be scored side by side. */
final class Questions {

    /** The argument of the tool that answers. */
    static final String ANSWER = QuestionProvider.ANSWER;

    private Questions() {}

    static boolean isOne(ServedEnvironment environment) {
        return environment.kind().equals(QuestionProvider.NAME)
                && !environment.reward().isEmpty();
    }

    /** The tool that a plain message stands for; empty where it stands for none. */
    static Optional<ServedTool> terminal(ServedEnvironment environment) {
        return environment.tools().stream()
                .filter(tool -> isOne(environment) && tool.name().equals(QuestionProvider.SUBMIT))
                .findFirst();
    }
}
