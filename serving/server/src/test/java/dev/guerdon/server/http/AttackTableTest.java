package dev.guerdon.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Reward;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.server.RewardServer;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.ClientToken;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The table of attacks in docs/design/server.md says what the server answers; here it does. */
@Timeout(300)
class AttackTableTest {

    private static final String PAGE = "docs/design/server.md";

    /** Counts as one of Guerdon's own, by the name of its package. */
    static final class Trusted {
        private Trusted() {}

        @Reward("same")
        static double same(String finalResponse, String answer) {
            return finalResponse.equals(answer) ? 1 : 0;
        }
    }

    private static RewardServer start() {
        Registry registry = new Registry();
        registry.rewards(Trusted.class);
        ServeLimits limits = new ServeLimits(
                1 << 20,
                1000,
                2000,
                4 << 20,
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                Duration.ofSeconds(20),
                2);
        return RewardServer.start(
                ServeDefinition.ofRewards(
                        registry,
                        Isolation.NONE,
                        List.of(RewardDefinition.of("same")),
                        limits,
                        List.of(new ClientToken("one", Attacks.TOKEN))),
                "127.0.0.1",
                0);
    }

    @Test
    @Tag("slow")
    void everyAttackIsAnsweredAsTheTableSays() throws Exception {
        Map<String, String> answers = new LinkedHashMap<>();
        StringWriter log = new StringWriter();
        Logger root = Logger.getLogger("");
        Level before = root.getLevel();
        Handler listener = new Listener(log);
        root.addHandler(listener);
        try (RewardServer server = start()) {
            Attacks attacks = new Attacks(server.port());
            for (Map.Entry<String, Attacks.Attack> each : attacks.all().entrySet()) {
                answers.put(each.getKey(), each.getValue().run());
            }
            // Whatever was sent, the server goes on.
            assertThat(attacks.exchange("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII)))
                    .startsWith("HTTP/1.1 200");
        } finally {
            root.removeHandler(listener);
            root.setLevel(before);
        }
        assertThat(log.toString()).doesNotContain(Attacks.GOLD, Attacks.TOKEN, Attacks.GUESS, "Exception");
        assertThat(answers).as("attack and answer, as in " + PAGE).containsExactlyEntriesOf(table());
    }

    /** Keeps everything that is logged at any level that is shown to a user. */
    private static final class Listener extends Handler {
        private final PrintWriter out;

        Listener(StringWriter log) {
            this.out = new PrintWriter(log);
        }

        @Override
        public void publish(LogRecord told) {
            if (told.getLevel().intValue() >= Level.INFO.intValue()) {
                out.println(told.getMessage());
                if (told.getThrown() != null) {
                    told.getThrown().printStackTrace(out);
                }
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static Map<String, String> table() throws Exception {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve(PAGE))) {
            at = at.getParent();
            assertThat(at).as("a folder with " + PAGE).isNotNull();
        }
        Map<String, String> rows = new LinkedHashMap<>();
        boolean inside = false;
        for (String line : Files.readAllLines(at.resolve(PAGE))) {
            if (line.startsWith("| attack | answer |")) {
                inside = true;
            } else if (inside && line.startsWith("|")) {
                String[] cells = line.split("\\|", -1);
                if (!line.startsWith("|---")) {
                    rows.put(cells[1].strip(), cells[2].strip());
                }
            } else {
                inside = false;
            }
        }
        return rows;
    }
}
