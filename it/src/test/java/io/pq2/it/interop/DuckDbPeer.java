package io.pq2.it.interop;

import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads with DuckDB. DuckDB's own functions format values as text, because its JDBC driver changes some values. Lists
 * and structs are read through the driver.
 */
final class DuckDbPeer implements Peer {

    private record Key(Nesting nesting, LeafType type) {}

    private static final Pattern TIME = Pattern.compile("[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(\\+00)?");

    private final Connection connection;
    private final Map<Key, String> typeNames = new HashMap<>();

    DuckDbPeer() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
            statement.execute("SET TimeZone = 'UTC'");
        }
    }

    @Override
    public String name() {
        return "DuckDB";
    }

    @Override
    public String version() {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT version()")) {
            result.next();
            return result.getString(1) + ", `read_parquet`";
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public List<List<Object>> read(Path file, Nesting nesting, List<Cell> columns) throws SQLException {
        List<String> types = typesOf(file, nesting, columns);
        List<String> expressions = new ArrayList<>();
        List<List<Object>> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            expressions.add(field(nesting, columns.get(i).column(), types.get(i)));
            values.add(new ArrayList<>());
        }
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT " + String.join(", ", expressions) + " FROM read_parquet('" + file + "')")) {
            while (result.next()) {
                for (int i = 0; i < columns.size(); i++) {
                    values.get(i)
                            .add(value(result.getObject(i + 1), columns.get(i).type()));
                }
            }
        }
        return values;
    }

    /** Returns the types that DuckDB assigns to the columns. */
    private List<String> typesOf(Path file, Nesting nesting, List<Cell> columns) throws SQLException {
        List<Cell> unknown = columns.stream()
                .filter(column -> !typeNames.containsKey(new Key(nesting, column.type())))
                .toList();
        if (!unknown.isEmpty()) {
            String expressions = unknown.stream()
                    .map(column -> "typeof(" + sample(nesting, column.column()) + ")")
                    .collect(Collectors.joining(", "));
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(
                            "SELECT " + expressions + " FROM read_parquet('" + file + "') LIMIT 1")) {
                result.next();
                for (int i = 0; i < unknown.size(); i++) {
                    String type = result.getString(i + 1);
                    if (nesting == Nesting.REPEATED) {
                        if (!type.endsWith("[]")) {
                            throw new SQLException("takes a repeated field for a single " + type);
                        }
                        type = type.substring(0, type.length() - 2);
                    }
                    typeNames.put(new Key(nesting, unknown.get(i).type()), type);
                }
            }
        }
        return columns.stream()
                .map(column -> typeNames.get(new Key(nesting, column.type())))
                .toList();
    }

    /** Returns an expression of the tested type, or of a list of it if the field is repeated. */
    private static String sample(Nesting nesting, String column) {
        return switch (nesting) {
            case REQUIRED, OPTIONAL, REPEATED -> column;
            case OPTIONAL_STRUCT -> column + ".a";
            case LIST -> column + "[1]";
            case LIST_OF_LISTS -> column + "[1][1]";
            case LIST_OF_STRUCTS -> column + "[1].a";
            case MAP -> "map_values(" + column + ")[1]";
        };
    }

    private static String field(Nesting nesting, String column, String type) {
        return switch (nesting) {
            case REQUIRED, OPTIONAL -> leaf(column, type);
            case OPTIONAL_STRUCT -> struct(column, "a := " + leaf(column + ".a", type));
            case LIST, REPEATED -> each(column, "e", leaf("e", type));
            case LIST_OF_LISTS -> each(column, "l", each("l", "e", leaf("e", type)));
            case LIST_OF_STRUCTS ->
                each(column, "s", struct("s", "a := " + leaf("s.a", type) + ", b := " + leaf("s.b", "INTEGER")));
            case MAP ->
                each(
                        "map_entries(" + column + ")",
                        "e",
                        "struct_pack(k := " + leaf("e.key", "VARCHAR") + ", v := " + leaf("e.value", type) + ")");
        };
    }

    private static String each(String list, String name, String expression) {
        return "list_transform(" + list + ", lambda " + name + ": " + expression + ")";
    }

    private static String struct(String struct, String fields) {
        return "CASE WHEN " + struct + " IS NULL THEN NULL ELSE struct_pack(" + fields + ") END";
    }

    private static String leaf(String value, String type) {
        return switch (type) {
            case "FLOAT", "DOUBLE" -> value;
            case "BLOB" -> "lower(hex(" + value + "))";
            case "VARCHAR", "JSON" -> "lower(hex(encode(" + value + "::VARCHAR)))";
            case "GEOMETRY" -> "lower(hex(ST_AsWKB(" + value + ")))";
            case "TIMESTAMP_NS", "TIMESTAMPTZ_NS" -> "epoch_ns(" + value + ")::VARCHAR";
            case "TIMESTAMP", "TIMESTAMP WITH TIME ZONE" -> "(epoch_us(" + value + ")::HUGEINT * 1000)::VARCHAR";
            case "TIMESTAMP_MS" -> "(epoch_ms(" + value + ")::HUGEINT * 1000000)::VARCHAR";
            case "INTERVAL" ->
                ("(date_part('year', %1$s) * 12 + date_part('month', %1$s)) || ' months '"
                                + " || date_part('day', %1$s) || ' days '"
                                + " || (date_part('hour', %1$s) * 3600000 + date_part('minute', %1$s) * 60000"
                                + " + date_part('millisecond', %1$s)) || ' ms'")
                        .formatted(value);
            default -> value + "::VARCHAR";
        };
    }

    private static Object value(Object value, LeafType leaf) throws SQLException {
        if (value instanceof Array array) {
            return values((Object[]) array.getArray(), leaf);
        } else if (value instanceof Struct struct) {
            return values(struct.getAttributes(), leaf);
        } else if (value instanceof Float number) {
            return leaf.logicalType() == null ? Canonical.of(number) : Canonical.ofWidenedHalf(number);
        } else if (value instanceof Double number) {
            return Canonical.of(number);
        }
        return value == null ? null : text((String) value);
    }

    /** Formats times and decimals, for which DuckDB has no function with the canonical form. */
    private static String text(String text) {
        if (TIME.matcher(text).matches()) {
            return Canonical.nanos(LocalTime.parse(text.replace("+00", "")).toNanoOfDay(), 1);
        }
        return text.replaceFirst("^(-?)\\.", "$10.");
    }

    private static List<Object> values(Object[] values, LeafType leaf) throws SQLException {
        List<Object> list = new ArrayList<>();
        for (Object value : values) {
            list.add(value(value, leaf));
        }
        return list;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
