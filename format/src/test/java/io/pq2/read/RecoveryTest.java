package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.io.MemoryInputFile;
import io.pq2.predicate.Predicate;
import io.pq2.read.DamagedTable.Page;
import io.pq2.schema.Column;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.vector.Batch;
import io.pq2.write.DataPageVersion;
import io.pq2.write.VectorRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** Reads random files with known damage. The expected rows follow from the place of the damage alone. */
@Tag("random")
class RecoveryTest {

    /** The way in which pages are damaged. */
    private enum Kind {
        /** A byte of the body, which a checksum covers. */
        BODY,
        /** All bytes of the header. */
        HEADER
    }

    /** A scan of some columns and rows of a damaged file. */
    private record Scan(
            DamagedTable table, Set<String> fields, long firstRow, long rowCount, int nullField, int batchSize) {

        static Scan of(DamagedTable table, Random random) {
            Set<String> fields = new HashSet<>();
            table.schema().fields().forEach(field -> {
                if (random.nextInt(4) > 0) {
                    fields.add(field.name());
                }
            });
            boolean all = random.nextBoolean();
            int first = all ? 0 : random.nextInt(table.rows().size());
            long count = all ? Long.MAX_VALUE : 1 + random.nextInt(table.rows().size());
            int field = random.nextInt(table.schema().fields().size());
            boolean filters = table.schema().fields().get(field) instanceof PrimitiveField leaf
                    && leaf.repetition() == Repetition.OPTIONAL
                    && random.nextInt(3) == 0;
            return new Scan(table, fields, first, count, filters ? field : -1, 1 + random.nextInt(100));
        }

        boolean reads(Column column) {
            return fields.contains(column.path().get(0))
                    || (nullField >= 0
                            && column.path()
                                    .get(0)
                                    .equals(table.schema()
                                            .fields()
                                            .get(nullField)
                                            .name()));
        }

        boolean selects(int row) {
            return row >= firstRow && row - firstRow < rowCount;
        }

        boolean matches(int row) {
            return nullField < 0 || table.rows().get(row).get(nullField) != null;
        }

        ScanBuilder builder(ParquetFile file) {
            ScanBuilder scan = file.scan()
                    .columns(column -> fields.contains(column.path().get(0)))
                    .rows(firstRow, rowCount)
                    .batchSize(batchSize);
            if (nullField >= 0) {
                String name = table.schema().fields().get(nullField).name();
                scan.filter(new Predicate.Not(new Predicate.IsNull(List.of(name))));
            }
            return scan;
        }

        List<Object> output(int row) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < table.schema().fields().size(); i++) {
                if (fields.contains(table.schema().fields().get(i).name())) {
                    values.add(table.rows().get(row).get(i));
                }
            }
            return values;
        }
    }

    private record Result(TreeMap<Long, List<Object>> rows, List<CorruptionReport> reports, ScanMetrics metrics) {}

    private static Result read(ParquetFile file, Scan scan, OnCorruption mode) throws IOException {
        TreeMap<Long, List<Object>> rows = new TreeMap<>();
        List<CorruptionReport> heard = new ArrayList<>();
        ScanMetrics metrics = new ScanMetrics();
        try (BatchReader reader = scan.builder(file)
                .onCorruption(mode)
                .corruptionListener(heard::add)
                .metrics(metrics)
                .open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                List<List<Object>> values = VectorRows.rows(batch);
                for (int i = 0; i < batch.rowCount(); i++) {
                    assertThat(rows.put(reader.rowIndex(i), values.get(i))).isNull();
                }
            }
            assertThat(reader.corruption()).isEqualTo(heard);
        }
        return new Result(rows, heard, metrics);
    }

    private static ReadOptions options(Scan scan, Random random) {
        ReadOptions.Builder options = ReadOptions.builder().tailBytes(random.nextBoolean() ? 8 : 1 << 20);
        if (random.nextInt(3) == 0) {
            options.maxChunkBytes(1 + random.nextInt(500));
        }
        if (random.nextInt(3) == 0) {
            options.prefetchBytes(0);
        }
        // A column that only the filter needs is not read where statistics decide the filter.
        options.statistics(scan.nullField() < 0
                || scan.fields()
                        .contains(scan.table()
                                .schema()
                                .fields()
                                .get(scan.nullField())
                                .name()));
        return options.lateMaterializationMinBytes(0).dictionaryMinBytes(0).build();
    }

    @Property(tries = 400)
    void skipsExactlyTheRowsOfDamagedBodies(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        DamagedTable table = DamagedTable.of(seed);
        byte[] bytes = table.copy();
        List<Page> damaged = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            Page page = table.pages().get(random.nextInt(table.pages().size()));
            if (page.end() > page.body() && !damaged.contains(page)) {
                bytes[page.body() + random.nextInt(page.end() - page.body())] ^= (byte) (1 << random.nextInt(8));
                damaged.add(page);
            }
        }
        check(table, bytes, damaged, Kind.BODY, random);
    }

    @Property(tries = 400)
    void skipsExactlyTheRowsAfterDamagedHeaders(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        DamagedTable table = DamagedTable.of(seed);
        byte[] bytes = table.copy();
        List<Page> damaged = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            Page page = table.pages().get(random.nextInt(table.pages().size()));
            if (!damaged.contains(page)) {
                DamagedTable.destroy(bytes, page.start(), page.body());
                damaged.add(page);
            }
        }
        check(table, bytes, damaged, Kind.HEADER, random);
    }

    @Property(tries = 400)
    void skipsExactlyTheRowsAfterTheEndOfTruncatedFiles(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        DamagedTable table = DamagedTable.of(seed);
        int dataEnd = table.pages().get(table.pages().size() - 1).end();
        int length = 4 + random.nextInt(dataEnd - 3);
        Scan scan = Scan.of(table, random);
        List<Page> seen = table.pages().stream()
                .filter(page -> page.end() > length && scan.reads(page.column()))
                .toList();
        Footer footer;
        try (ParquetFile whole = ParquetFile.open(new MemoryInputFile("damaged", table.bytes()))) {
            footer = whole.footer();
        }
        MemoryInputFile cut = new MemoryInputFile("damaged", Arrays.copyOf(table.bytes(), length));
        try (ParquetFile file = ParquetFile.open(cut, footer, options(scan, random))) {
            BitSet lost = new BitSet();
            // The offset indexes are after the end.
            seen.forEach(page -> lost.or(lostWithoutIndex(table, page)));
            Result rows = read(file, scan, OnCorruption.SKIP_ROWS);
            checkRows(scan, rows, row -> !lost.get(row));
            checkReports(table, scan, seen, rows.reports());
        }
    }

    private static BitSet lostWithoutIndex(DamagedTable table, Page page) {
        BitSet lost = new BitSet();
        int first = (int) page.firstRow();
        boolean mayContinue = page.column().maxRepetitionLevel() > 0 && table.version() == DataPageVersion.V1;
        lost.set(
                table.firstRow(page.rowGroup()) + (mayContinue ? Math.max(0, first - 1) : first),
                table.firstRow(page.rowGroup()) + table.groupRows().get(page.rowGroup()));
        return lost;
    }

    /**
     * Damages a byte anywhere before the footer, also where no checksum covers it, and in half of the cases bodies of
     * pages too.
     */
    @Property(tries = 1_500)
    void returnsOnlyUnchangedRowsOfDamagedFiles(@ForAll long seed) throws IOException {
        returnsOnlyUnchangedRows(seed);
    }

    /** A page of values has a header that says that it has ids of the dictionary, which the chunk has too. */
    @Example
    void doesNotTrustAnEncodingThatTooManyPagesHave() throws IOException {
        returnsOnlyUnchangedRows(20486795631248L);
    }

    /** The field of the checksum has another type, and the body of the page is damaged too. */
    @Example
    void doesNotTrustAPageWithAnUnknownField() throws IOException {
        returnsOnlyUnchangedRows(1603202L);
    }

    private static void returnsOnlyUnchangedRows(long seed) throws IOException {
        Random random = new Random(seed);
        DamagedTable table = DamagedTable.of(seed);
        byte[] bytes = table.copy();
        int footerLength = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
        int dataEnd = bytes.length - 8 - footerLength;
        Page header = table.pages().get(random.nextInt(table.pages().size()));
        int at = random.nextBoolean()
                ? 4 + random.nextInt(dataEnd - 4)
                : header.start() + random.nextInt(header.body() - header.start());
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        // Nothing shows some wrong headers, unless another damage makes the reader look closer at the row group.
        List<Page> others = table.pages().stream()
                .filter(page -> page.rowGroup() == rowGroup(table, at))
                .toList();
        for (int i = random.nextBoolean() ? 0 : 1 + random.nextInt(3); i > 0; i--) {
            Page page = others.get(random.nextInt(others.size()));
            if (page.end() > page.body()) {
                bytes[page.end() - 1] ^= 1;
            }
        }
        Scan scan = new Scan(table, names(table), 0, Long.MAX_VALUE, -1, 1 + random.nextInt(100));
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("damaged", bytes), options(scan, random))) {
            Result all = null;
            try {
                all = read(file, scan, OnCorruption.FAIL);
            } catch (CorruptFileException | UnsupportedFeatureException e) {
                // The expected rows follow from the table.
            }
            for (OnCorruption mode : List.of(OnCorruption.SKIP_ROWS, OnCorruption.SKIP_ROW_GROUP)) {
                Result found = read(file, scan, mode);
                if (all != null) {
                    assertThat(found.rows()).isEqualTo(all.rows());
                    assertThat(found.reports()).isEmpty();
                } else {
                    found.rows().forEach((row, values) -> assertThat(values).isEqualTo(scan.output(row.intValue())));
                    assertThat(found.rows().size() + found.metrics().rowsLost())
                            .isEqualTo(table.rows().size());
                }
            }
        }
    }

    /** Returns the row group with the byte at an offset, or with the last page before it. */
    private static int rowGroup(DamagedTable table, int offset) {
        return table.pages().stream()
                .filter(page -> page.start() <= offset)
                .mapToInt(Page::rowGroup)
                .max()
                .orElse(0);
    }

    /** Damages a bit in the header of a page whose rows can have several values, in files with offset indexes. */
    @Property(tries = 100)
    void returnsOnlyWholeRowsOfPagesWithDamagedHeaders(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        DamagedTable table = DamagedTable.of(seed);
        List<Page> repeated = table.pages().stream()
                .filter(page -> page.ordinal() >= 0 && page.column().maxRepetitionLevel() > 0)
                .toList();
        if (repeated.isEmpty() || !table.indexed()) {
            return;
        }
        Page page = repeated.get(random.nextInt(repeated.size()));
        Scan scan = new Scan(table, names(table), 0, Long.MAX_VALUE, -1, 1 + random.nextInt(100));
        for (int bit = 0; bit < (page.body() - page.start()) * 8; bit++) {
            byte[] bytes = table.copy();
            bytes[page.start() + bit / 8] ^= (byte) (1 << (bit % 8));
            try (ParquetFile file = ParquetFile.open(new MemoryInputFile("damaged", bytes), options(scan, random))) {
                try {
                    read(file, scan, OnCorruption.FAIL);
                    continue; // nothing shows the damage
                } catch (CorruptFileException | UnsupportedFeatureException e) {
                    // The rows that remain follow from the table.
                }
                Result found = read(file, scan, OnCorruption.SKIP_ROWS);
                found.rows().forEach((row, values) -> assertThat(values).isEqualTo(scan.output(row.intValue())));
                assertThat(found.rows().size() + found.metrics().rowsLost())
                        .isEqualTo(table.rows().size());
            }
        }
    }

    private static Set<String> names(DamagedTable table) {
        Set<String> names = new HashSet<>();
        table.schema().fields().forEach(field -> names.add(field.name()));
        return names;
    }

    private static void check(DamagedTable table, byte[] bytes, List<Page> damaged, Kind kind, Random random)
            throws IOException {
        Scan scan = Scan.of(table, random);
        List<Page> seen =
                damaged.stream().filter(page -> scan.reads(page.column())).toList();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("damaged", bytes), options(scan, random))) {
            BitSet lost = lost(table, seen, kind);
            Result rows = read(file, scan, OnCorruption.SKIP_ROWS);
            checkRows(scan, rows, row -> !lost.get(row));
            checkReports(table, scan, seen, rows.reports());

            Set<Integer> groups = new HashSet<>();
            seen.forEach(page -> groups.add(page.rowGroup()));
            BitSet lostGroups = new BitSet();
            groups.forEach(group -> lostGroups.set(
                    table.firstRow(group),
                    table.firstRow(group) + table.groupRows().get(group)));
            Result byGroup = read(file, scan, OnCorruption.SKIP_ROW_GROUP);
            checkRows(scan, byGroup, row -> !lostGroups.get(row));
            assertThat(byGroup.reports())
                    .extracting(CorruptionReport::rowGroup)
                    .doesNotHaveDuplicates()
                    .isSubsetOf(groups);

            Result byFile = read(file, scan, OnCorruption.SKIP_FILE);
            checkRows(scan, byFile, row -> seen.isEmpty());
            assertThat(byFile.reports())
                    .extracting(CorruptionReport::reason)
                    .hasSizeLessThanOrEqualTo(
                            seen.isEmpty() ? 0 : table.groupRows().size());
            checkFailure(file, scan, seen);
        }
    }

    private static void checkFailure(ParquetFile file, Scan scan, List<Page> seen) throws IOException {
        boolean all = scan.firstRow() == 0 && scan.rowCount() == Long.MAX_VALUE && scan.nullField() < 0;
        if (seen.isEmpty()) {
            checkRows(scan, read(file, scan, OnCorruption.FAIL), row -> true);
        } else if (all && seen.stream().anyMatch(page -> page.ordinal() >= 0)) {
            assertThatThrownBy(() -> read(file, scan, OnCorruption.FAIL)).isInstanceOf(CorruptFileException.class);
        }
    }

    private static void checkRows(Scan scan, Result result, IntPredicate kept) {
        TreeMap<Long, List<Object>> expected = new TreeMap<>();
        BitSet lost = new BitSet();
        for (int row = 0; row < scan.table().rows().size(); row++) {
            if (scan.selects(row) && !kept.test(row)) {
                lost.set(row);
            } else if (scan.selects(row) && scan.matches(row)) {
                expected.put((long) row, scan.output(row));
            }
        }
        BitSet reported = new BitSet();
        for (CorruptionReport report : result.reports()) {
            assertThat(report.file()).isEqualTo("damaged");
            assertThat(report.rowCount()).isPositive();
            reported.set((int) report.firstRow(), (int) (report.firstRow() + report.rowCount()));
        }
        assertThat(result.rows()).isEqualTo(expected);
        // Statistics can exclude row groups, whose damage is not found.
        BitSet more = (BitSet) reported.clone();
        more.andNot(lost);
        assertThat(more.isEmpty()).as("rows reported in excess: %s", more).isTrue();
        if (scan.nullField() < 0) {
            assertThat(reported).isEqualTo(lost);
        }
        assertThat(result.metrics().rowsLost()).isEqualTo(reported.cardinality());
        assertThat(result.metrics().corruptions()).isEqualTo(result.reports().size());
    }

    /** Each damaged data page with selected rows is named by a report about its rows. */
    private static void checkReports(DamagedTable table, Scan scan, List<Page> seen, List<CorruptionReport> reports) {
        for (CorruptionReport report : reports) {
            assertThat(seen)
                    .anyMatch(page -> page.rowGroup() == report.rowGroup()
                            && page.column().dottedPath().equals(report.column()));
        }
        for (Page page : seen) {
            int first = table.firstRow(page.rowGroup());
            for (long row = page.firstRow(); row < page.endRow() && scan.nullField() < 0; row++) {
                long index = first + row;
                if (scan.selects((int) index)) {
                    assertThat(reports)
                            .anyMatch(report -> report.rowGroup() == page.rowGroup()
                                    && page.column().dottedPath().equals(report.column())
                                    && report.firstRow() <= index
                                    && index < report.firstRow() + report.rowCount());
                }
            }
        }
    }

    /** Returns the rows of the file that are lost. */
    private static BitSet lost(DamagedTable table, List<Page> damaged, Kind kind) {
        BitSet lost = new BitSet();
        Set<List<Object>> chunks = new HashSet<>();
        damaged.forEach(page -> chunks.add(List.of(page.rowGroup(), page.column())));
        for (List<Object> chunk : chunks) {
            int group = (int) chunk.get(0);
            List<Page> pages = table.chunk(group, (Column) chunk.get(1));
            BitSet rows = new BitSet();
            boolean dictionary = damaged.contains(pages.get(0)) && pages.get(0).ordinal() < 0;
            for (Page page : pages) {
                if (damaged.contains(page) || (dictionary && page.usesDictionary())) {
                    rows.set((int) page.firstRow(), (int) page.endRow());
                }
            }
            if (!table.indexed()) {
                widen(table, pages, damaged, kind, rows);
            }
            rows.stream().forEach(row -> lost.set(table.firstRow(group) + row));
        }
        return lost;
    }

    /** Adds the rows that are lost because only page headers tell where pages and rows are. */
    private static void widen(DamagedTable table, List<Page> pages, List<Page> damaged, Kind kind, BitSet rows) {
        Page first = pages.stream().filter(damaged::contains).findFirst().orElseThrow();
        int groupRows = table.groupRows().get(first.rowGroup());
        boolean repeated = first.column().maxRepetitionLevel() > 0 && table.version() == DataPageVersion.V1;
        if (kind == Kind.HEADER) {
            rows.set((int) first.firstRow(), groupRows);
        }
        if (repeated && !rows.isEmpty()) {
            rows.set(rows.nextSetBit(0), rows.length());
            rows.set(Math.max(0, rows.nextSetBit(0) - 1));
        }
    }
}
