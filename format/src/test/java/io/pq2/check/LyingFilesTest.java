package io.pq2.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.internal.thrift.PageIndexWriter;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.Statistics;
import io.pq2.read.ParquetFile;
import io.pq2.record.ListValue;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.schema.Column;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.SortedBy;
import io.pq2.write.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Changes each field of the footer and of the page indexes of a file, one at a time, and checks that the lie is found.
 * A field that is new in the records must be found too, or be listed here with the reason why it cannot lie.
 */
class LyingFilesTest {

    private static final String SCHEMA = """
            message m {
              optional int32 k;
              optional binary name (STRING);
              optional group ds (LIST) { repeated group list { optional double element; } }
              required double d;
            }
            """;

    private static final int ROWS = 120;

    /** The length of lists up to which each element is changed; otherwise the first and the last. */
    private static final int MAX_ELEMENTS = 4;

    /** Fields that make no checkable claim. */
    private static final Set<String> NO_CLAIM = Set.of(
            "FileMetaData.version", // 1 and 2 mean the same
            "FileMetaData.schema", // another schema is another file
            "FileMetaData.createdBy",
            "FileMetaData.keyValueMetadata",
            "FileMetaData.encryptionAlgorithm",
            "FileMetaData.footerSigningKeyMetadata",
            "ColumnChunk.filePath",
            "ColumnChunk.fileOffset", // deprecated: readers ignore it
            "ColumnChunk.cryptoMetadata",
            "ColumnChunk.encryptedColumnMetadata",
            "ColumnMetaData.keyValueMetadata",
            "ColumnMetaData.indexPageOffset", // no writer has index pages
            "ColumnMetaData.unknownCodec", // not in the file
            "ColumnMetaData.unknownEncodings",
            "ColumnMetaData.geospatialStatistics"); // see the test of geometries

    private static byte[] data = {};
    private static FileMetaData footer = emptyFooter();
    /** By row group and column. */
    private static final Map<List<Integer>, ColumnIndex> COLUMN_INDEXES = new LinkedHashMap<>();

    private static final Map<List<Integer>, OffsetIndex> OFFSET_INDEXES = new LinkedHashMap<>();

    private static FileMetaData emptyFooter() {
        return new FileMetaData(1, List.of(), 0, List.of(), null, null, null, null, null);
    }

