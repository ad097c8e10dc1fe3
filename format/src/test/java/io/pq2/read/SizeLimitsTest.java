package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.LimitExceededException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.deltabinarypacked.DeltaIntEncoder;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.predicate.PredicateText;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads small files that claim large sizes. Memory and time stay in proportion to the files, or within limits. */
@Timeout(60)
class SizeLimitsTest {

    private static final byte[] NONE = {};
    private static final ReadOptions SMALL =
            ReadOptions.builder().maxDecodingBytes(64 << 20).build();

    /** Reads all columns of a file and returns the number of rows. */
    private static long read(CraftedFile file, ReadOptions options) throws IOException {
        long rows = 0;
        try (ParquetFile opened = file.open(options);
                BatchReader reader = opened.scan().open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                rows += batch.rowCount();
            }
        }
        return rows;
    }

    /** Reads a file that cannot be read, and returns the number of bytes that this allocated. */
    private static long allocatedUntil(Class<? extends ParquetException> failure, String message, CraftedFile file) {
        return allocatedUntil(failure, message, file, ReadOptions.DEFAULT);
    }

    private static long allocatedUntil(
            Class<? extends ParquetException> failure, String message, CraftedFile file, ReadOptions options) {
        long before = AllocatedBytes.soFar();
        assertThatThrownBy(() -> read(file, options))
                .isInstanceOf(failure)
                .hasMessageContaining("file crafted")
                .hasMessageContaining(message);
        return AllocatedBytes.soFar() - before;
    }

    /** Returns a block of a codec that stops after few bytes, or is short. */
    private static byte[] shortBlock(CompressionCodec codec, int length) {
        byte[] block = codec == CompressionCodec.LZO
                ? new byte[] {18, 7, 17, 0, 0}
                : PageFileBuilder.compress(codec, new byte[100]);
        return Arrays.copyOf(block, Math.max(block.length, length));
    }

    @ParameterizedTest
    @EnumSource(
            value = CompressionCodec.class,
            names = {"UNCOMPRESSED", "UNKNOWN", "BROTLI"},
            mode = EnumSource.Mode.EXCLUDE)
    void allocatesWhatTheCodecYieldsInsteadOfWhatThePageClaims(CompressionCodec codec) {
        // The page is long enough for the claim by the codec's largest ratio.
        boolean zstd = codec == CompressionCodec.ZSTD;
        byte[] block = shortBlock(codec, zstd ? 40_000 : 1 << 20);
        int claimed = block.length * (zstd ? 20_000 : codec == CompressionCodec.SNAPPY ? 21 : 200);
        CraftedFile file = new CraftedFile("required binary b;")
                .codec(codec)
                .claimedPage(claimed)
                .v1(Encoding.PLAIN, 1, block)
                .chunk(1)
                .rowGroup(1);
        assertThat(allocatedUntil(CorruptFileException.class, "row group 0, column b, page 0, offset 4", file))
                .isLessThan(36L << 20);
    }

    @Test
    void brotliClaimsAreJustifiedToo() {
        // An empty last meta-block, and bytes after it.
        byte[] block = Arrays.copyOf(new byte[] {6}, 1_000);
        CraftedFile file = new CraftedFile("required binary b;")
                .codec(CompressionCodec.BROTLI)
                .claimedPage(1 << 30)
                .v1(Encoding.PLAIN, 1, block)
                .chunk(1)
                .rowGroup(1);
        assertThat(allocatedUntil(CorruptFileException.class, "column b, page 0, offset 4", file))
                .isLessThan(4L << 20);
    }

    @ParameterizedTest
    @EnumSource(
            value = CompressionCodec.class,
            names = {"GZIP", "ZSTD", "LZ4", "LZ4_RAW"})
    void readsHighlyCompressiblePages(CompressionCodec codec) throws IOException {
        int values = 3 << 20;
        byte[] page = new byte[Integer.BYTES * values];
        CraftedFile file = new CraftedFile("required int32 i;")
                .codec(codec)
                .claimedPage(page.length)
                .v1(Encoding.PLAIN, values, PageFileBuilder.compress(codec, page))
                .chunk(values)
                .rowGroup(values);
        assertThat(read(file, ReadOptions.DEFAULT)).isEqualTo(values);
    }

    @Test
    void pagesHaveALimit() throws IOException {
        byte[] page = new byte[4_000];
        CraftedFile file = new CraftedFile("required int32 i;")
                .codec(CompressionCodec.ZSTD)
                .claimedPage(page.length)
                .v1(Encoding.PLAIN, 1_000, PageFileBuilder.compress(CompressionCodec.ZSTD, page))
                .chunk(1_000)
                .rowGroup(1_000);
        assertThat(read(file, ReadOptions.builder().maxPageBytes(4_000).build()))
                .isEqualTo(1_000);
        assertThatThrownBy(() ->
                        read(file, ReadOptions.builder().maxPageBytes(3_999).build()))
                .isInstanceOfSatisfying(LimitExceededException.class, e -> {
                    assertThat(e.limit()).isEqualTo("pq2.read.maxPageBytes");
                    assertThat(e.maximum()).isEqualTo(3_999);
                })
                .hasMessage("file crafted, row group 0, column i, page 0, offset 4: the page has 4000 bytes after"
                        + " decompression; the limit pq2.read.maxPageBytes is 3999. Raise it if you trust the file's"
                        + " writer");
    }

    @Test
    void columnsShareOneBudget() {
        int columns = 100;
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < columns; i++) {
            fields.append("required int32 c").append(i).append("; ");
        }
        byte[] page = PageFileBuilder.compress(CompressionCodec.ZSTD, new byte[4 << 20]);
        CraftedFile file =
                new CraftedFile(fields.toString()).codec(CompressionCodec.ZSTD).claimedPage(4 << 20);
        for (int i = 0; i < columns; i++) {
            file.v1(Encoding.PLAIN, 1 << 20, page).chunk(1 << 20);
        }
        file.rowGroup(1 << 20);
        assertThat(allocatedUntil(LimitExceededException.class, "pq2.read.maxDecodingBytes is 67108864", file, SMALL))
                .isLessThan(150L << 20);
    }

    @Test
    void oneScanDoesNotExpandWithoutLimit() {
        // Each page has few bytes and is allowed; all of them together are not.
        byte[] page = PageFileBuilder.compress(CompressionCodec.ZSTD, new byte[64 << 20]);
        CraftedFile file = new CraftedFile("required int32 i;")
                .codec(CompressionCodec.ZSTD)
                .claimedPage(64 << 20);
        for (int i = 0; i < 20; i++) {
            file.v1(Encoding.PLAIN, 16 << 20, page);
        }
        file.chunk(20L << 24).rowGroup(20L << 24);
        ReadOptions options = ReadOptions.builder().maxExpansion(100).build();
        assertThat(allocatedUntil(LimitExceededException.class, "pq2.read.maxExpansion is 100", file, options))
                .isLessThan(150L << 20);
    }

    @Test
    void columnChunksDoNotOverlap() {
        CraftedFile columns = new CraftedFile("required int32 a; required int32 b;")
                .v1(Encoding.PLAIN, 1, new byte[4])
                .chunk(1);
        columns.chunkAt(1, 4, columns.position() - 4).rowGroup(1);
        assertThatThrownBy(() -> read(columns, ReadOptions.DEFAULT))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(
                        "file crafted, row group 0, column b, offset 4: the column chunk has the bytes 4 to")
                .hasMessageContaining("overlap the bytes 4 to")
                .hasMessageContaining("of column a in row group 0");
        CraftedFile rowGroups = new CraftedFile("required int32 a;").v1(Encoding.PLAIN, 1, new byte[4]);
        int end = rowGroups.position();
        rowGroups.chunkAt(1, 4, end - 4).rowGroup(1).chunkAt(1, 4, end - 5).rowGroup(1);
        assertThatThrownBy(() -> read(rowGroups, ReadOptions.DEFAULT))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("row group 1, column a")
                .hasMessageContaining("overlap the bytes 4 to " + end + " of column a in row group 0");
    }

    @Test
    void rowGroupsThatNameTheSameChunksRepeatFewBytes() throws IOException {
        assertThat(read(repeated(1, 1_000), ReadOptions.DEFAULT)).isEqualTo(1_000);

        CraftedFile large = repeated(1 << 14, 2_000);
        assertThat(allocatedUntil(CorruptFileException.class, "more than 64 times the ", large))
                .isLessThan(32L << 20);
    }

    /** Returns a file whose row groups all name the same chunk. */
    private static CraftedFile repeated(int values, int rowGroups) {
        CraftedFile file =
                new CraftedFile("required int32 a;").v1(Encoding.PLAIN, values, new byte[Integer.BYTES * values]);
        int length = file.position() - 4;
        for (int i = 0; i < rowGroups; i++) {
            file.chunkAt(values, 4, length).rowGroup(values);
        }
        return file;
    }

    @Test
    void bytesThatRowGroupsRepeatCountOnceForLimits() {
        int values = 1 << 30;
        CraftedFile file =
                new CraftedFile("optional int32 a;").v1(Encoding.PLAIN, values, CraftedFile.runV1(0, values));
        int length = file.position() - 4;
        for (int i = 0; i < 100; i++) {
            file.chunkAt(values, 4, length).rowGroup(values);
        }
        assertThat(allocatedUntil(LimitExceededException.class, "pq2.read.maxValuesPerByte is 65536", file))
                .isLessThan(4L << 20);

        byte[] page = PageFileBuilder.compress(CompressionCodec.ZSTD, new byte[64 << 20]);
        CraftedFile expanding = new CraftedFile("required int32 i;")
                .codec(CompressionCodec.ZSTD)
                .claimedPage(64 << 20)
                .v1(Encoding.PLAIN, 16 << 20, page);
        int stored = expanding.position() - 4;
        for (int i = 0; i < 20; i++) {
            expanding.chunkAt(16 << 20, 4, stored).rowGroup(16 << 20);
        }
        ReadOptions options = ReadOptions.builder().maxExpansion(100).build();
        assertThat(allocatedUntil(
                        LimitExceededException.class,
                        "bytes were decoded from column chunks of " + stored + " bytes",
                        expanding,
                        options))
                .isLessThan(300L << 20);
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 62, 1L << 42})
    void rowsNeedBytes(long rows) {
        CraftedFile file = new CraftedFile("optional int32 a;")
                .v1(Encoding.PLAIN, 1, CraftedFile.runV1(0, 1))
                .chunk(rows)
                .rowGroup(rows);
        assertThat(allocatedUntil(LimitExceededException.class, "pq2.read.maxValuesPerByte is 65536", file))
                .isLessThan(4L << 20);
        assertThatThrownBy(() -> {
                    try (ParquetFile opened = file.open(ReadOptions.DEFAULT);
                            BatchReader reader = opened.scan().columns().open()) {
                        reader.next();
                    }
                })
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining(rows + " rows in a file of ");
    }

    @Test
    void claimsOfChunksDoNotShortenBatches() throws IOException {
        CraftedFile file = new CraftedFile("optional binary a;")
                .v1(Encoding.PLAIN, 1 << 24, CraftedFile.runV1(0, 1 << 24))
                .claimedChunk(Long.MAX_VALUE)
                .chunk(1 << 24)
                .rowGroup(1 << 24);
        try (ParquetFile opened = file.open(ReadOptions.DEFAULT);
                BatchReader reader = opened.scan().open()) {
            assertThat(reader.next().rowCount()).isGreaterThan(1_000);
        }
    }

    @Test
    void valuesPerByteCanBeRaised() throws IOException {
        int rows = 1 << 20;
        CraftedFile file = new CraftedFile("optional int32 a;")
                .v1(Encoding.PLAIN, rows, CraftedFile.runV1(0, rows))
                .chunk(rows)
                .rowGroup(rows);
        assertThat(read(file, ReadOptions.DEFAULT)).isEqualTo(rows);
    }

    /** Each group claims all elements that are left as its children. */
    @Test
    void groupsDoNotReserveTheChildrenThatTheyClaim() {
        Field field = new PrimitiveField("x", Repetition.REQUIRED, PhysicalType.INT32);
        List<Field> leaves = new ArrayList<>(Collections.nCopies(20_000, field));
        for (int depth = 0; depth < 190; depth++) {
            leaves = List.of(new GroupField("g", Repetition.REQUIRED, leaves, null, null));
        }
        byte[] bytes = new CraftedFile(new Schema("m", leaves)).bytes();
        // The children of each group are the only or the last ones, so their number can be any claim.
        long before = AllocatedBytes.soFar();
        assertThatCode(() ->
                        ParquetFile.open(new MemoryInputFile("crafted", bytes)).close())
                .doesNotThrowAnyException();
        assertThat(AllocatedBytes.soFar() - before).isLessThan(bytes.length * 250L);
    }

    @Test
    void footersHaveALimit() {
        Field field = new PrimitiveField("x", Repetition.REQUIRED, PhysicalType.INT32);
        CraftedFile file = new CraftedFile(new Schema("m", Collections.nCopies(20_000, field)));
        ReadOptions options = ReadOptions.builder().maxDecodingBytes(5 << 20).build();
        assertThat(allocatedUntil(LimitExceededException.class, "the footer with 20001 schema elements", file, options))
                .isLessThan(20L << 20);
    }

    @Test
    void wideBatchesStayWithinTheirSize() throws IOException {
        int columns = 20_000;
        int rows = 4_096;
        Schema schema = wide(columns);
        CraftedFile file = new CraftedFile(schema);
        byte[] page = PageFileBuilder.concat(CraftedFile.runV1(1, rows), new byte[] {0}, CraftedFile.run(0, rows));
        for (int i = 0; i < columns; i++) {
            file.dictionary(1, new byte[8]);
            file.v1(Encoding.PLAIN_DICTIONARY, rows, page).chunk(rows);
        }
        file.rowGroup(rows);
        long largest = 0;
        long read = 0;
        try (ParquetFile opened = file.open(ReadOptions.builder()
                        .maxBatchBytes(16 << 20)
                        .maxDecodingBytes(256 << 20)
                        .build());
                BatchReader reader = opened.scan().open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                largest = Math.max(largest, batch.rowCount());
                read += batch.rowCount();
            }
        }
        assertThat(read).isEqualTo(rows);
        assertThat(largest * columns * Long.BYTES).isBetween(8L << 20, 16L << 20);
    }

    private static Schema wide(int columns) {
        List<Field> fields = new ArrayList<>(columns);
        for (int i = 0; i < columns; i++) {
            fields.add(new PrimitiveField("c" + i, Repetition.OPTIONAL, PhysicalType.INT64));
        }
        return new Schema("m", fields);
    }

    @Test
    void assembledPrefixesOfAllColumnsShareOneBudget() {
        byte[] page = prefixes(200_000, 2_000);
        CraftedFile file = new CraftedFile("required binary a; required binary b; required binary c;");
        for (int i = 0; i < 3; i++) {
            file.v1(Encoding.DELTA_BYTE_ARRAY, 2_000, page).chunk(2_000);
        }
        file.rowGroup(2_000);
        ReadOptions options = ReadOptions.builder().maxDecodingBytes(1L << 30).build();
        assertThat(allocatedUntil(LimitExceededException.class, "pq2.read.maxDecodingBytes", file, options))
                .isLessThan(3L << 30);
        assertThat(allocatedUntil(LimitExceededException.class, "column a, page 0, offset 4", file, SMALL))
                .isLessThan(150L << 20);
    }

    /** Returns a DELTA_BYTE_ARRAY page in which each value repeats the first one and adds a byte. */
    private static byte[] prefixes(int length, int count) {
        EncodedBytes page = new EncodedBytes();
        DeltaIntEncoder lengths = new DeltaIntEncoder(page);
        int[] prefixes = new int[count];
        Arrays.fill(prefixes, 1, count, length);
        lengths.write(prefixes, 0, count);
        lengths.finish();
        int[] suffixes = new int[count];
        Arrays.fill(suffixes, 1);
        suffixes[0] = length;
        lengths.write(suffixes, 0, count);
        lengths.finish();
        page.putBytes(new byte[length + count], 0, length + count);
        return page.toByteArray();
    }

    /** The levels of one row, a few bytes, make 32 million entries in each of 20 nested lists. */
    @Test
    void nestedListsShareOneBudget() {
        int values = 1 << 25;
        Field field = new PrimitiveField("x", Repetition.OPTIONAL, PhysicalType.INT32);
        for (int depth = 0; depth < 20; depth++) {
            field = new GroupField("l", Repetition.REPEATED, List.of(field), null, null);
        }
        byte[] repetition = PageFileBuilder.concat(CraftedFile.run(0, 1), CraftedFile.run(20, values - 1));
        CraftedFile file = new CraftedFile(new Schema("m", List.of(field)))
                .v2(Encoding.PLAIN, values, 1, repetition, CraftedFile.run(20, values), NONE)
                .chunk(values)
                .rowGroup(1);
        ReadOptions options = ReadOptions.builder().maxDecodingBytes(128 << 20).build();
        assertThat(allocatedUntil(LimitExceededException.class, "pq2.read.maxDecodingBytes", file, options))
                .isLessThan(300L << 20);
    }

    /** Each null of a wide FIXED_LEN_BYTE_ARRAY needs the memory of a value. */
    @Test
    void nullsOfWideValuesCountAsDecoded() {
        int rows = 1_000_000;
        CraftedFile file = new CraftedFile("optional fixed_len_byte_array(4194304) f;")
                .v1(Encoding.PLAIN, rows, CraftedFile.runV1(0, rows))
                .chunk(rows)
                .rowGroup(rows);
        assertThat(allocatedUntil(LimitExceededException.class, "pq2.read.maxExpansion", file))
                .isLessThan(300L << 20);
    }

    /** Pages with and without dictionary alternate, so that each batch mixes slices of both. */
    @Test
    void mixedPagesDoNotCopyTheDictionaryRepeatedly() throws IOException {
        int pages = 4_000;
        byte[] entry = PageFileBuilder.concat(PageFileBuilder.littleEndian(1 << 20), new byte[1 << 20]);
        byte[] small = PageFileBuilder.concat(PageFileBuilder.littleEndian(1), new byte[1]);
        CraftedFile file = new CraftedFile("required binary b;").dictionary(2, PageFileBuilder.concat(small, entry));
        for (int i = 0; i < pages / 2; i++) {
            file.v1(Encoding.PLAIN, 1, small);
            file.v1(Encoding.PLAIN_DICTIONARY, 1, new byte[] {1, 2, 0});
        }
        file.chunk(pages).rowGroup(pages);
        long before = AllocatedBytes.soFar();
        assertThat(read(file, ReadOptions.DEFAULT)).isEqualTo(pages);
        assertThat(AllocatedBytes.soFar() - before).isLessThan(64L << 20);
    }

    /** Powers of ten of such decimals would take hours. Their bytes are still readable. */
    @Test
    void decimalsOfBillionsOfDigitsAreNotRecognized() throws IOException {
        byte[] value = PageFileBuilder.concat(PageFileBuilder.littleEndian(1), new byte[] {7});
        byte[] file = new CraftedFile("required binary d (DECIMAL(150000,150000));")
                .v1(Encoding.PLAIN, 1, value)
                .chunk(1)
                .rowGroup(1)
                .bytes();
        // The varint of 150,000 in the converted and in the logical type.
        replace(file, new byte[] {(byte) 0xE0, (byte) 0xA7, 0x12}, new byte[] {(byte) 0xE0, (byte) 0xA7, 0x7E});
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("crafted", file));
                BatchReader reader = opened.scan().open()) {
            assertThat(opened.schema().columns().get(0).field().logicalType())
                    .isInstanceOf(LogicalType.UnrecognizedType.class);
            assertThat(reader.next().rowCount()).isEqualTo(1);
        }
    }

    private static void replace(byte[] bytes, byte[] from, byte[] to) {
        for (int i = 0; i + from.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + from.length, from, 0, from.length)) {
                System.arraycopy(to, 0, bytes, i, to.length);
            }
        }
    }

    /** Two fields have the same name; one of them is a group with a column of the filter. */
    @Test
    void fieldsWithEqualNamesAreNotConfused() throws IOException {
        byte[] one = PageFileBuilder.plain(1);
        byte[] text = PageFileBuilder.concat(PageFileBuilder.littleEndian(1), new byte[] {'x'});
        CraftedFile file = new CraftedFile(new Schema(
                        "m",
                        List.of(
                                new PrimitiveField("a", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY),
                                new GroupField(
                                        "a",
                                        Repetition.REQUIRED,
                                        List.of(
                                                new PrimitiveField("b", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY),
                                                new PrimitiveField("c", Repetition.REQUIRED, PhysicalType.INT32)),
                                        null,
                                        null),
                                new PrimitiveField("a", Repetition.REQUIRED, PhysicalType.INT32))))
                .v1(Encoding.PLAIN, 1, text)
                .chunk(1)
                .v1(Encoding.PLAIN, 1, text)
                .chunk(1)
                .v1(Encoding.PLAIN, 1, one)
                .chunk(1)
                .v1(Encoding.PLAIN, 1, one)
                .chunk(1)
                .rowGroup(1);
        try (ParquetFile opened = file.open(ReadOptions.DEFAULT);
                BatchReader reader =
                        opened.scan().filter(PredicateText.parse("a.c = 1")).open()) {
            Batch batch = reader.next();
            assertThat(batch.columns().get(0)).isInstanceOf(io.pq2.vector.BinaryVector.class);
            assertThat(batch.columns().get(1)).isInstanceOf(io.pq2.vector.StructVector.class);
            assertThat(batch.columns().get(2)).isInstanceOf(io.pq2.vector.IntVector.class);
        }
        try (ParquetFile opened = file.open(ReadOptions.DEFAULT)) {
            assertThat(opened.aggregate().max("a.c").run().rowCount()).isEqualTo(1);
        }
    }
}
