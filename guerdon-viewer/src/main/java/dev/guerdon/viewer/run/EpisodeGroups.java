package dev.guerdon.viewer.run;

import dev.guerdon.viewer.index.Column;
import dev.guerdon.viewer.page.Figure;
import dev.guerdon.viewer.table.EpisodeTable;
import dev.guerdon.viewer.table.Groups;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Episodes by what ended or cost them: causes, reasons without a score, errors, domains, endings. */
final class EpisodeGroups {

    private static final int MOST = 12;
    private static final int LONGEST = 300;

    private EpisodeGroups() {}

    static List<RunView.Group> of(EpisodeTable table, Function<String, String> address) {
        List<RunView.Group> out = new ArrayList<>();
        add(out, table, "cause", "Causes of lost reward", address, 1);
        add(out, table, "unscored", "Unscored, by reason", address, 1);
        add(out, table, "error", "Errors, by message", address, 1);
        add(out, table, "domain", "Domains", address, 2);
        add(out, table, "finish", "How episodes ended", address, 1);
        return out;
    }

    private static void add(
            List<RunView.Group> out,
            EpisodeTable table,
            String name,
            String title,
            Function<String, String> address,
            int fewest) {
        Optional<Column> column = table.index().find(name);
        if (column.isEmpty() || column.get().kind() != Column.Kind.TEXT) {
            return;
        }
        Groups groups = Groups.of(table, column.get().name(), MOST);
        List<RunView.Line> lines = groups.groups().stream()
                .filter(group -> !group.value().isEmpty())
                .map(group -> new RunView.Line(
                        Figure.line(group.value(), LONGEST),
                        group.rows(),
                        Figure.reward(group.meanReward()),
                        address.apply(groups.filter(group))))
                .toList();
        if (lines.size() >= fewest) {
            out.add(new RunView.Group(
                    title, lines, groups.all() - groups.groups().size()));
        }
    }
}
