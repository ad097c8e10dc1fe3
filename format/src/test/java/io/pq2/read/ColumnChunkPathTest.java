package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.FileMetaData;
import io.pq2.predicate.PredicateText;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.TestRows;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Reads files whose column chunks name another column than the one at their position, or none. */
class ColumnChunkPathTest {

    private static final Schema SCHEMA = SchemaText.parse("message m { required int32 a; required int32 b;"
            + " required group g { required int32 a; required int32 b; } }");
    private static final List<List<Object>> ROWS = List.of(List.of(1, 2, List.of(3, 4)), List.of(5, 6, List.of(7, 8)));

    @Test
    void rejectsEveryPairOfSwappedChunks() throws IOException {
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < i; j++) {
                byte[] swapped = swapped(i, j);
                String column = SCHEMA.columns().get(j).dottedPath();
                String stored = SCHEMA.columns().get(i).dottedPath();
                try (ParquetFile file = ParquetFile.open(new MemoryInputFile("swapped", swapped))) {
                    List<ThrowingCallable> reads = List.of(
                            () -> VectorRows.read(swapped, 10),
                            () -> file.scan().columns(column).open(),
                            () -> file.scan()
                                    .filter(PredicateText.parse(column + " > 100"))
                                    .plan(),
                            () -> file.aggregate().max(column).run());
                    for (ThrowingCallable read : reads) {
                        assertThatThrownBy(read)
                                .isInstanceOf(CorruptFileException.class)
                                .hasMessageStartingWith("file ")
                                .hasMessageContaining("row group 0, column " + column)
                                .hasMessageContaining("ColumnMetaData.path_in_schema: " + stored);
                    }
                }
            }
        }
    }

    @Test
    void readsColumnsThatFileDoesNotSwap() throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("swapped", swapped(0, 1)));
                BatchReader batches = file.scan().columns("g").open()) {
            assertThat(VectorRows.rows(batches.next()))
                    .isEqualTo(List.of(List.of(List.of(3, 4)), List.of(List.of(7, 8))));
        }
    }

    @Test
    void positionCountsWhereChunksNameNoColumn() {
        byte[] file = TestFooters.change(write(), ColumnChunkPathTest::withoutPath);
        assertThat(VectorRows.read(file, 10)).isEqualTo(ROWS);
    }

    private static byte[] write() {
        return TestRows.write(
                        SCHEMA, ROWS, WriteOptions.builder().pageIndexes(false).build(), 10)
                .bytes();
    }

    private static byte[] swapped(int i, int j) {
        byte[] bytes = write();
        FileMetaData metadata = TestFooters.read(bytes);
        List<ColumnChunk> chunks = new ArrayList<>(metadata.rowGroups().get(0).columns());
        Collections.swap(chunks, i, j);
        Iterator<ColumnChunk> inOrder = chunks.iterator();
        return TestFooters.change(bytes, chunk -> inOrder.next());
    }

    private static ColumnChunk withoutPath(ColumnChunk chunk) {
        ColumnMetaData old = chunk.metadata();
        return chunk.withMetadata(ColumnMetaDataBuilder.of(old).path(List.of()).build());
    }
}
