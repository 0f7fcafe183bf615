package dev.guerdon.lab.session;

import static dev.guerdon.lab.session.Sessions.fixed;
import static dev.guerdon.lab.session.Sessions.on;
import static dev.guerdon.lab.session.Sessions.plan;
import static dev.guerdon.lab.session.Sessions.proposer;
import static dev.guerdon.lab.session.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.session.WinnerConfirmation.Held;
import dev.guerdon.lab.spi.ImprovementListener;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResumeTest {

    private static final ImprovementListener NOBODY = new ImprovementListener() {};
    private static final AcceptanceRule MEAN =
            new AcceptanceRule(AcceptanceRule.Test.MEAN, 0.05, 0, false, -1, List.of(), 1, Double.NaN, "", true);

    @TempDir
    Path folder;

    private static SimulatedBench bench() {
        SimulatedBench bench = new SimulatedBench((values, task, repeat, seed) -> {
            double noise = new Random((values + task + seed).hashCode()).nextDouble() * 0.2;
            boolean lost = (task + values.get("set.b")).hashCode() % 11 == 0;
            double reward = 0.2 + ("on".equals(values.get("set.a")) ? 0.5 : 0) + noise;
            return lost ? OptionalDouble.empty() : OptionalDouble.of(reward);
        });
        bench.cause = "lost";
        bench.usage = new Usage(1, 100, 10, 0.001);
        return bench;
    }

    /** A proposer whose answers depend on a coin: what it said before a kill must count, not what it would say now. */
    private static Proposer whimsical(Random coin) {
        return proposer("whim", scene -> {
            List<Patch> all = new ArrayList<>(List.of(on("a"), on("b"), on("c")));
            java.util.Collections.shuffle(all, coin);
            return new Proposer.Proposed(all, false, "", new Usage(1, 10, 10, 0.0001), "");
        });
    }

    private static String told(ImprovementLoop.Outcome outcome) {
        StringBuilder out = new StringBuilder(outcome.ended());
        outcome.contenders()
                .forEach(one ->
                        out.append('\n').append(SessionFolder.candidate(one)).append(one.values()));
        return out.append('\n')
                .append(outcome.champion().id())
                .append(outcome.front())
                .append(outcome.held().map(Held::sentence).orElse(""))
                .append(outcome.spent().episodes())
                .append(outcome.spent().usage().tokens())
                .toString();
    }

    @ParameterizedTest
    @EnumSource(
            value = AcceptanceRule.Test.class,
            names = {"MEAN", "RACE"})
    @Tag("slow")
    void killedAfterAnyEpisodeASessionEndsAsIfItHadNotBeen(AcceptanceRule.Test test) throws Exception {
        AcceptanceRule rule = test == AcceptanceRule.Test.MEAN ? MEAN : AcceptanceRule.of(test);
        ImprovePlan.Budget budget = new ImprovePlan.Budget(150, 0, 0, Duration.ZERO, 10, 0);
        SimulatedBench whole = bench();
        String expected =
                told(session(plan(rule, budget), whole, folder.resolve("whole"), fixed(on("a"), on("b"), on("c")))
                        .run(NOBODY, contender -> {}));
        int episodes = whole.ran.size();
        for (int at = 0; at < episodes; at += 3) {
            Path place = folder.resolve("killed" + at);
            SimulatedBench first = bench();
            first.killAfter = at;
            assertThatThrownBy(() -> session(plan(rule, budget), first, place, fixed(on("a"), on("b"), on("c")))
                            .run(NOBODY, contender -> {}))
                    .isInstanceOf(SimulatedBench.Killed.class);
            SimulatedBench second = bench();
            assertThat(told(session(plan(rule, budget), second, place, fixed(on("a"), on("b"), on("c")))
                            .run(NOBODY, contender -> {})))
                    .isEqualTo(expected);
            assertThat(first.ran.size() + second.ran.size())
                    .as("episodes that were run twice")
                    .isEqualTo(episodes);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = AcceptanceRule.Test.class,
            names = {"MEAN", "RACE"})
    void journalCutAtAnyByteLosesOneLineAtMost(AcceptanceRule.Test test) throws Exception {
        AcceptanceRule rule = test == AcceptanceRule.Test.MEAN ? MEAN : AcceptanceRule.of(test);
        ImprovePlan.Budget budget = new ImprovePlan.Budget(0, 0, 0, Duration.ZERO, 10, 6);
        Path whole = folder.resolve("whole");
        Random coin = new Random(5);
        String expected = told(
                session(plan(rule, budget), bench(), whole, whimsical(coin)).run(NOBODY, contender -> {}));
        byte[] journal = Files.readAllBytes(whole.resolve(SessionJournal.FILE));
        String text = new String(journal, StandardCharsets.UTF_8);
        int lastProposal = text.lastIndexOf("{\"kind\":\"proposal\"");
        int safe = text.indexOf('\n', lastProposal) + 1;
        Random dice = new Random(8);
        for (int i = 0; i < 12; i++) {
            Path place = Files.createDirectories(folder.resolve("cut" + i));
            int end = safe + dice.nextInt(Math.max(1, journal.length - safe));
            Files.write(place.resolve(SessionJournal.FILE), java.util.Arrays.copyOf(journal, end));
            // Whoever would answer otherwise now is not asked again.
            assertThat(told(session(plan(rule, budget), bench(), place, whimsical(new Random(i)))
                            .run(NOBODY, contender -> {})))
                    .isEqualTo(expected);
        }
    }

    @Test
    void sessionThatIsCompleteRunsNothingAgain() throws Exception {
        ImprovementLoop.Outcome first = session(
                        plan(MEAN, ImprovePlan.Budget.NONE), bench(), folder, fixed(on("a"), on("b")))
                .run(NOBODY, contender -> {});
        SimulatedBench again = bench();
        ImprovementLoop.Outcome second = session(
                        plan(MEAN, ImprovePlan.Budget.NONE), again, folder, fixed(on("a"), on("b")))
                .run(NOBODY, contender -> {});
        assertThat(again.ran).isEmpty();
        assertThat(told(second)).isEqualTo(told(first));
        assertThat(second.spent().time()).isEqualTo(first.spent().time());
    }

    @Test
    void damageInTheMiddleOfAJournalIsTold() throws Exception {
        session(plan(MEAN, ImprovePlan.Budget.NONE), bench(), folder, fixed(on("a")))
                .run(NOBODY, contender -> {});
        Path file = folder.resolve(SessionJournal.FILE);
        String text = Files.readString(file);
        Files.writeString(file, text.replaceFirst("\"kind\"", "\"kind"));
        assertThatThrownBy(() -> session(plan(MEAN, ImprovePlan.Budget.NONE), bench(), folder, fixed(on("a"))))
                .hasMessageContainingAll("damaged", "journal.jsonl:1");
    }

    @Test
    void creditGoesToProposersWhoseChangesHelp() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Map<String, Integer> first = new HashMap<>();
        ImprovementLoop.Outcome outcome = session(
                        plan(MEAN, new ImprovePlan.Budget(0, 0, 0, Duration.ZERO, 10, 8)),
                        SimulatedBench.of((values, task) -> Double.parseDouble(values.get("set.limit")) / 64),
                        folder,
                        proposer("helps", scene -> {
                            asked.incrementAndGet();
                            int now = Integer.parseInt(scene.space().value("set.limit"));
                            return Proposer.Proposed.of(List.of(
                                    Patch.of("more", "", "", "set.limit", Integer.toString(Math.min(64, now + 4)))));
                        }),
                        proposer("hurts", scene -> {
                            int now = Integer.parseInt(scene.space().value("set.limit"));
                            first.merge("hurts", 1, Integer::sum);
                            return Proposer.Proposed.of(List.of(
                                    Patch.of("less", "", "", "set.limit", Integer.toString(Math.max(1, now - 1)))));
                        }))
                .run(NOBODY, contender -> {});
        assertThat(Objects.requireNonNull(outcome.credits().get("helps"))[0]).isGreaterThanOrEqualTo(4);
        assertThat(Objects.requireNonNull(outcome.credits().get("hurts"))[0]).isZero();
        assertThat(Objects.requireNonNull(outcome.credits().get("helps"))[0])
                .isGreaterThan(Objects.requireNonNull(outcome.credits().get("hurts"))[1]);
    }
}
