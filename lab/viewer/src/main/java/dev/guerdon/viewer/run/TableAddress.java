package dev.guerdon.viewer.run;

import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageLinks;
import java.util.List;

/**
 * Address of the rows and columns of a run that somebody looks at.
 *
 * @param run the run's name
 * @param filter which episodes
 * @param sort in which order
 * @param columns which columns; none for the usual ones
 * @param offset from which row on
 */
record TableAddress(String run, String filter, String sort, List<String> columns, int offset) {

    /** Number of rows that a page without script has. */
    static final int PAGE = 100;

    static TableAddress of(PageAddress address) {
        return new TableAddress(
                address.part("run"),
                address.text("filter", "").strip(),
                address.text("sort", ""),
                address.query().getOrDefault("column", List.of()).stream()
                        .filter(name -> !name.isEmpty())
                        .distinct()
                        .toList(),
                Math.max(0, address.number("offset", 0)));
    }

    /** Returns the same with another filter. */
    public TableAddress filtered(String other) {
        return new TableAddress(run, other, sort, columns, 0);
    }

    TableAddress sorted(String other) {
        return new TableAddress(run, filter, other, columns, 0);
    }

    TableAddress from(int other) {
        return new TableAddress(run, filter, sort, columns, other);
    }

    /** Returns where this is shown. */
    public String page(PageLinks links) {
        return (links.served() ? links.run(run) + query() : links.runFrom(run, offset)) + "#episodes";
    }

    /** Returns where the rows alone are. */
    public String rows(PageLinks links) {
        return links.run(run) + "/rows" + query();
    }

    /** Returns where this is a file of a format. */
    public String export(PageLinks links, String format) {
        String query = query();
        return links.run(run) + "/export" + query + (query.isEmpty() ? "?" : "&") + "format=" + format;
    }

    String query() {
        StringBuilder out = new StringBuilder();
        add(out, "filter", filter);
        add(out, "sort", sort);
        columns.forEach(column -> add(out, "column", column));
        add(out, "offset", offset == 0 ? "" : String.valueOf(offset));
        return out.toString();
    }

    private static void add(StringBuilder out, String name, String value) {
        if (!value.isEmpty()) {
            out.append(out.isEmpty() ? '?' : '&').append(name).append('=').append(PageAddress.escaped(value));
        }
    }
}
