package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.internal.thrift.PageHeaderWriter;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.ListVector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads correct files in which a few bytes represent a very large number of values. */
class DecompressionBombTest {

    private static final Field INT = new PrimitiveField("element", Repetition.OPTIONAL, PhysicalType.INT32);

    private static ParquetFile open(Field field, int values, long rows, byte[] repetition, byte[] definition)
            throws IOException {
        CompactWriter header = new CompactWriter();
        PageHeaderWriter.write(
                PageHeader.of(
                        new DataPageHeaderV2(
                                values,
                                values,
                                (int) rows,
                                Encoding.PLAIN,
                                definition.length,
                                repetition.length,
                                false,
                                null),
                        repetition.length + definition.length,
                        repetition.length + definition.length,
                        null),
                header);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
        file.writeBytes(header.toByteArray());
        file.writeBytes(repetition);
        file.writeBytes(definition);
        int end = file.size();
        byte[] footer = FooterWriter.write(footer(new Schema("m", List.of(field)), values, rows, end - 4));
        file.writeBytes(footer);
        file.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(footer.length)
                .array());
        file.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
        return ParquetFile.open(new MemoryInputFile("bomb", file.toByteArray()));
    }

    private static FileMetaData footer(Schema schema, int values, long rows, int length) {
        ColumnMetaData metadata = ColumnMetaDataBuilder.of(
                        PhysicalType.INT32, schema.columns().get(0).path())
                .encodings(List.of(Encoding.PLAIN, Encoding.RLE))
                .values(values)
                .bytes(length)
                .build();
        ColumnChunk chunk = new ColumnChunk(null, 0, metadata, null, null, null, null, null, null);
        RowGroup rowGroup = new RowGroup(List.of(chunk), length, rows, null, null, null, null);
        return new FileMetaData(
                1, SchemaElements.fromSchema(schema), rows, List.of(rowGroup), null, null, null, null, null);
    }

    /** Returns a hybrid run of one repeated level of at most 8 bits. */
    private static byte[] run(int level, int count) {
        ByteArrayOutputStream run = new ByteArrayOutputStream();
        long header = (long) count << 1;
        for (; header > 0x7F; header >>>= 7) {
            run.write((int) (header & 0x7F | 0x80));
        }
        run.write((int) header);
        run.write(level);
        return run.toByteArray();
    }

    private static byte[] runs(byte[] first, byte[] second) {
        ByteBuffer both = ByteBuffer.allocate(first.length + second.length);
        return both.put(first).put(second).array();
    }

    @Test
    void rejectsRowWithBillionNullElements() throws IOException {
        int values = 1 << 30;
        Field list = GroupField.list("l", Repetition.OPTIONAL, INT);
        try (ParquetFile file = open(list, values, 1, runs(run(0, 1), run(1, values - 1)), run(2, values));
                BatchReader reader = file.scan().open()) {
            assertThatThrownBy(reader::next)
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("file bomb, row group 0, column l.list.element")
                    .hasMessageContaining("values of a column in a batch");
        }
    }

    @Test
    void readsLongRowsInSmallBatches() throws IOException {
        int values = 1 << 22;
        Field list = GroupField.list("l", Repetition.OPTIONAL, INT);
        byte[] repetition = runs(runs(run(0, 1), run(1, values / 2 - 1)), runs(run(0, 1), run(1, values / 2 - 1)));
        try (ParquetFile file = open(list, values, 2, repetition, run(2, values));
                BatchReader reader = file.scan().open()) {
            Batch batch = reader.next();
            assertThat(batch.rowCount()).isEqualTo(1);
            ListVector lists = (ListVector) batch.columns().get(0);
            assertThat(lists.offsets()[1]).isEqualTo(values / 2);
            assertThat(lists.elements().nullCount()).isEqualTo(values / 2);
            assertThat(reader.next().rowCount()).isEqualTo(1);
            assertThat(reader.next()).isNull();
        }
    }

    @Test
    void readsMillionNullRowsInBatches() throws IOException {
        int values = 1_000_000;
        try (ParquetFile file = open(INT, values, values, new byte[0], run(0, values));
                BatchReader reader = file.scan().open()) {
            long nulls = 0;
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                nulls += batch.columns().get(0).nullCount();
            }
            assertThat(nulls).isEqualTo(values);
        }
    }
}
