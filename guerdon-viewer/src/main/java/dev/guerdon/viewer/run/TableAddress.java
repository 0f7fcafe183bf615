package dev.guerdon.viewer.run;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Links;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Which rows and columns of a run somebody looks at, as its address says it.
 *
 * @param run the run's name
 * @param filter which episodes
 * @param sort in which order
 * @param columns which columns; none for the usual ones
 * @param offset from which row on
 */
@Internal
public record TableAddress(String run, String filter, String sort, List<String> columns, int offset) {

    /** How many rows a page without script has. */
    static final int PAGE = 100;

    public TableAddress {
        columns = List.copyOf(columns);
    }

    static TableAddress of(Address address) {
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

    /** The same with another filter. */
    public TableAddress filtered(String other) {
        return new TableAddress(run, other, sort, columns, 0);
    }

    TableAddress sorted(String other) {
        return new TableAddress(run, filter, other, columns, 0);
    }

    TableAddress from(int other) {
        return new TableAddress(run, filter, sort, columns, other);
    }

    /** Where this is shown. */
    public String page(Links links) {
        return (links.served() ? links.run(run) + query() : links.runFrom(run, offset)) + "#episodes";
    }

    /** Where the rows alone are. */
    public String rows(Links links) {
        return links.run(run) + "/rows" + query();
    }

    /** Where this is a file of a format. */
    public String export(Links links, String format) {
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
            out.append(out.isEmpty() ? '?' : '&')
                    .append(name)
                    .append('=')
                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"));
        }
    }
}
