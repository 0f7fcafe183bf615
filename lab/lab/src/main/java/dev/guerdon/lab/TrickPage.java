package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.probe.TrickCorpus;
import dev.guerdon.lab.probe.TrickCorpus.Trick;
import dev.guerdon.lab.probe.TrickTasks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Every reward with the tricks that it pays for, and with the honest answers that it does not pay in full.
 *
 * @param groups the tricks of each group, in the order of the file; the last group holds the honest answers
 * @param paid for each reward the tricks that earn more than garbage
 * @param refused for each reward the honest answers that earn less than the gold answer alone
 * @param untried rewards that judge no text, or need a live environment
 */
@Experimental
public record TrickPage(
        Map<String, List<String>> groups,
        SortedMap<String, List<String>> paid,
        SortedMap<String, List<String>> refused,
        SortedSet<String> untried) {

    private static final String HONEST = "honest";

    private static final String HEAD = """
            # What each reward pays for that it should not

            `./guerdon audit --tricks > docs/rewards/tricks.md` makes this page: it tries %d tricks on each reward, on its own example and with the gold
            answers Nile and 42, alone and in each form in which the reward pays the right answer (in tags, in a box, after a marker). The numbers are
            those of [the tricks](#the-tricks) that earn more than garbage does. A test fails when a reward starts to pay one.
            `guerdon audit --tricks --reward NAME` tries a reward of yours.

            A name with a prefix does what its source does. Rewards for likeness (F1, ROUGE, BLEU, edits) pay for each word in common; rewards for a form
            are tried with answers that say nothing. The last column has the honest answers that earn less than the right answer alone.

            """;

    /** Tries the tricks on rewards. */
    public static TrickPage of(Collection<RewardEntry> rewards, Scorer scorer) {
        List<Trick> all = TrickCorpus.read();
        TrickPage page = new TrickPage(
                all.stream()
                        .collect(Collectors.groupingBy(
                                Trick::group,
                                LinkedHashMap::new,
                                Collectors.mapping(Trick::name, Collectors.toList()))),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeSet<>());
        for (RewardEntry reward : rewards) {
            TrickTasks tasks = new TrickTasks(reward, scorer);
            if (!tasks.any()) {
                page.untried.add(reward.name());
                continue;
            }
            page.paid.put(
                    reward.name(),
                    all.stream()
                            .filter(trick -> !trick.group().equals(HONEST) && tasks.pays(trick))
                            .map(Trick::name)
                            .toList());
            page.refused.put(
                    reward.name(),
                    all.stream()
                            .filter(trick -> trick.group().equals(HONEST) && !tasks.paysInFull(trick))
                            .map(Trick::name)
                            .toList());
        }
        return page;
    }

    /** Returns how many tricks were tried. */
    public int tricks() {
        return groups.values().stream().mapToInt(List::size).sum() - honest().size();
    }

    private List<String> honest() {
        return groups.getOrDefault(HONEST, List.of());
    }

    /** Writes the page in Markdown, its tables without spaces around the bars. */
    public String markdown() {
        List<String> names =
                groups.keySet().stream().filter(group -> !group.equals(HONEST)).toList();
        List<String> rewards = new ArrayList<>(paid.keySet());
        // Guerdon's own first: the others do what their source does.
        rewards.sort(Comparator.comparing((String name) -> name.contains(":")).thenComparing(name -> name));
        StringBuilder out = new StringBuilder(HEAD.replace("%d", Integer.toString(tricks())));
        out.append("|reward|").append(String.join("|", names)).append("|honest refused|\n");
        out.append("|---".repeat(names.size() + 2)).append("|\n");
        for (String reward : rewards) {
            List<String> pays = paid.getOrDefault(reward, List.of());
            out.append("|`").append(reward).append("`|");
            names.forEach(group -> out.append(numbers(groups.getOrDefault(group, List.of()), pays))
                    .append('|'));
            out.append(numbers(honest(), refused.getOrDefault(reward, List.of())))
                    .append("|\n");
        }
        out.append("\nNot tried, since they judge no text or need an environment: ")
                .append(untried.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", ")))
                .append(".\n\n## The tricks\n");
        groups.forEach((group, tricks) -> {
            out.append("\n|").append(group).append("|answer|\n|---|---|\n");
            for (int i = 0; i < tricks.size(); i++) {
                out.append('|')
                        .append(i + 1)
                        .append("|")
                        .append(code(tricks.get(i)))
                        .append("|\n");
            }
        });
        return out.toString();
    }

    private static String code(String name) {
        String shown = name.substring(name.indexOf(": ") + 2).replace("|", "\\|");
        return shown.contains("`") ? "``" + shown + "``" : "`" + shown + "`";
    }

    /** Returns the places of some tricks in their group: {@code 1-3,7}, or {@code all}. */
    private static String numbers(List<String> group, List<String> some) {
        List<String> runs = new ArrayList<>();
        for (int i = 0; i < group.size(); i++) {
            int from = i;
            while (i < group.size() && some.contains(group.get(i))) {
                i++;
            }
            if (i - from == group.size()) {
                return "all";
            }
            if (i > from) {
                runs.add(i - from == 1 ? "" + i : (from + 1) + "-" + i);
            }
        }
        return String.join(",", runs);
    }
}
