package dev.guerdon.lab.store;

import dev.guerdon.lab.spi.LabException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The episodes of a run whose checksum does not fit what is stored, by their ids, with what they are called. They are left out of
 * everything, as if they were missing.
 */
record DamagedRows(Map<Long, String> names) {

    static final DamagedRows NONE = new DamagedRows(Map.of());

    /** So much damage is no accident to work around. */
    private static final int MOST = 1_000;

    private static final int MOST_NAMED = 5;

    /**
     * Checks every row, which reads the table once.
     *
     * @param texts whether what was said is checked, too
     */
    static DamagedRows of(Connection connection, boolean texts) throws SQLException {
        if (!ResultsSchema.hasColumn(connection, StoredEpisodes.CHECKSUM)) {
            return NONE;
        }
        Map<Long, String> names = new LinkedHashMap<>();
        String all = "select id, " + StoredEpisodes.VERIFIED + " from episode not indexed";
        try (QueryRows<Boolean> rows = QueryRows.of(connection, all, row -> {
            boolean holds = RowChecksum.holds(row, 1);
            if (!holds) {
                names.put(row.getLong(1), name(row));
            }
            return holds;
        })) {
            rows.forEachRemaining(holds -> require(names));
        }
        String said = "select id, task, repeat, body, detail.checksum, episode.checksum from episode"
                + " left join detail on id = episode where 1";
        try (QueryRows<Boolean> rows = QueryRows.of(connection, texts ? said : said + " and 0", row -> {
            byte[] body = row.getBytes(4);
            long stored = row.getLong(5);
            boolean unchecked = row.wasNull() && (body != null || row.getLong(6) == 0);
            boolean holds = unchecked || (body != null && RowChecksum.of(body) == stored);
            if (!holds) {
                names.put(row.getLong(1), name(row));
            }
            return holds;
        })) {
            rows.forEachRemaining(holds -> require(names));
        }
        return names.isEmpty() ? NONE : new DamagedRows(names);
    }

    /** Returns what a row calls itself, damaged or not. */
    private static String name(ResultSet row) throws SQLException {
        return row.getString(2) + "#" + row.getInt(3);
    }

    private static void require(Map<Long, String> names) {
        if (names.size() > MOST) {
            throw new LabException("results.db is damaged: more than " + MOST
                    + " episodes do not fit their checksums; put a copy of the run in its place");
        }
    }

    /** Returns what a query reads in the place of the table. */
    String source() {
        return names.isEmpty() ? "episode" : "(select * from episode where id not in (" + ids() + ")) as episode";
    }

    /** Returns the ids, with commas between them. */
    String ids() {
        return names.keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Returns what happened and what to do, for the user. */
    String words(String run) {
        Set<Long> all = names.keySet();
        return "of the run " + run + ", " + (all.size() == 1 ? "1 episode is" : all.size() + " episodes are")
                + " damaged in results.db and left out, as if missing: "
                + names.values().stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                + (all.size() > MOST_NAMED ? ", ..." : "")
                + "; the stored values do not fit their checksum; put a copy of the run in its place, or play them again"
                + " with 'guerdon run --resume " + run + "'";
    }
}