    @BeforeAll
    static void write() throws IOException {
        WriteOptions options = WriteOptions.builder()
                .rowGroupRows(ROWS / 2)
                .pageRows(20)
                .statisticsBoundBytes(8)
                .sortedBy(new SortedBy("k", false, true))
                .bloomFilter("name", BloomFilterOptions.ON.withEvenWithDictionary(true))
                .build();
        MemoryOutputFile file = new MemoryOutputFile("memory");
        try (RecordWriter writer = RecordWriter.create(file, SCHEMA, options)) {
            for (int i = 0; i < ROWS; i++) {
                int inGroup = i % (ROWS / 2);
                RecordValue row = writer.record();
                row.set("k", inGroup < 3 ? null : inGroup + 1_000_000);
                row.setString("name", i % 5 == 0 ? null : "customer name " + (i * 7) % 11);
                ListValue ds = i % 4 == 0 ? null : row.list("ds");
                for (int j = 0; ds != null && j < i % 4; j++) {
                    ds.add(i % 9 == 0 ? Double.valueOf(Double.NaN) : j == 2 ? null : Double.valueOf(i * 0.5 + j));
                }
                // A column index has NaN counts only if there are no NaNs.
                row.setDouble("d", i * 0.25);
                writer.write(row);
            }
        }
        byte[] bytes = file.bytes();
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("memory", bytes))) {
            data = Arrays.copyOf(bytes, (int) opened.footer().dataEnd());
            footer = withMoreClaims(opened.metadata());
            for (int i = 0; i < footer.rowGroups().size(); i++) {
                for (Column column : opened.schema().columns()) {
                    List<Integer> key = List.of(i, column.index());
                    ColumnIndex index = opened.columnIndex(i, column);
                    if (index != null) {
                        COLUMN_INDEXES.put(key, index);
                    }
                    OFFSET_INDEXES.put(key, Objects.requireNonNull(opened.offsetIndex(i, column)));
                }
            }
        }
    }

    /** Adds true claims to the first chunk that pq2 does not make: the deprecated min and max, and distinct_count. */
    private static FileMetaData withMoreClaims(FileMetaData metadata) {
        RowGroup first = metadata.rowGroups().get(0);
        ColumnChunk chunk = first.columns().get(0);
        ColumnMetaData chunkMetadata = Objects.requireNonNull(chunk.metadata());
        Statistics stated = Objects.requireNonNull(chunkMetadata.statistics());
        Statistics more = new Statistics(
                stated.maxValue(),
                stated.minValue(),
                stated.nullCount(),
                ROWS / 2 - 3L,
                stated.maxValue(),
                stated.minValue(),
                true,
                true,
                null);
        List<ColumnChunk> columns = new ArrayList<>(first.columns());
        columns.set(0, chunk.withMetadata((ColumnMetaData) with(chunkMetadata, "statistics", more)));
        List<RowGroup> groups = new ArrayList<>(metadata.rowGroups());
        groups.set(0, (RowGroup) with(first, "columns", columns));
        return (FileMetaData) with(metadata, "rowGroups", groups);
    }

    private static byte[] file(byte[] pages, FileMetaData metadata) {
        byte[] encoded = FooterWriter.write(metadata);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(pages);
        out.writeBytes(encoded);
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(encoded.length)
                .array());
        out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    private static List<Finding> check(byte[] file) throws IOException {
        return FileCheck.run(new MemoryInputFile("memory", file)).stream()
                .filter(finding -> finding.severity() != Severity.NOTE)
                .toList();
    }

    @Test
    void theTrueFileHasNoFindings() throws IOException {
        assertThat(check(file(data, footer))).isEmpty();
    }

    @Test
    void everyFieldOfTheFooterIsChecked() throws IOException {
        Tally tally = new Tally();
        for (Lie lie : lies(footer, "FileMetaData")) {
            tally.add(lie, check(file(data, (FileMetaData) lie.value)));
        }
        tally.assertEveryFieldIsFound();
        assertThat(tally.found)
                .contains(
                        "Statistics.minValue",
                        "Statistics.distinctCount",
                        "Statistics.max",
                        "SortingColumn.nullsFirst",
                        "SizeStatistics.unencodedByteArrayDataBytes",
                        "ColumnMetaData.bloomFilterLength",
                        "PageEncodingStats.count");
    }

    @Test
    void everyFieldOfTheColumnIndexIsChecked() throws IOException {
        Tally tally = new Tally();
        for (Map.Entry<List<Integer>, ColumnIndex> entry : COLUMN_INDEXES.entrySet()) {
            for (Lie lie : lies(entry.getValue(), "ColumnIndex")) {
                CompactWriter out = new CompactWriter();
                PageIndexWriter.write((ColumnIndex) lie.value, out);
                tally.add(lie, check(withIndex(entry.getKey(), out, "columnIndex")));
            }
        }
        tally.assertEveryFieldIsFound();
        assertThat(tally.found).contains("ColumnIndex.nanCounts", "ColumnIndex.boundaryOrder", "ColumnIndex.minValues");
    }

    @Test
    void everyFieldOfTheOffsetIndexIsChecked() throws IOException {
        Tally tally = new Tally();
        for (Map.Entry<List<Integer>, OffsetIndex> entry : OFFSET_INDEXES.entrySet()) {
            for (Lie lie : lies(entry.getValue(), "OffsetIndex")) {
                CompactWriter out = new CompactWriter();
                PageIndexWriter.write((OffsetIndex) lie.value, out);
                tally.add(lie, check(withIndex(entry.getKey(), out, "offsetIndex")));
            }
        }
        tally.assertEveryFieldIsFound();
        assertThat(tally.found).contains("PageLocation.firstRowIndex", "OffsetIndex.unencodedByteArrayDataBytes");
    }

    /** Returns the file with another index of a chunk, after the data. */
    private static byte[] withIndex(List<Integer> place, CompactWriter index, String field) {
        byte[] encoded = index.toByteArray();
        byte[] pages = Arrays.copyOf(data, data.length + encoded.length);
        System.arraycopy(encoded, 0, pages, data.length, encoded.length);
        RowGroup group = footer.rowGroups().get(place.get(0));
        ColumnChunk chunk = group.columns().get(place.get(1));
        chunk = (ColumnChunk) with(chunk, field + "Offset", (long) data.length);
        chunk = (ColumnChunk) with(chunk, field + "Length", encoded.length);
        List<ColumnChunk> columns = new ArrayList<>(group.columns());
        columns.set(place.get(1), chunk);
        List<RowGroup> groups = new ArrayList<>(footer.rowGroups());
        groups.set(place.get(0), (RowGroup) with(group, "columns", columns));
        return file(pages, (FileMetaData) with(footer, "rowGroups", groups));
    }

    @Test
    void aBloomFilterThatExcludesAValueIsFound() throws IOException {
        byte[] pages = data.clone();
        ColumnMetaData metadata = Objects.requireNonNull(
                footer.rowGroups().get(0).columns().get(1).metadata());
        int offset = Math.toIntExact(Objects.requireNonNull(metadata.bloomFilterOffset()));
        int end = offset + Objects.requireNonNull(metadata.bloomFilterLength());
        Arrays.fill(pages, end - 32, end, (byte) 0);
        assertThat(check(file(pages, footer)))
                .anySatisfy(finding -> assertThat(finding.rule()).isEqualTo(Rule.BLOOM_FILTER));
    }

    /** Counts by field whether a lie about it was found. */
    private static final class Tally {

        private final Set<String> found = new TreeSet<>();
        private final Set<String> all = new TreeSet<>();

        void add(Lie lie, List<Finding> findings) {
            all.add(lie.field);
            if (!findings.isEmpty()) {
                found.add(lie.field);
            }
        }

        void assertEveryFieldIsFound() {
            Set<String> missed = new TreeSet<>(all);
            missed.removeAll(found);
            assertThat(missed).as("fields whose lies are not found").isEmpty();
        }
    }

    /**
     * A changed record.
     *
     * @param field the record and component that is changed, for example {@code Statistics.nullCount}
     * @param value the outermost record
     */
    private record Lie(String field, Object value) {}

    /** Returns a record with each of its fields changed, one at a time, also inside of other records. */
    private static List<Lie> lies(Object record, String type) {
        List<Lie> lies = new ArrayList<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String field = type + "." + component.getName();
            Object value = get(record, component);
            if (value == null || NO_CLAIM.contains(field)) {
                continue;
            }
            for (Lie lie : changes(value, field)) {
                lies.add(new Lie(lie.field, with(record, component.getName(), lie.value)));
            }
        }
        return lies;
    }

    private static List<Lie> changes(Object value, String field) {
        List<Lie> lies = new ArrayList<>();
        if (value instanceof Record record) {
            return lies(record, record.getClass().getSimpleName());
        } else if (value instanceof List<?> list) {
            int step = list.size() <= MAX_ELEMENTS ? 1 : list.size() - 1;
            for (int i = 0; i < list.size(); i += step) {
                for (Lie lie : changes(list.get(i), field)) {
                    List<Object> changed = new ArrayList<>(list);
                    changed.set(i, lie.value);
                    lies.add(new Lie(lie.field, changed));
                }
            }
        } else if (value instanceof Long number) {
            lies.add(new Lie(field, number + 1));
            lies.add(new Lie(field, number - 1));
        } else if (value instanceof Integer number) {
            lies.add(new Lie(field, number + 1));
        } else if (value instanceof Short number) {
            lies.add(new Lie(field, (short) (number + 1)));
        } else if (value instanceof Boolean flag) {
            lies.add(new Lie(field, !flag));
        } else if (value instanceof String text) {
            lies.add(new Lie(field, text + "x"));
        } else if (value instanceof Enum<?> constant) {
            Object[] constants = constant.getDeclaringClass().getEnumConstants();
            for (Object other : constants) {
                if (other != constant && !other.toString().equals("UNKNOWN")) {
                    lies.add(new Lie(field, other));
                }
            }
        } else if (value instanceof byte[] bytes && bytes.length > 0) {
            for (int change : new int[] {1, -1}) {
                byte[] changed = bytes.clone();
                // The most significant byte of text, the least significant one of numbers.
                changed[0] = (byte) (changed[0] + change);
                lies.add(new Lie(field, changed));
            }
        }
        return lies;
    }

    private static @Nullable Object get(Object record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a record with another value of a component. */
    private static Object with(Object record, String name, Object value) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = components[i].getName().equals(name) ? value : get(record, components[i]);
        }
        try {
            return record.getClass().getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
