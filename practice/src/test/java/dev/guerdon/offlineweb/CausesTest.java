package dev.guerdon.offlineweb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.LabPlugin;
import dev.guerdon.lab.RunDiagnoser;
import dev.guerdon.lab.spi.Diagnosis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often diagnosis names the right cause, on episodes whose cause is known. */
@Tag("slow")
class CausesTest {

    private static final Registry REGISTRY = Registry.discover();
    private static final String REWARD = "assistantbench_reward";

    /** The cases that the rules were written with. */
    private static List<CauseCase> open() {
        return read("crafted.jsonl", "causes.jsonl", "further.jsonl");
    }

    /** The cases that were written before the rules, or after them, and looked at when these were done. */
    private static List<CauseCase> heldOut() {
        return read("held-out.jsonl", "unseen.jsonl", "later.jsonl");
    }

    private static List<CauseCase> read(String... files) {
        return Stream.of(files).flatMap(file -> CauseCase.read(file).stream()).toList();
    }

    private static Diagnosis diagnosis(Registry rules, String reward, List<CauseCase> cases) {
        return rules == REGISTRY && reward.equals(REWARD)
                ? usual(cases)
                : RunDiagnoser.of(rules, new CauseRun(REGISTRY, reward, cases));
    }

    /** Those of the rules that are there, with the usual reward, which several tests look at. */
    private static final Map<List<CauseCase>, Diagnosis> USUAL = new ConcurrentHashMap<>();

    private static Diagnosis usual(List<CauseCase> cases) {
        return USUAL.computeIfAbsent(cases, some -> RunDiagnoser.of(REGISTRY, new CauseRun(REGISTRY, REWARD, some)));
    }

    private static CauseTable table(Registry rules, String reward, List<CauseCase> cases) {
        Map<String, String> kinds = new LinkedHashMap<>();
        diagnosis(rules, reward, cases)
                .episodes()
                .forEach(one -> kinds.put(one.episode().task(), one.main().kind()));
        List<CauseTable.Named> named = new ArrayList<>();
        for (CauseCase one : cases) {
            // A lenient reward may take an answer that another one does not; then nothing was lost.
            String kind = kinds.get(one.id());
            if (kind != null) {
                named.add(new CauseTable.Named(one, kind));
            }
        }
        return new CauseTable(named);
    }

    @Test
    void nearlyAllCausesAreNamedRightlyAndEachClassIsFoundAndTrusted() {
        CauseTable table = table(REGISTRY, REWARD, open());
        assertThat(table.size()).isGreaterThan(450);
        assertThat(table.right()).as("%s", table.wrong()).isGreaterThanOrEqualTo(0.95);
        assertThat(table.invented()).as("%s", table.wrong()).isLessThanOrEqualTo(0.03);
        for (String kind : table.kinds()) {
            assertThat(table.precision(kind)).as("precision of %s", kind).isGreaterThanOrEqualTo(0.85);
            assertThat(table.recall(kind)).as("recall of %s", kind).isGreaterThanOrEqualTo(0.85);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"qa_em_reward", "qa_f1_reward", "answer_similarity_reward"})
    @Tag("rare")
    void causesDoNotHangOnTheReward(String reward) {
        CauseTable table = table(REGISTRY, reward, open());
        assertThat(table.right()).as("%s", table.wrong()).isGreaterThanOrEqualTo(0.95);
        assertThat(table.invented()).as("%s", table.wrong()).isLessThanOrEqualTo(0.03);
    }

    @Test
    @Tag("rare")
    void causesAreNamedWhereTheRewardIsNotInstalled() {
        Registry rules = new Registry();
        new LabPlugin().install(rules);
        new OfflineWebPlugin().install(rules);
        CauseTable table = table(rules, "qa_em_reward", open());
        assertThat(table.right()).as("%s", table.wrong()).isGreaterThanOrEqualTo(0.9);
        assertThat(table.invented()).as("%s", table.wrong()).isLessThanOrEqualTo(0.03);
    }

