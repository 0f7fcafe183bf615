package dev.guerdon.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class QuestionWorkersTest {

    private static final long MEMORY = 1L << 30;

    private final QuestionWorkers workers = new QuestionWorkers(Answers.class, 256L << 20);

    /** The program: does what it is asked to do, and counts the questions. */
    static final class Answers {
        private static int asked;

        public static void main(String[] arguments) throws IOException {
            QuestionWorkers.answer(arguments, question -> {
                String text = new String(question, StandardCharsets.UTF_8);
                asked++;
                switch (text) {
                    case "halt" -> Runtime.getRuntime().halt(3);
                    case "term" -> Runtime.getRuntime().halt(143);
                    case "throw" -> throw new IllegalStateException("thrown");
                    case "spin" -> {
                        while (asked > 0) {
                            Thread.onSpinWait();
                        }
                    }
                    default -> {}
                }
                return (ProcessHandle.current().pid() + " " + asked).getBytes(StandardCharsets.UTF_8);
            });
        }
    }

    private String ask(QuestionWorkers.Talk talk, String question) throws IOException, InterruptedException {
        return ask(talk, question, Duration.ofSeconds(60), MEMORY);
    }

    private String ask(QuestionWorkers.Talk talk, String question, Duration time, long memory)
            throws IOException, InterruptedException {
        return new String(talk.ask(question.getBytes(StandardCharsets.UTF_8), time, memory), StandardCharsets.UTF_8);
    }

    @Test
    void oneProcessAnswersManyTalksAndTwoAtOnceHaveOneEach() throws Exception {
        String first;
        try (QuestionWorkers.Talk talk = workers.talk()) {
            first = ask(talk, "a");
            assertThat(ask(talk, "b")).isEqualTo(first.replace(" 1", " 2"));
        }
        try (QuestionWorkers.Talk talk = workers.talk();
                QuestionWorkers.Talk other = workers.talk()) {
            assertThat(ask(talk, "c")).isEqualTo(first.replace(" 1", " 3"));
            assertThat(ask(other, "d")).endsWith(" 1").isNotEqualTo(first);
        }
    }

    @Test
    void endOfAProcessIsAnExceptionAndTheNextTalkHasANewOne() throws Exception {
        for (String question : new String[] {"halt", "throw"}) {
            try (QuestionWorkers.Talk talk = workers.talk()) {
                assertThatThrownBy(() -> ask(talk, question)).isInstanceOf(IOException.class);
            }
            try (QuestionWorkers.Talk talk = workers.talk()) {
                assertThat(ask(talk, "a")).endsWith(" 1");
            }
        }
    }

    @Test
    void processPastItsTimeOrMemoryIsEnded() throws Exception {
        try (QuestionWorkers.Talk talk = workers.talk()) {
            long pid = Long.parseLong(ask(talk, "a").replaceAll(" .*", ""));
            assertThatThrownBy(() -> ask(talk, "spin", Duration.ofSeconds(1), MEMORY))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("took more than 1 seconds");
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        }
        try (QuestionWorkers.Talk talk = workers.talk()) {
            assertThatThrownBy(() -> ask(talk, "spin", Duration.ofSeconds(60), 1 << 20))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("took more than 1 MB");
        }
    }

    /** Ctrl-C asks every process of a terminal to end. No question is to blame for that. */
    @Test
    void processThatWasAskedToEndIsCancelled() throws Exception {
        try (QuestionWorkers.Talk talk = workers.talk()) {
            assertThatThrownBy(() -> ask(talk, "term")).isInstanceOf(CancellationException.class);
        }
    }

    /** With a deadline that is shorter than a start, no question would ever be answered. */
    @Test
    void interruptedStartIsThereForTheNextTalk() throws Exception {
        Thread.currentThread().interrupt();
        assertThatThrownBy(workers::talk).isInstanceOf(InterruptedException.class);
        try (QuestionWorkers.Talk talk = workers.talk()) {
            assertThat(ask(talk, "a")).endsWith(" 1");
        }
    }

    @Test
    void interruptEndsTheProcess() throws Exception {
        try (QuestionWorkers.Talk talk = workers.talk()) {
            long pid = Long.parseLong(ask(talk, "a").replaceAll(" .*", ""));
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread asking = Thread.ofPlatform().start(() -> {
                try {
                    ask(talk, "spin");
                } catch (Throwable e) {
                    thrown.set(e);
                }
            });
            asking.interrupt();
            asking.join();
            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        }
    }
}
