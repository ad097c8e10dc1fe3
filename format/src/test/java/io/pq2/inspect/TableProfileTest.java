package io.pq2.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.record.ListValue;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.vector.Batch;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;

class TableProfileTest {

    private static void add(TableProfile profile, String schema, int rows, ObjIntConsumer<RecordValue> values)
            throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("memory");
        try (RecordWriter writer = RecordWriter.create(file, schema, WriteOptions.DEFAULT)) {
            for (int i = 0; i < rows; i++) {
                RecordValue row = writer.record();
                values.accept(row, i);
                writer.write(row);
            }
        }
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("memory", file.bytes()));
                BatchReader batches = opened.scan().open()) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                profile.add(batches.shape(), batch);
            }
        }
    }

    private static ColumnProfile only(String schema, int rows, ObjIntConsumer<RecordValue> values) throws IOException {
        TableProfile profile = new TableProfile();
        add(profile, schema, rows, values);
        assertThat(profile.rows()).isEqualTo(rows);
        assertThat(profile.columns()).hasSize(1);
        return profile.columns().get(0);
    }

    @Test
    void countsAreExactAndEstimatesClose() throws IOException {
        int rows = 200_000;
        Random random = new Random(5);
        ColumnProfile column = only("message m { optional int64 id; }", rows, (row, i) -> {
            if (i % 10 > 0) {
                row.setLong("id", random.nextInt(100_000));
            }
        });
        assertThat(column.values()).isEqualTo(180_000);
        assertThat(column.nulls()).isEqualTo(20_000);
        // 100,000 * (1 - exp(-1.8)) of the numbers are expected to occur.
        assertThat((double) column.distinct()).isCloseTo(83_470, within(2_500.0));
        assertThat((Long) column.min()).isLessThan(100);
        assertThat((Long) column.max()).isGreaterThan(99_900);
        for (int i = 0; i < TableProfile.QUANTILES.size(); i++) {
            assertThat((double) (Long) column.quantiles().get(i))
                    .isCloseTo(100_000 * TableProfile.QUANTILES.get(i), within(3_000.0));
        }
    }

    @Test
    void fewDistinctValuesAreCountedExactly() throws IOException {
        for (int distinct : new int[] {1, 7, 300}) {
            ColumnProfile column = only(
                    "message m { required binary name (STRING); }",
                    3000,
                    (row, i) -> row.setString("name", "n" + i % distinct));
            assertThat((double) column.distinct()).isCloseTo(distinct, within(distinct * 0.02));
        }
    }

    @Test
    void textHasLengthsAndIsOrderedByItsBytes() throws IOException {
        List<String> names = List.of("b", "", "ü".repeat(100), "aa");
        ColumnProfile column = only(
                "message m { required binary name (STRING); }", 4, (row, i) -> row.setString("name", names.get(i)));
        assertThat(column.type()).isEqualTo("byte_array (STRING)");
        assertThat(column.min()).isEqualTo("");
        assertThat(column.max()).isEqualTo("ü".repeat(100));
        assertThat(column.quantiles().get(4)).isEqualTo("ü".repeat(32));
        assertThat(column.minLength()).isZero();
        assertThat(column.maxLength()).isEqualTo(200);
        assertThat(column.meanLength()).isEqualTo(203 / 4.0);
    }

    @Test
    void nansAreCountedAndHaveNoOrder() throws IOException {
        ColumnProfile column =
                only("message m { required float f; }", 10, (row, i) -> row.setFloat("f", i < 5 ? Float.NaN : i));
        assertThat(column.nans()).isEqualTo(5);
        assertThat(column.min()).isEqualTo(5.0);
        assertThat(column.max()).isEqualTo(9.0);
        assertThat(column.distinct()).isEqualTo(6);
        assertThat(column.minLength()).isEqualTo(-1);
    }

    @Test
    void elementsOfListsAreValues() throws IOException {
        String schema = "message m { optional group l (LIST) { repeated group list { optional int32 element; } } }";
        ColumnProfile column = only(schema, 100, (row, i) -> {
            ListValue list = row.list("l");
            for (int element = 0; element < i % 3; element++) {
                list.addInt(element);
            }
        });
        assertThat(column.path()).isEqualTo("l.list.element");
        assertThat(column.values()).isEqualTo(99);
        assertThat(column.nulls()).isZero();
        assertThat(column.max()).isEqualTo(1L);
    }

    @Test
    void columnsOfSeveralFilesAreOneAlsoWithOtherTypes() throws IOException {
        TableProfile profile = new TableProfile();
        add(
                profile,
                "message m { required int32 a; required int32 b; }",
                2,
                (row, i) -> row.setInt("a", i).setInt("b", i));
        add(
                profile,
                "message m { required int64 a; required binary b (STRING); }",
                2,
                (row, i) -> row.setLong("a", 10 + i).setString("b", "x"));
        assertThat(profile.rows()).isEqualTo(4);
        ColumnProfile a = profile.columns().get(0);
        assertThat(a.values()).isEqualTo(4);
        assertThat(List.of(a.min(), a.max())).containsExactly(0L, 11L);
        ColumnProfile b = profile.columns().get(1);
        assertThat(b.values()).isEqualTo(4);
        assertThat(b.distinct()).isEqualTo(3);
        assertThat(b.min()).isNull();
        assertThat(b.quantiles()).isEmpty();
    }

    @Test
    void decimalsAreOrderedByTheirNumbers() throws IOException {
        ColumnProfile column = only(
                "message m { required fixed_len_byte_array(5) d (DECIMAL(9,2)); }",
                3,
                (row, i) -> row.set("d", new BigDecimal(i - 1).setScale(2)));
        assertThat(column.min()).isEqualTo(new BigDecimal("-1.00"));
        assertThat(column.max()).isEqualTo(new BigDecimal("1.00"));
    }
}
