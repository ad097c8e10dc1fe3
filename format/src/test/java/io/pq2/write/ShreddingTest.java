package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.io.MemoryOutputFile;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.IntVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Writes vectors that builders do not create but that their contract allows, and rejects too deep schemas. */
class ShreddingTest {

    private static final Field NUMBER = new PrimitiveField("element", Repetition.REQUIRED, PhysicalType.INT32);
    private static final Field LIST = GroupField.list("l", Repetition.OPTIONAL, NUMBER);

    @Test
    void skipsElementsOfNullLists() throws IOException {
        // The element in the null list is null, although elements are required.
        Vector elements = new IntVector(6, new int[] {0, 1, 2, 3, 4, 5}, new long[] {0b110111});
        Vector lists = new ListVector(4, new int[] {1, 3, 5, 6, 6}, elements, new long[] {0b1101});
        assertThat(writeAndRead(LIST, lists))
                .containsExactly(
                        List.of(List.of(1, 2)), Arrays.asList((Object) null), List.of(List.of(5)), List.of(List.of()));
    }

    @Test
    void skipsValuesOfNullStructs() throws IOException {
        Field struct = new GroupField(
                "s",
                Repetition.OPTIONAL,
                List.of(new PrimitiveField("x", Repetition.OPTIONAL, PhysicalType.INT32), LIST));
        Vector numbers = new IntVector(3, new int[] {7, 8, 9}, null);
        Vector lists = new ListVector(3, new int[] {0, 1, 2, 3}, numbers, null);
        Vector structs = new StructVector(3, List.of(numbers, lists), new long[] {0b101});
        assertThat(writeAndRead(struct, structs))
                .containsExactly(
                        List.of(List.of(7, List.of(7))), Arrays.asList((Object) null), List.of(List.of(9, List.of(9))));
    }

    @Test
    void ignoresBitsAndValuesAfterLastSlot() throws IOException {
        Field number = new PrimitiveField("x", Repetition.OPTIONAL, PhysicalType.INT32);
        Vector numbers = new IntVector(2, new int[] {1, 2, 3, 4}, new long[] {0b0010, -1L});
        assertThat(writeAndRead(number, numbers)).containsExactly(Arrays.asList((Object) null), List.of(2));
    }

    @Test
    void rejectsLevelsAbove127() {
        Field field = NUMBER;
        for (int depth = 0; depth < 128; depth++) {
            field = new GroupField("g", Repetition.OPTIONAL, List.of(field));
        }
        Schema schema = new Schema("test", List.of(field));
        assertThatThrownBy(() -> ParquetWriter.create(new MemoryOutputFile("m"), schema, WriteOptions.DEFAULT))
                .isInstanceOf(UnsupportedFeatureException.class);
    }

    private static List<List<Object>> writeAndRead(Field field, Vector vector) throws IOException {
        Schema schema = new Schema("test", List.of(field));
        MemoryOutputFile file = new MemoryOutputFile("m");
        try (ParquetWriter writer = ParquetWriter.create(file, schema, WriteOptions.DEFAULT)) {
            writer.write(new Batch(vector.length(), List.of(vector)));
        }
        List<List<Object>> rows = ParquetJavaRows.read(file.bytes(), schema);
        assertThat(VectorRows.read(file.bytes(), 10)).isEqualTo(rows);
        return rows;
    }
}
