package io.pq2.bench.decode;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB in this process with one thread. DuckDB returns only the results of queries. The timed query depends on each
 * value and does little else ({@link DuckDbColumn#touch}).
 */
final class DuckDbEngine implements Engine {

    private final Connection connection;
    /** The case of {@link #query}. */
    private @Nullable DecodeCase prepared;
    /** Absent before the first case. */
    private @Nullable PreparedStatement query;

    DuckDbEngine() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        execute("SET threads = 1");
    }

    @Override
    public String name() {
        return "DuckDB";
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public long decode(DecodeCase decodeCase) throws SQLException {
        try (ResultSet answer = query(decodeCase).executeQuery()) {
            answer.next();
            return answer.getString(1) == null ? 0 : 1;
        }
    }

    private PreparedStatement query(DecodeCase decodeCase) throws SQLException {
        PreparedStatement current = query;
        if (current == null || !decodeCase.equals(prepared)) {
            forget();
            List<String> values = new ArrayList<>();
            for (Type field : decodeCase.projection().getFields()) {
                values.addAll(new DuckDbColumn(field).touch());
            }
            current = connection.prepareStatement("SELECT " + String.join(", ", values) + " FROM " + table(decodeCase));
            query = current;
            prepared = decodeCase;
        }
        return current;
    }

    private static String table(DecodeCase decodeCase) {
        return "'" + decodeCase.file().path() + "'";
    }

    @Override
    public Fingerprint fingerprint(DecodeCase decodeCase) throws SQLException {
        List<Fingerprint.OfColumn> columns = new ArrayList<>();
        for (Type field : decodeCase.projection().getFields()) {
            columns.add(fingerprint(new DuckDbColumn(field), table(decodeCase)));
        }
        return new Fingerprint(columns);
    }

    private Fingerprint.OfColumn fingerprint(DuckDbColumn column, String table) throws SQLException {
        List<Long> rows = numbers("SELECT " + column.nulls() + ", " + column.squares() + " FROM " + table);
        List<Fingerprint.OfLeaf> leaves = new ArrayList<>();
        for (String leaf : column.leaves()) {
            List<Long> values = numbers("SELECT " + leaf + " FROM (SELECT " + column.slots() + " FROM " + table + ")");
            leaves.add(new Fingerprint.OfLeaf(values.get(0), values.get(1)));
        }
        return new Fingerprint.OfColumn(rows.get(0), rows.get(1), leaves);
    }

    private List<Long> numbers(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            answer.next();
            List<Long> numbers = new ArrayList<>();
            for (int i = 1; i <= answer.getMetaData().getColumnCount(); i++) {
                String number = answer.getString(i);
                numbers.add(
                        number == null
                                ? 0
                                : new BigDecimal(number).unscaledValue().longValue());
            }
            return numbers;
        }
    }

    @Override
    public boolean refuses(Exception exception) {
        return exception instanceof SQLException;
    }

    private void forget() throws SQLException {
        if (query != null) {
            query.close();
            query = null;
            prepared = null;
        }
    }

    @Override
    public void close() throws SQLException {
        forget();
        connection.close();
    }
}
