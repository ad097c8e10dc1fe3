package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.IntEncoder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.page.DataPageContent;
import io.pq2.internal.page.PageWriter;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.PageHeaderReader;
import io.pq2.internal.thrift.PageHeaderWriter;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import io.pq2.metadata.RowGroup;
import io.pq2.record.RowReader;
import io.pq2.schema.Field;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads files with known defects of known writer versions. */
class WriterDefectsTest {

    static final List<String> WORDS = List.of("apple", "apply", "applicant", "apron", "april", "bear", "beard");
    private static final int ROWS_PER_PAGE = 3;
    static final PrimitiveField TEXT =
            new PrimitiveField("t", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, new LogicalType.StringType());
    private static final PrimitiveField FIXED =
            new PrimitiveField("t", Repetition.REQUIRED, PhysicalType.FIXED_LEN_BYTE_ARRAY, 5, null, null);

    @Test
    void readsDeltasThatContinueAcrossPagesInOldParquetMr() throws IOException {
        byte[] bytes = deltas(TEXT, "parquet-mr version 1.6.0 (build x)", WORDS);
        assertThat(read(bytes, 0)).isEqualTo(WORDS);
        assertThat(read(bytes, 4)).isEqualTo(WORDS.subList(4, WORDS.size()));
        assertThat(read(deltas(TEXT, null, WORDS), 0)).isEqualTo(WORDS);
    }

    @Test
    void readsFixedLengthDeltasThatContinueAcrossPagesInOldParquetMr() throws IOException {
        List<String> values = List.of("apple", "apply", "april", "aptly", "aptxx", "apzzz", "bears");
        byte[] bytes = deltas(FIXED, "parquet-mr version 1.7.0 (build x)", values);
        assertThat(read(bytes, 0)).isEqualTo(values);
        assertThat(read(bytes, 5)).isEqualTo(values.subList(5, values.size()));
    }

    @Test
    void rejectsDeltasThatContinueAcrossPagesInOtherWriters() {
        for (String createdBy : new String[] {"parquet-mr version 1.8.0 (build x)", "pq2 version 1.0"}) {
            assertThatThrownBy(() -> read(deltas(TEXT, createdBy, WORDS), 0))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("DELTA_BYTE_ARRAY")
                    .hasMessageContaining("page 1");
        }
    }

    @Test
    void decompressesPagesOfOldArrowDespiteTheirFlag() throws IOException {
        assertThat(read(plain("parquet-cpp version 1.5.1-SNAPSHOT", 0, false), 0))
                .isEqualTo(WORDS);
    }

    @Test
    void acceptsNumNullsOfMinusOneFromParquetJava() throws IOException {
        String createdBy = "parquet-mr version 1.17.0 (build x)";
        assertThat(read(plain(createdBy, -1, true), 0)).isEqualTo(WORDS);
        assertThatThrownBy(() -> read(plain(createdBy, -2, true), 0))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("DataPageHeaderV2.num_nulls");
    }

    /** Returns a file with one page of version 2 with the given header fields. */
    private static byte[] plain(String createdBy, int nulls, boolean compressed) {
        byte[] pages = page(pageWriter -> {
            EncodedBytes values = new EncodedBytes();
            for (String word : WORDS) {
                values.putInt(word.length());
                values.putBytes(word.getBytes(StandardCharsets.UTF_8), 0, word.length());
            }
            byte[] framed = pageWriter
                    .dataPageV2(content(WORDS.size(), Encoding.PLAIN, values))
                    .bytes();
            return changed(framed, nulls, compressed);
        });
        ColumnMetaData metadata = metadata(TEXT, Encoding.PLAIN, CompressionCodec.GZIP, WORDS.size(), pages.length);
        return file(TEXT, metadata, createdBy, pages);
    }

    private interface Framing {
        byte[] frame(PageWriter pageWriter);
    }

    private static byte[] page(Framing framing) {
        try (PageWriter pageWriter = new PageWriter(CompressionCodec.GZIP, null, false)) {
            return framing.frame(pageWriter);
        }
    }

