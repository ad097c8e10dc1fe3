package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.PageHeaderWriter;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.DataPageHeader;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.Statistics;
import io.pq2.read.ParquetFile;
import io.pq2.read.TestFooters;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.TestRows;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Checks that unreliable min/max statistics are not copied to the new file, and that unknown encodings and codecs are
 * copied or rejected.
 */
class DistrustedFilesTest {

    private static final Schema TEXT =
            SchemaText.parse("message m { required binary s; required binary d (DECIMAL(9,2)); }");

    private static List<List<Object>> textRows() {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            rows.add(List.of(ByteBuffer.wrap(new byte[] {(byte) i}), ByteBuffer.wrap(new byte[] {(byte) -i})));
        }
        return rows;
    }

    private static byte[] writtenBy(byte[] file, String createdBy) {
        return changed(file, createdBy, UnaryOperator.identity());
    }

    private static byte[] changed(byte[] file, String createdBy, UnaryOperator<ColumnChunk> change) {
        FileMetaData old = TestFooters.read(TestFooters.change(file, change));
        FileMetaData metadata = new FileMetaData(
                old.version(),
                old.schema(),
                old.numRows(),
                old.rowGroups(),
                old.keyValueMetadata(),
                createdBy,
                old.columnOrders(),
                null,
                null);
        return TestFooters.file(Arrays.copyOfRange(file, 4, file.length), metadata);
    }

    private static ColumnMetaData with(ColumnMetaData old, List<Encoding> encodings, Statistics statistics) {
        return ColumnMetaDataBuilder.of(old)
                .withoutOptionalFields()
                .encodings(encodings)
                .statistics(statistics)
                .build();
    }

    @Test
    void omitsMinMaxOfWritersWithKnownDefects() throws IOException {
        byte[] file = TestRows.write(TEXT, textRows(), WriteOptions.DEFAULT, 50).bytes();
        byte[] trusted = Rewritten.rewrite(RewriteOptions.DEFAULT, file);
        byte[] distrusted = Rewritten.rewrite(RewriteOptions.DEFAULT, writtenBy(file, "polars"));

        assertThat(chunk(trusted, 1).metadata().statistics().minValue()).isNotNull();
        assertThat(chunk(trusted, 1).columnIndexOffset()).isNotNull();
        assertThat(chunk(distrusted, 0).metadata().statistics().minValue()).isNotNull();
        assertThat(chunk(distrusted, 1).metadata().statistics().minValue()).isNull();
        assertThat(chunk(distrusted, 1).metadata().statistics().nullCount()).isZero();
        assertThat(chunk(distrusted, 1).columnIndexOffset()).isNull();
        assertThat(chunk(distrusted, 1).offsetIndexOffset()).isNotNull();
        assertThat(TestFooters.read(distrusted).keyValue("original.created.by")).isEqualTo("polars");
        assertThat(TestFooters.read(distrusted).createdBy()).startsWith("pq2 version");
        assertThat(VectorRows.read(distrusted, 20)).isEqualTo(textRows());
    }

    @Test
    void summariesOmitMinMaxOfWritersWithKnownFaults() {
        byte[] file = TestRows.write(TEXT, textRows(), WriteOptions.DEFAULT, 50).bytes();
        SummaryFooter summary = new SummaryFooter(true);
        summary.add("trusted", TestFooters.read(file));
        summary.add("distrusted", TestFooters.read(writtenBy(file, "polars")));

        List<RowGroup> rowGroups = summary.footer(true).rowGroups();
        ColumnChunk trusted = rowGroups.get(0).columns().get(1);
        ColumnChunk distrusted = rowGroups.get(1).columns().get(1);
        assertThat(trusted.metadata().statistics().minValue()).isNotNull();
        assertThat(trusted.columnIndexOffset()).isNotNull();
        assertThat(distrusted.metadata().statistics().minValue()).isNull();
        assertThat(distrusted.metadata().statistics().nullCount()).isZero();
        assertThat(distrusted.columnIndexOffset()).isNull();
        assertThat(distrusted.offsetIndexOffset()).isNotNull();
    }

    @Test
    void omitsDeprecatedMinMaxOfBinaryByOldWriters() throws IOException {
        byte[] file = TestRows.write(TEXT, textRows(), WriteOptions.DEFAULT, 50).bytes();
        UnaryOperator<ColumnChunk> deprecated = chunk -> chunk.withMetadata(with(
                chunk.metadata(),
                chunk.metadata().encodings(),
                new Statistics(new byte[1], new byte[1], 0L, null, null, null, null, null, null)));
        byte[] old = changed(file, "parquet-mr version 1.6.0 (build 1)", deprecated);
        byte[] later = changed(file, "parquet-mr version 1.9.0 (build 1)", deprecated);

        assertThat(chunk(Rewritten.rewrite(RewriteOptions.DEFAULT, old), 0)
                        .metadata()
                        .statistics()
                        .min())
                .isNull();
        assertThat(chunk(Rewritten.rewrite(RewriteOptions.DEFAULT, later), 0)
                        .metadata()
                        .statistics()
                        .min())
                .isNotNull();
    }

    @Test
    void omitsMinMaxOfOtherColumnOrder() throws IOException {
        Schema schema = SchemaText.parse("message m { required double x; }");
        List<List<Object>> rows = List.of(List.of(1.5), List.of(-2.5));
        byte[] total = TestRows.write(
                        schema, rows, WriteOptions.builder().totalOrder(true).build(), 2)
                .bytes();
        byte[] type = TestRows.write(schema, rows, WriteOptions.DEFAULT, 2).bytes();

        byte[] same = Rewritten.rewrite(RewriteOptions.DEFAULT, total, total);
        byte[] mixed = Rewritten.rewrite(RewriteOptions.DEFAULT, total, type);

        assertThat(TestFooters.read(same).columnOrders()).containsExactly(ColumnOrder.IEEE_754_TOTAL_ORDER);
        assertThat(TestFooters.read(same).rowGroups())
                .allSatisfy(rowGroup -> assertThat(rowGroup.columns()
                                .get(0)
                                .metadata()
                                .statistics()
                                .minValue())
                        .isNotNull());
        assertThat(TestFooters.read(mixed).columnOrders()).containsExactly(ColumnOrder.TYPE_ORDER);
        RowGroup first = TestFooters.read(mixed).rowGroups().get(0);
        assertThat(first.columns().get(0).metadata().statistics().minValue()).isNull();
        assertThat(first.columns().get(0).columnIndexOffset()).isNull();
        RowGroup second = TestFooters.read(mixed).rowGroups().get(1);
        assertThat(second.columns().get(0).metadata().statistics().minValue()).isNotNull();
    }

    @Test
    void decodesDeltasThatContinueAcrossPages() throws IOException {
        WriteOptions delta = WriteOptions.builder()
                .dictionary(false)
                .encoding("s", Encoding.DELTA_BYTE_ARRAY)
                .pageRows(7)
                .build();
        byte[] file = TestRows.write(TEXT, textRows(), delta, 50).bytes();
        byte[] old = writtenBy(file, "parquet-mr version 1.7.0 (build 1)");
        MemoryOutputFile output = new MemoryOutputFile("out");

        RewriteResult result = FileRewriter.rewrite(Rewritten.inputs(file, old), output, RewriteOptions.DEFAULT);

        assertThat(result.rowGroupsCopied()).isEqualTo(1);
        assertThat(result.rowGroupsEncoded()).isEqualTo(1);
        assertThat(result.metadata().rowGroups()).hasSize(2);
        assertThat(VectorRows.read(output.bytes(), 20)).hasSize(100);
    }

    @Test
    void copiesUnknownEncoding() throws IOException {
        byte[] file = unknownEncoding();

        byte[] copy = Rewritten.rewrite(RewriteOptions.DEFAULT, file);

        ColumnMetaData metadata = chunk(copy, 0).metadata();
        assertThat(metadata.encodings()).containsExactly(Encoding.RLE, Encoding.UNKNOWN);
        assertThat(metadata.unknownEncodings()).containsExactly(62);
        assertThat(pages(copy)).isEqualTo(pages(file));
        OffsetIndex index;
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("copy", copy))) {
            index = opened.offsetIndex(0, opened.schema().columns().get(0));
        }
        assertThat(index.pageLocations()).hasSize(2);
        assertThat(index.pageLocations().get(1).firstRowIndex()).isEqualTo(5);

        assertThatThrownBy(() -> Rewritten.rewrite(
                        RewriteOptions.builder().codec(CompressionCodec.GZIP).build(), file))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("file input 0, row group 0, column i, page 0")
                .hasMessageContaining("unknown encoding 62");
    }

    private static byte[] pages(byte[] file) {
        ColumnMetaData metadata = chunk(file, 0).metadata();
        int start = (int) metadata.dataPageOffset();
        return Arrays.copyOfRange(file, start, start + (int) metadata.totalCompressedSize());
    }

    /** Returns a file with two pages of five rows in encoding 62. */
    private static byte[] unknownEncoding() {
        Schema schema = SchemaText.parse("message m { required int32 i; }");
        CompactWriter content = new CompactWriter();
        for (int page = 0; page < 2; page++) {
            DataPageHeader special = new DataPageHeader(5, Encoding.ALP, Encoding.RLE, Encoding.RLE, null);
            PageHeaderWriter.write(PageHeader.of(special, 0, 0, null), content);
        }
        byte[] bytes = content.toByteArray();
        for (int i = 0; i + 1 < bytes.length; i++) {
            // The field num_values, an i32 as a zigzag varint; the encoding follows.
            if (bytes[i] == 0x15 && bytes[i + 1] == 10) {
                bytes[i + 3] = 2 * 62;
            }
        }
        return file(
                schema,
                bytes,
                List.of(Encoding.RLE, Encoding.UNKNOWN),
                List.of(62),
                CompressionCodec.UNCOMPRESSED,
                null);
    }

    private static byte[] file(
            Schema schema,
            byte[] content,
            List<Encoding> encodings,
            List<Integer> unknownEncodings,
            CompressionCodec codec,
            Integer unknownCodec) {
        ColumnMetaData metadata = ColumnMetaDataBuilder.of(PhysicalType.INT32, List.of("i"))
                .encodings(encodings)
                .codec(codec)
                .values(10)
                .bytes(content.length)
                .unknown(unknownCodec, unknownEncodings)
                .build();
        ColumnChunk chunk = new ColumnChunk(null, 0, metadata, null, null, null, null, null, null);
        RowGroup rowGroup = new RowGroup(List.of(chunk), content.length, 10, null, null, null, null);
        return TestFooters.file(
                content,
                new FileMetaData(
                        1, SchemaElements.fromSchema(schema), 10, List.of(rowGroup), null, "tests", null, null, null));
    }

    private static ColumnChunk chunk(byte[] file, int column) {
        return TestFooters.read(file).rowGroups().get(0).columns().get(column);
    }

    @Test
    void copiesUnknownCodec() throws IOException {
        Schema schema = SchemaText.parse("message m { required int32 i; }");
        CompactWriter content = new CompactWriter();
        DataPageHeader special = new DataPageHeader(10, Encoding.PLAIN, Encoding.RLE, Encoding.RLE, null);
        PageHeaderWriter.write(PageHeader.of(special, 40, 0, null), content);
        byte[] file = file(schema, content.toByteArray(), List.of(Encoding.PLAIN), null, CompressionCodec.UNKNOWN, 42);

        byte[] copy = Rewritten.rewrite(RewriteOptions.DEFAULT, file);

        assertThat(chunk(copy, 0).metadata().codec()).isEqualTo(CompressionCodec.UNKNOWN);
        assertThat(chunk(copy, 0).metadata().unknownCodec()).isEqualTo(42);
        assertThatThrownBy(() -> VectorRows.read(copy, 10))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("compression codec 42, which this version does not know");
        assertThat(pages(copy)).isEqualTo(pages(file));
        MemoryOutputFile output = new MemoryOutputFile("out");
        RewriteOptions zstd =
                RewriteOptions.builder().codec(CompressionCodec.ZSTD).build();
        assertThatThrownBy(() -> FileRewriter.rewrite(Rewritten.inputs(file), output, zstd))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("row group 0, column i: this version does not know compression codec 42");
        assertThat(output.exists()).isFalse();
    }

    @Test
    void reportsPlaceOfDamageAndWritesNoFile() {
        byte[] file = TestRows.write(TEXT, textRows(), WriteOptions.DEFAULT, 50).bytes();
        ColumnMetaData metadata = chunk(file, 1).metadata();
        byte[] damaged = file.clone();
        long start =
                metadata.dictionaryPageOffset() == null ? metadata.dataPageOffset() : metadata.dictionaryPageOffset();
        damaged[(int) (start + metadata.totalCompressedSize() - 1)] ^= 1;
        MemoryOutputFile output = new MemoryOutputFile("out");
        RewriteOptions zstd =
                RewriteOptions.builder().codec(CompressionCodec.ZSTD).build();

        assertThatThrownBy(() -> FileRewriter.rewrite(Rewritten.inputs(damaged), output, zstd))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("file input 0, row group 0, column d, page 0")
                .hasMessageContaining("crc");
        assertThat(output.exists()).isFalse();

        byte[] shortened = changed(
                file,
                "tests",
                chunk -> TestFooters.withOffsetIndex(chunk, null, null)
                        .withMetadata(with(
                                ColumnMetaDataBuilder.of(chunk.metadata())
                                        .withoutOptionalFields()
                                        .bytes(1)
                                        .dictionaryPageOffset(null)
                                        .build(),
                                List.of(Encoding.PLAIN),
                                null)));
        assertThatThrownBy(() -> FileRewriter.rewrite(Rewritten.inputs(shortened), output, RewriteOptions.DEFAULT))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("file input 0, row group 0, column s");
        assertThat(output.exists()).isFalse();
    }
}
