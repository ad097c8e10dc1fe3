package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.io.LocalOutputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.record.BatchBuilder;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.schema.TimeUnit;
import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The writer rejects invalid input with an error that names its place, and leaves no file. */
class MisuseTest {

    private static final Field REQUIRED = new PrimitiveField("x", Repetition.REQUIRED, PhysicalType.INT32);

    @TempDir
    private Path folder;

    @Test
    void rejectsNullInRequiredField() {
        Vector vector = new IntVector(3, new int[3], new long[] {0b101});
        assertRejected(REQUIRED, vector, "column x, row 1: null in a required field");
    }

    @Test
    void countsRowsOverBatches() throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("m");
        ParquetWriter writer = ParquetWriter.create(file, schema(REQUIRED), WriteOptions.DEFAULT);
        try (writer) {
            writer.write(batch(new IntVector(5000, new int[5000], null)));
            assertThatThrownBy(() -> writer.write(batch(new IntVector(1, new int[1], new long[1]))))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("row 5000");
        }
        assertThat(file.exists()).isFalse();
    }

    @Test
    void rejectsNullInRequiredFieldOfPresentStruct() {
        Field struct = new GroupField("s", Repetition.OPTIONAL, List.of(REQUIRED));
        Vector child = new IntVector(4, new int[4], new long[] {0b0010});
        assertRejected(
                struct,
                new StructVector(4, List.of(child), new long[] {0b0110}),
                "column s.x, row 2: null in a required field");
        assertAccepted(struct, new StructVector(4, List.of(child), new long[] {0b0010}));
    }

    @Test
    void namesRowOfNullElement() {
        Field list = GroupField.list("l", Repetition.OPTIONAL, REQUIRED);
        Vector elements = new IntVector(4, new int[4], new long[] {0b0111});
        assertRejected(list, new ListVector(3, new int[] {0, 2, 2, 4}, elements, null), "row 2: null in a required");
    }

    @Test
    void rejectsValuesOutsideLogicalType() {
        Field bytes = leaf(PhysicalType.INT32, new LogicalType.IntType(8, true));
        assertRejected(
                bytes,
                new IntVector(2, new int[] {127, 128}, null),
                "row 1: value 128 is outside the allowed range -128 to 127");
        Field shorts = leaf(PhysicalType.INT32, new LogicalType.IntType(16, false));
        assertRejected(
                shorts,
                new IntVector(1, new int[] {-1}, null),
                "row 0: value -1 is outside the allowed range 0 to 65535");
        Field decimal = leaf(PhysicalType.INT64, new LogicalType.DecimalType(12, 2));
        assertRejected(
                decimal,
                new LongVector(1, new long[] {1_000_000_000_000L}, null),
                "range -999999999999 to 999999999999");
        Field millis = leaf(PhysicalType.INT32, new LogicalType.TimeType(TimeUnit.MILLIS, true));
        assertRejected(
                millis,
                new IntVector(2, new int[] {86_399_999, 86_400_000}, null),
                "row 1: value 86400000 is outside the allowed range 0");
        Field nanos = leaf(PhysicalType.INT64, new LogicalType.TimeType(TimeUnit.NANOS, false));
        assertRejected(
                nanos,
                new LongVector(1, new long[] {-1}, null),
                "row 0: value -1 is outside the allowed range 0 to 86399999999999");
    }

    @Test
    void rejectsBinaryDecimalsWithTooManyDigits() {
        Field fixed = new PrimitiveField(
                "x",
                Repetition.REQUIRED,
                PhysicalType.FIXED_LEN_BYTE_ARRAY,
                4,
                new LogicalType.DecimalType(4, 1),
                null);
        assertRejected(
                fixed,
                new FixedBinaryVector(2, 4, new byte[] {0, 0, 0x27, 0x0F, -1, -1, -40, -16}, 0, null),
                "column x, row 1: unscaled value -10000 has more than 4 digits");
        Field binary = leaf(PhysicalType.BYTE_ARRAY, new LogicalType.DecimalType(2, 1));
        assertRejected(
                binary, binary(new byte[] {99}, new byte[] {100}), "row 1: unscaled value 100 has more than 2 digits");
        assertAccepted(binary, binary(new byte[] {0, 0, 99}, new byte[] {-99}, new byte[0]));
    }

    @Test
    void rejectsValuesInUnknownColumn() {
        Field nulls = leaf(PhysicalType.INT32, new LogicalType.UnknownType());
        assertAccepted(nulls, new IntVector(3, new int[3], new long[1]));
        assertRejected(
                nulls,
                new IntVector(3, new int[3], new long[] {0b010}),
                "column x, row 1: logical type UNKNOWN allows nulls only");
    }

    @Test
    void rejectsInvalidUtf8UnlessCheckIsOff() {
        Field text = leaf(PhysicalType.BYTE_ARRAY, new LogicalType.StringType());
        Vector vector = binary(new byte[] {'a'}, new byte[] {'a', (byte) 0xC3});
        assertRejected(text, vector, "column x, row 1: text of 2 bytes is not UTF-8");
        assertAccepted(leaf(PhysicalType.BYTE_ARRAY, null), vector);
        WriteOptions unchecked = WriteOptions.builder().checkText(false).build();
        assertThat(write(text, batch(vector), unchecked).exists()).isTrue();
    }

    private static BinaryVector binary(byte[]... values) {
        BinaryVectorBuilder builder = new BinaryVectorBuilder();
        for (byte[] value : values) {
            builder.append(value, 0, value.length);
        }
        return builder.build();
    }

    @Test
    void countsNullsInRowOfInvalidValue() {
        Field bytes = leaf(PhysicalType.INT32, new LogicalType.IntType(8, true));
        Vector vector = new IntVector(4, new int[] {0, 1, 1000, 2000}, new long[] {0b1010});
        assertRejected(bytes, vector, "row 3: value 2000");
    }

    @Test
    void rejectsVectorOfWrongKind() {
        assertRejected(REQUIRED, new LongVector(1, new long[1], null), "expected IntVector, found LongVector");
        assertRejected(
                new GroupField("s", Repetition.REQUIRED, List.of(REQUIRED)),
                new IntVector(1, new int[1], null),
                "expected StructVector, found IntVector");
    }

    @Test
    void rejectsBatchWithWrongColumnCount() {
        Vector vector = new IntVector(1, new int[1], null);
        assertBatchRejected(REQUIRED, new Batch(1, List.of(vector, vector)), "the batch has 2 columns, expected 1");
    }

    @Test
    void rejectsFixedBinaryOfWrongLength() {
        Field fixed = new PrimitiveField("x", Repetition.REQUIRED, PhysicalType.FIXED_LEN_BYTE_ARRAY, 4, null, null);
        assertRejected(
                fixed, new FixedBinaryVector(1, 5, new byte[5], 0, null), "values have 5 bytes, but type_length is 4");
        assertRejected(fixed, new FixedBinaryVector(2, 4, new byte[7], 0, null), "2 values of 4 bytes");
    }

    @Test
    void rejectsSlicesAndIdsOutsideTheirArrays() {
        Field binary = leaf(PhysicalType.BYTE_ARRAY, null);
        assertRejected(
                binary, new BinaryVector(1, new byte[3], new int[] {2}, new int[] {2}, null), "row 0: a slice of 2");
        BinaryVector entries = new BinaryVector(1, new byte[3], new int[] {0}, new int[] {2}, null);
        assertRejected(binary, new DictionaryVector(1, new int[] {1}, entries, null), "id 1, but its dictionary has 1");
    }

    @Test
    void rejectsListOffsetsOutsideElements() {
        Field list = GroupField.list("l", Repetition.OPTIONAL, REQUIRED);
        Vector elements = new IntVector(2, new int[2], null);
        assertRejected(list, new ListVector(1, new int[] {0, 3}, elements, null), "elements 0 to 3, but there are 2");
        assertRejected(
                list, new ListVector(2, new int[] {0, 2, 1}, elements, null), "elements 2 to 1, but there are 2");
    }

    @Test
    void rejectsInvalidSchemas() {
        assertSchemaRejected(new Schema("s", List.of()), "the schema has no fields");
        assertSchemaRejected(
                new Schema("s", List.of(new GroupField("g", Repetition.REQUIRED, List.of()))),
                "field g: the group has no fields");
        assertSchemaRejected(new Schema("s", List.of(REQUIRED, REQUIRED)), "field x occurs twice");
        assertSchemaRejected(
                new Schema("s", List.of(new PrimitiveField("a\ud800", Repetition.REQUIRED, PhysicalType.INT32))),
                "unpaired surrogate");
        assertSchemaRejected(schema(leaf(PhysicalType.INT32, new LogicalType.StringType())), "is not allowed");
    }

    @Test
    void rejectsUnsupportedCodecBeforeCreatingFile() {
        assertThatThrownBy(() -> ParquetWriter.create(
                        LocalOutputFile.of(folder.resolve("a.parquet")),
                        schema(REQUIRED),
                        WriteOptions.builder().codec(CompressionCodec.UNKNOWN).build()))
                .isInstanceOf(UnsupportedFeatureException.class);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void fileAppearsWhenClosed() throws IOException {
        Path path = folder.resolve("a.parquet");
        ParquetWriter writer = ParquetWriter.create(LocalOutputFile.of(path), schema(REQUIRED), WriteOptions.DEFAULT);
        try (writer) {
            writer.write(batch(new IntVector(1, new int[1], null)));
            assertThat(path).doesNotExist();
        }
        assertThat(files()).containsExactly("a.parquet");
        assertThat(Files.size(path)).isGreaterThan(writer.bytesWritten() - 1);
        assertThat(writer.metadata().numRows()).isEqualTo(1);
    }

    @Test
    void abortLeavesNoFile() throws IOException {
        ParquetWriter writer = ParquetWriter.create(
                LocalOutputFile.of(folder.resolve("a.parquet")), schema(REQUIRED), WriteOptions.DEFAULT);
        try (writer) {
            writer.write(batch(new IntVector(1, new int[1], null)));
            writer.abort();
        }
        assertThat(files()).isEmpty();
        assertThatThrownBy(writer::metadata).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void failedWriteLeavesNoFile() throws IOException {
        ParquetWriter writer = ParquetWriter.create(
                LocalOutputFile.of(folder.resolve("a.parquet")), schema(REQUIRED), WriteOptions.DEFAULT);
        try (writer) {
            assertThatThrownBy(() -> writer.write(batch(new LongVector(1, new long[1], null))))
                    .isInstanceOf(InvalidDataException.class);
            assertThatThrownBy(() -> writer.write(batch(new IntVector(1, new int[1], null))))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("after a failed write");
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void rejectsWriteAfterClose() throws IOException {
        ParquetWriter writer = ParquetWriter.create(new MemoryOutputFile("m"), schema(REQUIRED), WriteOptions.DEFAULT);
        writer.close();
        assertThatThrownBy(() -> writer.write(batch(new IntVector(1, new int[1], null))))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("after it was closed");
    }

    @Test
    void replacesExistingFileOnlyOnRequest() throws IOException {
        Path path = folder.resolve("a.parquet");
        Files.writeString(path, "old");
        assertThatThrownBy(() -> ParquetWriter.create(LocalOutputFile.of(path), schema(REQUIRED), WriteOptions.DEFAULT))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(path).hasContent("old");
        ParquetWriter.create(LocalOutputFile.overwriting(path), schema(REQUIRED), WriteOptions.DEFAULT)
                .close();
        assertThat(Arrays.copyOf(Files.readAllBytes(path), 4)).containsExactly('P', 'A', 'R', '1');
        assertThat(files()).containsExactly("a.parquet");
    }

    @Test
    void rejectsIncompleteRow() {
        BatchBuilder batch = new BatchBuilder(schema(REQUIRED));
        batch.endRow();
        assertThatThrownBy(batch::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("column x");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.map(path -> path.getFileName().toString()).toList();
        }
    }

    private static Field leaf(PhysicalType type, LogicalType logical) {
        return new PrimitiveField("x", Repetition.OPTIONAL, type, logical);
    }

    private static Schema schema(Field field) {
        return new Schema("test", List.of(field));
    }

    private static Batch batch(Vector vector) {
        return new Batch(vector.length(), List.of(vector));
    }

    private static void assertRejected(Field field, Vector vector, String message) {
        assertBatchRejected(field, batch(vector), message);
    }

    private static void assertBatchRejected(Field field, Batch batch, String message) {
        assertThatThrownBy(() -> write(field, batch))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(message);
    }

    private static void assertAccepted(Field field, Vector vector) {
        assertThat(write(field, batch(vector)).exists()).isTrue();
    }

    private static MemoryOutputFile write(Field field, Batch batch) {
        return write(field, batch, WriteOptions.DEFAULT);
    }

    private static MemoryOutputFile write(Field field, Batch batch, WriteOptions options) {
        MemoryOutputFile file = new MemoryOutputFile("m");
        try (ParquetWriter writer = ParquetWriter.create(file, schema(field), options)) {
            writer.write(batch);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return file;
    }

    private static void assertSchemaRejected(Schema schema, String message) {
        assertThatThrownBy(() -> ParquetWriter.create(new MemoryOutputFile("m"), schema, WriteOptions.DEFAULT))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(message);
    }
}
