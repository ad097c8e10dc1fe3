package io.pq2.bench.variant;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Events of a web shop: JSON with nested objects, optional fields, arrays, texts, numbers and times. */
public final class Events {

    private static final String FIRST_SECOND = "1767225600";

    /** The parts of an event in JSON. */
    private static final List<String> PARTS = List.of(
            "'{\"id\":', id",
            "',\"type\":\"', " + choice(1, "view", "view", "view", "click", "click", "search", "cart", "purchase"),
            "'\",\"time\":\"', date_format(timestamp_millis((" + FIRST_SECOND + " + id) * 1000 + " + random(2, 1000)
                    + "), \"yyyy-MM-dd'T'HH:mm:ss.SSS'Z'\")",
            "'\",\"received\":', (" + FIRST_SECOND + " + id) * 1000 + " + random(3, 5000),
            "',\"session\":\"', hex(xxhash64(id div 20, 4))",
            "'\",\"user\":{\"id\":', " + random(5, 50_000),
            "',\"name\":\"user ', " + random(5, 50_000),
            "'\",\"country\":\"', " + choice(6, "CH", "DE", "FR", "IT", "AT", "US", "JP"),
            "'\"', if(" + random(7, 4) + " = 0, ',\"premium\":true', '')",
            "'},\"context\":{\"page\":\"/', " + choice(8, "shoes", "books", "garden", "toys") + ", '/', "
                    + random(9, 3000),
            "'\"', if(" + random(10, 3) + " = 0, concat(',\"referrer\":\"https://example.org/', " + random(11, 200)
                    + ", '\"'), '')",
            "',\"agent\":{\"browser\":\"', " + choice(12, "Firefox", "Chrome", "Safari") + ", '\",\"version\":', "
                    + random(13, 40) + " + 100",
            "'},\"screen\":[', " + choice(14, "1920,1080", "1366,768", "390,844"),
            "']},\"duration\":', " + random(15, 1_000_000) + " / 1000e0",
            "',\"tags\":', to_json(slice(array('new', 'sale', 'mobile', 'returning'), 1 + " + random(16, 4) + ", "
                    + random(17, 3) + "))",
            "if(" + random(18, 8) + " = 0, concat(',\"amount\":', " + random(19, 90_000)
                    + " / 100BD, ',\"items\":', to_json(transform(sequence(0, " + random(20, 3)
                    + "), i -> named_struct('sku', concat('sku-', " + random(21, 9000) + " + i), 'quantity', 1 + i,"
                    + " 'price', cast(" + random(22, 9000) + " / 100BD AS DECIMAL(9, 2)))))), '')",
            "if(" + random(23, 50) + " = 0, concat(',\"error\":{\"code\":', 400 + " + random(24, 100)
                    + ", ',\"message\":\"request ', id, ' failed\"}'), '')",
            "'}'");

    private Events() {}

    /** Returns events in the column {@code event}, in order of their time. */
    public static Dataset<Row> rows(SparkSession spark, long count) {
        return spark.range(0, count, 1, 2).selectExpr("parse_json(concat(" + String.join(", ", PARTS) + ")) AS event");
    }

    private static String random(int salt, int bound) {
        return "pmod(xxhash64(id, " + salt + "), " + bound + ")";
    }

    private static String choice(int salt, String... texts) {
        return "element_at(array('" + String.join("', '", texts) + "'), cast(1 + " + random(salt, texts.length)
                + " AS INT))";
    }

    /**
     * Returns queries of the view {@code events} by title. Each returns one row.
     *
     * @param count the number of events
     */
    public static Map<String, String> queries(long count) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put(
                "two fields",
                "SELECT count(*), bit_xor(xxhash64(type, user)) FROM (SELECT " + field("type", "string") + " AS type, "
                        + field("user.id", "bigint") + " AS user FROM events)");
        all.put(
                "two fields in an aggregate",
                "SELECT count(*), bit_xor(xxhash64(" + field("type", "string") + ", " + field("user.id", "bigint")
                        + ")) FROM events");
        all.put(
                "sum of a rare field by a field",
                "SELECT bit_xor(xxhash64(*)) FROM (SELECT " + field("user.country", "string") + ", sum("
                        + field("amount", "decimal(9, 2)") + ") FROM events GROUP BY 1)");
        all.put(
                "a filter on time",
                "SELECT count(*), sum(" + field("duration", "double") + ") FROM events WHERE " + field("id", "bigint")
                        + " BETWEEN " + count / 2 + " AND " + (count / 2 + count / 1000));
        all.put(
                "a filter on one user",
                "SELECT count(*), bit_xor(xxhash64(" + field("session", "string") + ")) FROM events WHERE "
                        + field("user.id", "int") + " = 4711");
        all.put(
                "whole events of one user",
                "SELECT count(*), bit_xor(xxhash64(to_json(event))) FROM events WHERE " + field("user.id", "int")
                        + " = 4711");
        all.put(
                "an object",
                "SELECT count(*), count_if(is_variant_null(agent)) FROM (SELECT variant_get(event, '$.context.agent')"
                        + " AS agent FROM events)");
        return all;
    }

    private static String field(String path, String type) {
        return "variant_get(event, '$." + path + "', '" + type + "')";
    }
}
