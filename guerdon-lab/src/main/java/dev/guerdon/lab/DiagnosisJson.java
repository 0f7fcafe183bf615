package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Diagnosis.Diagnosed;
import dev.guerdon.lab.spi.Diagnosis.Total;
import dev.guerdon.lab.spi.Finding;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A diagnosis as plain values for JSON. Steps are counted from 1, as {@code guerdon show} does. */
@Experimental
public final class DiagnosisJson {

    private DiagnosisJson() {}

    public static Map<String, @Nullable Object> of(Diagnosis diagnosis) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("run", diagnosis.run());
        out.put("losing", diagnosis.losing());
        out.put("examined", diagnosis.episodes().size());
        out.put("lost", diagnosis.lost());
        out.put("totals", diagnosis.totals().stream().map(DiagnosisJson::of).toList());
        out.put("episodes", diagnosis.episodes().stream().map(DiagnosisJson::of).toList());
        return out;
    }

    private static Map<String, @Nullable Object> of(Total total) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("class", total.kind());
        out.put("episodes", total.episodes());
        out.put("lost", total.lost());
        out.put("recoverable", total.recoverable());
        out.put("remedy", total.remedy());
        return out;
    }

    private static Map<String, @Nullable Object> of(Diagnosed one) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("task", one.episode().task());
        out.put("repeat", one.episode().repeat());
        out.put("reward", one.episode().scored() ? one.episode().reward() : null);
        out.put("lost", one.lost());
        out.put("class", one.main().kind());
        out.put("answer", one.episode().answer());
        out.put("gold", one.episode().gold());
        out.put("finding", of(one.main()));
        out.put("others", one.others().stream().map(DiagnosisJson::of).toList());
        return out;
    }

    private static Map<String, @Nullable Object> of(Finding finding) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("class", finding.kind());
        out.put("summary", finding.summary());
        out.put("confidence", finding.confidence());
        out.put("evidence", finding.evidence().stream().map(DiagnosisJson::of).toList());
        finding.counterfactual().ifPresent(other -> {
            Map<String, @Nullable Object> would = new LinkedHashMap<>();
            would.put("score", other.score());
            would.put("answer", other.answer());
            would.put("at_most", other.bound());
            out.put("counterfactual", would);
        });
        return out;
    }

    private static Map<String, @Nullable Object> of(Finding.Evidence evidence) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        if (evidence.step().isPresent()) {
            out.put("step", evidence.step().getAsInt() + 1);
        }
        out.put("text", evidence.text());
        return out;
    }
}
