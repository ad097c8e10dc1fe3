package io.pq2.bench.latency;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** A query of {@code lineitem} that reads little or nothing. */
enum SmallQuery {
    /** The rows of one order. Orders are ascending, so that one file has it. */
    POINT_LOOKUP("point lookup"),
    COUNT("count(*)"),
    LIMIT("LIMIT 10"),
    DESCRIBE("DESCRIBE");

    private final String title;

    SmallQuery(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    List<Row> rows(Dataset<Row> table) {
        return switch (this) {
            case POINT_LOOKUP -> table.where("l_orderkey = 4711").collectAsList();
            case COUNT -> table.groupBy().count().collectAsList();
            case LIMIT -> table.limit(10).collectAsList();
            case DESCRIBE -> {
                table.createOrReplaceTempView("described");
                yield table.sparkSession().sql("DESCRIBE described").collectAsList();
            }
        };
    }

    /** Returns what all sources must return alike. Each source may choose the rows of LIMIT. */
    Object answer(List<Row> found) {
        if (this == LIMIT) {
            return found.size();
        }
        String[] lines = found.stream().map(Row::toString).toArray(String[]::new);
        Arrays.sort(lines);
        return List.of(lines);
    }
}
