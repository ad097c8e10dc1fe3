package io.pq2.bench.select;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * DuckDB in this process with one thread; it sums the columns. It caches no data of files between queries. The bytes
 * read are those that the kernel reports for the process.
 */
final class DuckDbSelect implements SelectEngine, AutoCloseable {

    static final String NAME = "DuckDB";

    private static final Path PROCESS = Path.of("/proc/self/io");
    private static final String READ = "rchar: ";

    private final Connection connection;

    DuckDbSelect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        execute("SET threads = 1");
        execute("SET enable_external_file_cache = false");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void prepare(TableFiles table) throws IOException, SQLException {
        execute("CREATE OR REPLACE VIEW " + table.name() + " AS FROM " + table.duckDb());
    }

    @Override
    public Digest digest(TableFiles table, SelectQuery query) throws SQLException {
        Digest.Sql sql = new Digest.Sql(true);
        List<String> hashes = new ArrayList<>();
        for (SelectColumn column : query.columns()) {
            hashes.add(sql.hash(column, column.sql()));
        }
        List<Long> sums = numbers(sums(table, query));
        return new Digest(
                sums.get(0), List.copyOf(sums.subList(1, sums.size())), numbers(select(hashes, table, query)));
    }

    private static String sums(TableFiles table, SelectQuery query) {
        Digest.Sql sql = new Digest.Sql(true);
        List<String> wanted = new ArrayList<>(List.of("count(*)"));
        for (SelectColumn column : query.columns()) {
            wanted.add(sql.sum(column, column.sql()));
        }
        return select(wanted, table, query);
    }

    private static String select(List<String> wanted, TableFiles table, SelectQuery query) {
        return "SELECT " + String.join(", ", wanted) + " FROM " + table.name() + " WHERE "
                + SqlCondition.of(query.condition());
    }

    /** Returns the first row of a result. */
    List<Long> numbers(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            answer.next();
            List<Long> numbers = new ArrayList<>();
            for (int i = 1; i <= answer.getMetaData().getColumnCount(); i++) {
                numbers.add(answer.getLong(i));
            }
            return numbers;
        }
    }

    /** Returns the first column of a result. */
    List<String> texts(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            List<String> texts = new ArrayList<>();
            while (answer.next()) {
                texts.add(answer.getString(1));
            }
            return texts;
        }
    }

    @Override
    public SelectCost run(TableFiles table, SelectQuery query, Digest expected) throws IOException, SQLException {
        String sql = sums(table, query);
        long before = readByProcess();
        CallingThread clock = new CallingThread();
        List<Long> sums = numbers(sql);
        SelectCost cost = clock.cost(() -> readByProcess() - before);
        expected.check(NAME, query, sums.get(0), sums.subList(1, sums.size()));
        return cost;
    }

    /** Returns the bytes that the process has read so far; 0 if the kernel does not report them. */
    private static long readByProcess() throws IOException {
        if (!Files.isReadable(PROCESS)) {
            return 0;
        }
        for (String line : Files.readAllLines(PROCESS)) {
            if (line.startsWith(READ)) {
                return Long.parseLong(line.substring(READ.length()));
            }
        }
        return 0;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
