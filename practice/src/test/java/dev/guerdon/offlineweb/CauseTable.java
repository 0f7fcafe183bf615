package dev.guerdon.offlineweb;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What diagnosis named against what is true, class by class. */
final class CauseTable {

    /** One case and what was named for it. */
    record Named(CauseCase one, String kind) {
        boolean right() {
            return one.truth().equals(kind);
        }
    }

    private final List<Named> all;

    CauseTable(List<Named> all) {
        this.all = all;
    }

    int size() {
        return all.size();
    }

    List<Named> wrong() {
        return all.stream().filter(named -> !named.right()).toList();
    }

    double right() {
        return share(all.stream().filter(Named::right).count(), all.size());
    }

    /** Of the plainly wrong answers, the share that got a cause all the same. */
    double invented() {
        List<Named> plain = all.stream()
                .filter(named -> named.one().truth().equals("wrong_answer"))
                .toList();
        return share(plain.stream().filter(named -> !named.right()).count(), plain.size());
    }

    double precision(String kind) {
        return share(hits(kind), named(kind));
    }

    double recall(String kind) {
        return share(hits(kind), cases(kind));
    }

    Iterable<String> kinds() {
        TreeSet<String> kinds = new TreeSet<>();
        all.forEach(named -> kinds.add(named.one().truth()));
        return kinds;
    }

    private long hits(String kind) {
        return all.stream()
                .filter(named -> named.right() && named.kind().equals(kind))
                .count();
    }

    private long named(String kind) {
        return all.stream().filter(named -> named.kind().equals(kind)).count();
    }

    private long cases(String kind) {
        return all.stream().filter(named -> named.one().truth().equals(kind)).count();
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 1 : part / (double) whole;
    }

    /** As a table in Markdown. */
    @Override
    public String toString() {
        Map<String, String> rows = new TreeMap<>();
        for (String kind : kinds()) {
            rows.put(
                    kind,
                    String.format(
                            Locale.ROOT,
                            "| %s | %d | %d | %.0f %% | %.0f %% |%n",
                            kind.replace('_', ' '),
                            cases(kind),
                            named(kind),
                            100 * precision(kind),
                            100 * recall(kind)));
        }
        return "| cause | cases | named | precision | recall |\n|---|---|---|---|---|\n"
                + String.join("", rows.values());
    }
}
