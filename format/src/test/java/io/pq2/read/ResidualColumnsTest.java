package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.MemoryInputFile;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.NanOrder;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.PredicateText;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import io.pq2.write.TestRows;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Scans with a condition that cannot be checked for single rows. As long as it is open, its neighbours in OR need not
 * be checked, and their columns are not planned. When a dictionary decides it later, they would be needed.
 */
class ResidualColumnsTest {

    private static final Schema SCHEMA =
            SchemaText.parse("message m { required int32 a; required int32 b; required int32 d; required int32 out; }");
    private static final int ROWS = 100;

    private static byte[] file() {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(List.of(i % 3, i % 2 == 0 ? 4 : 6, i, 1000 + i));
        }
        return TestRows.write(SCHEMA, rows, WriteOptions.DEFAULT, ROWS).bytes();
    }

    @ParameterizedTest
    @EnumSource
    void readsOnlyPlannedColumns(RowFiltering filtering) throws IOException {
        Predicate predicate = PredicateText.parse("a = 1 OR (b = 5 AND d IS NOT NULL)");
        FilterSemantics semantics = new FilterSemantics(
                MissingColumns.ARE_NULL,
                NanOrder.GREATEST,
                column -> !column.field().name().equals("b"));
        List<Object> values = new ArrayList<>();
        ReadOptions options = ReadOptions.builder().dictionaryMinBytes(0).build();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("table", file()), options);
                BatchReader reader = file.scan()
                        .columns("out")
                        .filter(predicate, semantics, filtering)
                        .open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                VectorRows.rows(batch).forEach(row -> values.add(row.get(0)));
            }
        }
        for (int i = 1; i < ROWS; i += 3) {
            assertThat(values).contains(1000 + i);
        }
    }
}
