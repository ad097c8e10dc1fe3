package io.pq2.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class ExpectedRowsTest {

    @Test
    void onlyFloatingPointNumbersMayDifferALittle(@TempDir Path directory) throws Exception {
        try (SparkSession spark = Sessions.local(directory, 2, false)) {
            SparkSession other = spark.newSession();
            view(spark, "('a', 1.0D), ('a', 2.0D), ('b', null)");

            view(other, "('b', null), ('a', 2.00000000001D), ('a', 1.0D)");
            assertThat(isEqual(spark, other, 0)).isFalse();
            assertThat(isEqual(spark, other, 1e-9)).isTrue();

            view(other, "('b', null), ('a', 2.00001D), ('a', 1.0D)");
            assertThat(isEqual(spark, other, 1e-9)).isFalse();

            view(other, "('b', null), ('a', 1.0D), ('a', 1.0D)");
            assertThat(isEqual(spark, other, 1e-9)).as("the same row twice").isFalse();

            view(other, "('b', null), ('a', 1.0D)");
            assertThat(isEqual(spark, other, 1e-9)).as("a row less").isFalse();
        }
    }

    @Test
    void anAnswerHasAsManyRowsAsTheFirstOneAndNoOthers(@TempDir Path directory) throws Exception {
        try (SparkSession spark = Sessions.local(directory, 2, false)) {
            view(spark, "('a', 1.0D), ('b', 2.0D), ('c', 3.0D)");
            ExpectedRows expected = new ExpectedRows("SELECT * FROM expected LIMIT 2", 1e-9);
            assertThat(expected.compareAll(spark)).isTrue();
            assertThat(expected.compare(rows("a", 1, "b", 2))).isTrue();
            assertThat(expected.compare(rows("c", 3, "a", 1))).as("other ties").isTrue();
            assertThat(expected.isEqual()).isTrue();
            assertThat(expected.compare(rows("a", 1, "b", 3))).isFalse();
            assertThat(expected.compare(rows("a", 1))).isFalse();
            assertThat(expected.isEqual()).isFalse();
        }
    }

    private static void view(SparkSession session, String rows) {
        session.sql("SELECT * FROM VALUES " + rows + " AS t(name, number)").createOrReplaceTempView("expected");
    }

    private static boolean isEqual(SparkSession first, SparkSession second, double tolerance) {
        ExpectedRows expected = new ExpectedRows("SELECT * FROM expected", tolerance);
        assertThat(expected.compareAll(first)).isTrue();
        return expected.compareAll(second);
    }

    private static List<Row> rows(Object... values) {
        return IntStream.range(0, values.length / 2)
                .mapToObj(i -> RowFactory.create(values[2 * i], ((Number) values[2 * i + 1]).doubleValue()))
                .toList();
    }
}