    /** Returns a page with other values in its header. */
    private static byte[] changed(byte[] page, int nulls, boolean compressed) {
        CompactReader in = new CompactReader(page, 0, page.length);
        PageHeader header = PageHeaderReader.read(in);
        DataPageHeaderV2 special = header.dataPageHeaderV2();
        DataPageHeaderV2 changed = new DataPageHeaderV2(
                special.numValues(),
                nulls,
                special.numRows(),
                special.encoding(),
                special.definitionLevelsByteLength(),
                special.repetitionLevelsByteLength(),
                compressed,
                null);
        CompactWriter out = new CompactWriter();
        PageHeaderWriter.write(
                new PageHeader(
                        PageType.DATA_PAGE_V2,
                        header.uncompressedPageSize(),
                        header.compressedPageSize(),
                        null,
                        null,
                        null,
                        null,
                        changed),
                out);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(out.toByteArray());
        bytes.write(page, in.position(), page.length - in.position());
        return bytes.toByteArray();
    }

    /**
     * Returns a file of compressed DELTA_BYTE_ARRAY pages with three values each. The first prefix of a page refers to
     * the last value of the page before.
     */
    static byte[] deltas(PrimitiveField field, String createdBy, List<String> words) {
        ByteArrayOutputStream pages = new ByteArrayOutputStream();
        String before = "";
        try (PageWriter pageWriter = new PageWriter(CompressionCodec.GZIP, null, false)) {
            for (int from = 0; from < words.size(); from += ROWS_PER_PAGE) {
                List<String> some = words.subList(from, Math.min(words.size(), from + ROWS_PER_PAGE));
                int[] prefixes = new int[some.size()];
                int[] suffixes = new int[some.size()];
                StringBuilder text = new StringBuilder();
                for (int i = 0; i < prefixes.length; i++) {
                    String word = some.get(i);
                    while (before.startsWith(word.substring(0, prefixes[i] + 1))) {
                        prefixes[i]++;
                    }
                    suffixes[i] = word.length() - prefixes[i];
                    text.append(word.substring(prefixes[i]));
                    before = word;
                }
                EncodedBytes values = new EncodedBytes();
                append(values, prefixes);
                append(values, suffixes);
                values.putBytes(text.toString().getBytes(StandardCharsets.UTF_8), 0, text.length());
                pages.writeBytes(pageWriter
                        .dataPage(content(some.size(), Encoding.DELTA_BYTE_ARRAY, values))
                        .bytes());
            }
        }
        ColumnMetaData metadata =
                metadata(field, Encoding.DELTA_BYTE_ARRAY, CompressionCodec.GZIP, words.size(), pages.size());
        return file(field, metadata, createdBy, pages.toByteArray());
    }

    private static void append(EncodedBytes out, int[] numbers) {
        IntEncoder encoder = ValueEncoders.ints(Encoding.DELTA_BINARY_PACKED, out);
        encoder.write(numbers, 0, numbers.length);
        encoder.finish();
    }

    private static DataPageContent content(int rows, Encoding encoding, EncodedBytes values) {
        return new DataPageContent(rows, rows, 0, null, 0, null, 0, encoding, values.array(), values.size());
    }

    private static ColumnMetaData metadata(
            PrimitiveField field, Encoding encoding, CompressionCodec codec, int rows, int bytes) {
        return ColumnMetaDataBuilder.of(field.physicalType(), List.of("t"))
                .encodings(List.of(encoding))
                .codec(codec)
                .values(rows)
                .bytes(bytes)
                .build();
    }

    private static byte[] file(Field field, ColumnMetaData metadata, String createdBy, byte[] pages) {
        ColumnChunk chunk = new ColumnChunk(null, 0, metadata, null, null, null, null, null, null);
        RowGroup rowGroup = new RowGroup(List.of(chunk), pages.length, metadata.numValues(), null, null, null, null);
        return TestFooters.file(
                pages,
                new FileMetaData(
                        1,
                        SchemaElements.fromSchema(new Schema("m", List.of(field))),
                        metadata.numValues(),
                        List.of(rowGroup),
                        null,
                        createdBy,
                        null,
                        null,
                        null));
    }

    private static List<String> read(byte[] bytes, long first) throws IOException {
        List<String> values = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("file", bytes));
                RowReader rows = new RowReader(
                        file.scan().rows(first, Long.MAX_VALUE).batchSize(2).open())) {
            while (rows.next()) {
                values.add(new String(rows.row().getBinary(0), StandardCharsets.UTF_8));
            }
        }
        return values;
    }
}