    @Test
    void casesThatNoRuleWasWrittenForAreNamedRightlyToo() {
        CauseTable table = table(REGISTRY, REWARD, heldOut());
        assertThat(table.size()).isGreaterThan(200);
        assertThat(table.right()).as("%s", table.wrong()).isGreaterThanOrEqualTo(0.85);
        assertThat(table.invented()).as("%s", table.wrong()).isLessThanOrEqualTo(0.1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"qa_em_reward", "qa_f1_reward", "answer_similarity_reward"})
    @Tag("rare")
    void answersThatAreSimplyWrongGetNoCauseWithOtherRewards(String reward) {
        answersThatAreSimplyWrongGetNoCause(reward);
    }

    @ParameterizedTest
    @ValueSource(strings = REWARD)
    void answersThatAreSimplyWrongGetNoCause(String reward) {
        CauseTable table = table(REGISTRY, reward, new WrongAnswers(17).make(330));
        assertThat(table.size()).isGreaterThan(300);
        assertThat(table.invented()).as("%s", table.wrong()).isLessThanOrEqualTo(0.03);
    }

    @Test
    void furtherKindsAreNamedAndHardlyInvented() {
        CauseTable table = table(REGISTRY, REWARD, read("further.jsonl", "crafted.jsonl"));
        assertThat(table.size()).isGreaterThan(200);
        assertThat(table.right()).as("%s", table.wrong()).isGreaterThanOrEqualTo(0.9);
        assertThat(table.invented()).as("%s", table.wrong()).isLessThanOrEqualTo(0.05);
    }

    @Test
    void certaintyIsWorthItsWord() {
        List<CauseCase> cases =
                Stream.concat(open().stream(), heldOut().stream()).toList();
        Map<String, String> truths = new LinkedHashMap<>();
        cases.forEach(one -> truths.put(one.id(), one.truth()));
        Map<String, List<Boolean>> right = diagnosis(REGISTRY, REWARD, cases).episodes().stream()
                .collect(Collectors.groupingBy(
                        one -> one.main().certainty(),
                        Collectors.mapping(
                                one -> one.main()
                                        .kind()
                                        .equals(truths.get(one.episode().task())),
                                Collectors.toList())));
        assertThat(right).containsOnlyKeys("clear", "likely", "no clear cause");
        assertThat(right).allSatisfy((word, each) -> {
            assertThat(each).as(word).hasSizeGreaterThan(50);
            assertThat(each.stream().filter(one -> one).count()).as(word).isGreaterThanOrEqualTo(each.size() * 9L / 10);
        });
    }

    @Test
    void everyFindingRestsOnEvidenceAndNoneBringsBackMoreThanWasLost() {
        Diagnosis diagnosis = diagnosis(REGISTRY, REWARD, open());
        assertThat(diagnosis.episodes()).allSatisfy(one -> {
            assertThat(Stream.concat(Stream.of(one.main()), one.others().stream()))
                    .allSatisfy(finding -> assertThat(finding.evidence())
                            .as("%s of %s", finding.kind(), one.episode().task())
                            .isNotEmpty()
                            .allSatisfy(evidence -> assertThat(evidence.text()).isNotBlank()));
            assertThat(one.lost()).isPositive();
        });
        assertThat(diagnosis.totals())
                .allSatisfy(total -> assertThat(total.recoverable()).isBetween(0.0, total.lost() + 1e-9));
    }

    @Test
    void docsHaveTheTablesOfThisTest() throws IOException {
        Path page = Path.of(System.getProperty("guerdon.root", ".."), "docs", "design", "causes.md");
        assertThat(Files.readString(page))
                .contains(table(REGISTRY, REWARD, open()).toString())
                .contains(table(REGISTRY, REWARD, heldOut()).toString());
    }
}
