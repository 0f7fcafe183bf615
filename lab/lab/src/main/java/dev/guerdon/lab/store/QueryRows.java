package dev.guerdon.lab.store;

import dev.guerdon.lab.spi.LabException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The rows of a query, made one by one when they are asked for. Not thread-safe; to be closed. */
final class QueryRows<T> implements Iterator<T>, AutoCloseable {

    /** Makes something of the row at which the result stands. */
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private final PreparedStatement statement;
    private final ResultSet result;
    private final Reader<T> reader;
    private boolean more;

    private QueryRows(PreparedStatement statement, ResultSet result, Reader<T> reader) throws SQLException {
        this.statement = statement;
        this.result = result;
        this.reader = reader;
        this.more = result.next();
    }

    static <T> QueryRows<T> of(Connection connection, String query, Reader<T> reader, Object... values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(query);
        try {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return new QueryRows<>(statement, statement.executeQuery(), reader);
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    /** Gives the one row of a query that has always one. */
    static <T> T first(Connection connection, String query, Reader<T> reader, Object... values) throws SQLException {
        try (QueryRows<T> rows = of(connection, query, reader, values)) {
            return rows.next();
        }
    }

    @Override
    public boolean hasNext() {
        return more;
    }

    @Override
    public T next() {
        if (!more) {
            throw new NoSuchElementException();
        }
        try {
            T one = reader.read(result);
            more = result.next();
            return one;
        } catch (SQLException e) {
            throw new LabException("episodes cannot be read from results.db: " + e.getMessage(), e);
        }
    }

    /** Returns the rows as a stream, which closes them. */
    Stream<T> stream() {
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(this::close);
    }

    @Override
    public void close() {
        try (statement) {
            result.close();
        } catch (SQLException e) {
            throw new LabException("episodes cannot be read from results.db: " + e.getMessage(), e);
        }
    }
}
