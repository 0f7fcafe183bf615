package dev.guerdon.offlineweb.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.Diagnoser;
import dev.guerdon.lab.spi.Diagnosis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CausesTest {

    private static final Registry REGISTRY = Registry.discover();

    private static CauseTable table(String reward, List<CauseCase> cases) {
        Diagnosis diagnosis = Diagnoser.of(REGISTRY, new CauseRun(REGISTRY, reward, cases));
        Map<String, String> kinds = new LinkedHashMap<>();
        diagnosis.episodes().forEach(one -> { if (one.episode().task().matches(System.getProperty("dbg", "-"))) System.out.println(reward + " " + one.episode().reward() + " lost " + one.lost() + " " + one.main() + "\n  OTHERS " + one.others()); });
        diagnosis.episodes().forEach(one -> kinds.put(one.episode().task(), one.main().kind()));
        List<CauseTable.Named> named = new ArrayList<>();
        for (CauseCase one : cases) {
            // A lenient reward may take an answer that another one does not.
            if (kinds.containsKey(one.id())) {
                named.add(new CauseTable.Named(one, kinds.get(one.id())));
            }
        }
        return new CauseTable(named);
    }

    @Test
    void craftedCases() {
        for (String reward : List.of("assistantbench_reward", "qa_em_reward", "qa_f1_reward", "answer_similarity_reward")) {
        for (String file : List.of("crafted.jsonl", "causes.jsonl")) {
            CauseTable table = table(reward, CauseCase.read(file));
            System.out.println(reward + " " + file + " " + table.size() + " " + table.right() + " " + table.invented());
            if (reward.equals(System.getProperty("r", "assistantbench_reward")) && !file.contains("held")) {
            System.out.println(table);
            table.wrong().forEach(n -> System.out.println(n.one().id() + " " + n.one().truth() + " -> " + n.kind() + " | " + n.one().question() + " | " + n.one().gold().replace('\n', '/') + " | " + n.one().answer().replace('\n', '/')));
        }}}
    }

    @Test
    void made() {
        for (String reward : List.of("assistantbench_reward", "qa_em_reward", "qa_f1_reward", "answer_similarity_reward")) {
            CauseTable table = table(reward, new WrongAnswers(17).make(300));
            System.out.println(reward + " made " + table.size() + " " + table.right() + " " + table.invented());
            table.wrong().stream().limit(12).forEach(n -> System.out.println(n.one().id() + " " + n.one().truth() + " -> " + n.kind() + " | " + n.one().question() + " | " + n.one().gold().replace('\n', '/') + " | " + n.one().answer().replace('\n', '/')));
        }
    }
}
