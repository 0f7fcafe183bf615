package dev.guerdon.lab.store;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The checksum of an episode's row, over its values as the database gives them back: a bit that flipped on the disk is noticed, wherever
 * in the row it was.
 */
final class RowChecksum {

    private final CRC32C crc = new CRC32C();
    private final byte[] eight = new byte[8];

    RowChecksum text(@Nullable String text) {
        return bytes(text == null ? null : text.getBytes(StandardCharsets.UTF_8));
    }

    private RowChecksum bytes(byte @Nullable [] bytes) {
        number(bytes == null ? 0 : bytes.length); // a database may give back an empty text as none
        if (bytes != null) {
            crc.update(bytes);
        }
        return this;
    }

    RowChecksum number(long number) {
        for (int i = 0; i < 8; i++) {
            eight[i] = (byte) (number >>> (8 * i));
        }
        crc.update(eight);
        return this;
    }

    /** Returns a number that is not whole; a database has no zero below zero. */
    RowChecksum real(double number) {
        return number(Double.doubleToLongBits(number + 0.0));
    }

    /** Returns a number that is not whole, or none. */
    RowChecksum reward(double number, boolean missing) {
        return number(missing ? 1 : 0).real(missing ? 0 : number);
    }

    long value() {
        return crc.getValue();
    }

    /** Returns the checksum of what was said in an episode, as it is stored. */
    static long of(byte[] body) {
        CRC32C crc = new CRC32C();
        crc.update(body);
        return crc.getValue();
    }

    /**
     * Returns whether a row has the checksum that it should; those of earlier builds have none.
     *
     * @param before how many columns stand before those of {@link StoredEpisodes#VERIFIED}
     */
    static boolean holds(ResultSet row, int before) throws SQLException {
        long stored = row.getLong(before + StoredEpisodes.CHECKSUM_COLUMN);
        if (stored == 0 && row.wasNull()) {
            return true;
        }
        RowChecksum sum = new RowChecksum();
        for (int i = 0; i < StoredEpisodes.KINDS.length(); i++) {
            int column = before + i + 1;
            switch (StoredEpisodes.KINDS.charAt(i)) {
                case 't' -> sum.bytes(row.getBytes(column));
                case 'n' -> sum.number(row.getLong(column));
                case 'r' -> sum.real(row.getDouble(column));
                default -> {
                    double reward = row.getDouble(column);
                    sum.reward(reward, reward == 0 && row.wasNull());
                }
            }
        }
        return sum.value() == stored;
    }
}
