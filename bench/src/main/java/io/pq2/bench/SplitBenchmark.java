package io.pq2.bench;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import io.pq2.hadoop.options.HadoopSplitOptions;
import io.pq2.hadoop.options.HadoopSplitOptions.Mode;
import io.pq2.hadoop.split.BlockSource;
import io.pq2.hadoop.split.FooterSource;
import io.pq2.hadoop.split.Split;
import io.pq2.hadoop.split.SplitPlanner;
import io.pq2.hadoop.split.SplitSizes;
import io.pq2.hadoop.split.SplitWork;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.io.InputFile;
import io.pq2.io.RangeSource;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.Statistics;
import io.pq2.read.Footer;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Plans the splits of tables with 1 to 100,000 files, and with 1 to 10,000 row groups per file, with and without
 * footers. The files consist only of footers in memory, so that the time is that of planning rather than of storage.
 * Prints medians of the time, and the memory that the plan retains.
 */
public final class SplitBenchmark implements Benchmark {

    private static final int ROUNDS = 5;
    private static final long WARM_UP_NANOS = 2_000_000_000L;
    private static final int COLUMNS = 20;
    private static final int SELECTED = 3;
    private static final long CHUNK_BYTES = 1 << 20;
    private static final long ROWS = 100_000;
    private static final long BLOCK_BYTES = 128L << 20;
    private static final long OPEN_COST = 4L << 20;
    private static final int HOSTS = 100;

    private static final List<Table> BY_FILES = List.of(
            new Table(1, 4),
            new Table(10, 4),
            new Table(100, 4),
            new Table(1_000, 4),
            new Table(10_000, 4),
            new Table(100_000, 4));

    private static final List<Table> BY_ROW_GROUPS = List.of(
            new Table(100, 1), new Table(100, 10), new Table(100, 100), new Table(100, 1_000), new Table(100, 10_000));

    private SplitBenchmark() {}

    /**
     * A table of identical files.
     *
     * @param files the number of files
     * @param rowGroups the number of row groups per file
     */
    private record Table(int files, int rowGroups) {

        static final Schema SCHEMA = schema();

        private static Schema schema() {
            StringBuilder text = new StringBuilder("message table {");
            for (int i = 0; i < COLUMNS; i++) {
                text.append("required int64 column_").append(i).append("; ");
            }
            return SchemaText.parse(text.append('}').toString());
        }

        static String[] selected() {
            String[] columns = new String[SELECTED];
            for (int i = 0; i < SELECTED; i++) {
                columns[i] = "column_" + i * (COLUMNS / SELECTED);
            }
            return columns;
        }

        @SuppressWarnings("NullAway") // javac drops annotations of array types from compact constructors
        Footer footer() {
            List<RowGroup> groups = new ArrayList<>();
            long offset = 4;
            for (int i = 0; i < rowGroups; i++) {
                List<ColumnChunk> chunks = new ArrayList<>();
                long start = offset;
                for (Column column : SCHEMA.columns()) {
                    chunks.add(chunk(column, offset));
                    offset += CHUNK_BYTES;
                }
                groups.add(new RowGroup(chunks, offset - start, ROWS, null, start, offset - start, null));
            }
            byte[] bytes = FooterWriter.write(new FileMetaData(
                    1,
                    SchemaElements.fromSchema(SCHEMA),
                    ROWS * rowGroups,
                    groups,
                    null,
                    "pq2",
                    Collections.nCopies(COLUMNS, ColumnOrder.TYPE_ORDER),
                    null,
                    null));
            return new Footer(bytes, offset + bytes.length + 8);
        }

        private static ColumnChunk chunk(Column column, long offset) {
            byte[] bound = new byte[Long.BYTES];
            ColumnMetaData metadata = new ColumnMetaData(
                    column.field().physicalType(),
                    List.of(Encoding.PLAIN),
                    column.path(),
                    CompressionCodec.SNAPPY,
                    ROWS,
                    CHUNK_BYTES,
                    CHUNK_BYTES,
                    null,
                    offset,
                    null,
                    null,
                    new Statistics(null, null, 0L, null, bound, bound, true, true, null),
                    null,
                    null,
                    null,
                    null,
                    null);
            return new ColumnChunk(null, 0, metadata, null, null, null, null, null, null);
        }

        List<FileStatus> listing(long fileLength) {
            List<FileStatus> listing = new ArrayList<>();
            for (int i = 0; i < files; i++) {
                Path path = new Path("/warehouse/table/day=" + i / 100 + "/part-" + i + ".parquet");
                FileStatus file = new FileStatus(fileLength, false, 3, BLOCK_BYTES, 1, path);
                listing.add(new LocatedFileStatus(file, blocks(i, fileLength)));
            }
            return listing;
        }

        private static BlockLocation[] blocks(int file, long fileLength) {
            List<BlockLocation> blocks = new ArrayList<>();
            for (long start = 0; start < fileLength; start += BLOCK_BYTES) {
                int host = (int) ((file * 31L + blocks.size() * 17L) % HOSTS);
                String[] hosts = {"host" + host, "host" + (host + 1) % HOSTS, "host" + (host + 50) % HOSTS};
                blocks.add(new BlockLocation(null, hosts, start, Math.min(BLOCK_BYTES, fileLength - start)));
            }
            return blocks.toArray(BlockLocation[]::new);
        }
    }

    /** A file with only a footer. */
    private record NoData(FileStatus status) implements InputFile {
        @Override
        public String location() {
            return status.getPath().toString();
        }

        @Override
        public long length() {
            return status.getLen();
        }

        @Override
        public RangeSource open() throws IOException {
            throw new IOException(location() + " has no data");
        }
    }

    /** @param arguments none */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, "usage: SplitBenchmark", 0, Set.of(), parsed -> new SplitBenchmark());
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException {
        out.println(Machine.describe());
        out.printf(
                Locale.ROOT,
                "%d of %d columns selected; medians of %d rounds in milliseconds%n",
                SELECTED,
                COLUMNS,
                ROUNDS);
        for (Mode mode : List.of(Mode.FOOTERS, Mode.MIDPOINT)) {
            report(mode, BY_FILES, out);
        }
        report(Mode.FOOTERS, BY_ROW_GROUPS, out);
        return true;
    }

    private static void report(Mode mode, List<Table> tables, PrintStream out) throws IOException {
        out.printf(Locale.ROOT, "%n%s%n%n", mode);
        ReportWriter rows = new ReportWriter(out);
        rows.head(
                0,
                "files",
                "row groups per file",
                "footer (KB)",
                "planning (ms)",
                "per file (us)",
                "splits",
                "memory (MB)");
        for (Table table : tables) {
            measure(mode, table, rows);
        }
    }

    private static void measure(Mode mode, Table table, ReportWriter rows) throws IOException {
        Footer footer = table.footer();
        List<FileStatus> files = table.listing(footer.fileLength());
        long start = System.nanoTime();
        do {
            plan(mode, files, footer);
        } while (System.nanoTime() - start < WARM_UP_NANOS);
        double[] millis = new double[ROUNDS];
        @Nullable Plan plan = null;
        long before = 0;
        for (int i = 0; i < ROUNDS; i++) {
            plan = null;
            before = usedBytes();
            long begin = System.nanoTime();
            plan = plan(mode, files, footer);
            millis[i] = (System.nanoTime() - begin) / 1e6;
        }
        double retained = (usedBytes() - before) / 1e6;
        Objects.requireNonNull(plan);
        check(mode, table, footer.fileLength(), plan);
        double median = Averages.median(millis);
        rows.row(
                ReportWriter.count(table.files()),
                ReportWriter.count(table.rowGroups()),
                ReportWriter.number(footer.size() / 1e3, 1),
                ReportWriter.number(median, 2),
                ReportWriter.number(1e3 * median / table.files(), 1),
                ReportWriter.count(plan.splits().size()),
                ReportWriter.number(Math.max(0, retained), 1));
    }

    private record Plan(SplitWork work, List<Split> splits) {}

    private static Plan plan(Mode mode, List<FileStatus> files, Footer footer) throws IOException {
        HadoopSplitOptions options = new HadoopSplitOptions(
                mode, 0, OPEN_COST, true, true, Runtime.getRuntime().availableProcessors(), 0);
        FooterSource footers = file -> ParquetFile.open(new NoData(file), footer, ReadOptions.DEFAULT);
        BlockSource blocks = file -> Arrays.asList(((LocatedFileStatus) file).getBlockLocations());
        SplitSizes sizes = SplitSizes.of(BLOCK_BYTES);
        SplitWork work = new SplitPlanner(
                        options,
                        (file, scan) -> scan.columns(Table.selected()),
                        footers,
                        blocks,
                        SplitPlanner.UnreadableFiles.FAIL)
                .plan(files, sizes);
        return new Plan(work, work.splits(sizes));
    }

    /** Checks that splits cover all data exactly once, by the number of rows or of bytes. */
    private static void check(Mode mode, Table table, long fileLength, Plan plan) {
        long expected = mode == Mode.FOOTERS ? ROWS * table.rowGroups() * table.files() : fileLength * table.files();
        long found = plan.splits().stream()
                .mapToLong(mode == Mode.FOOTERS ? Split::rows : Split::bytes)
                .sum();
        if (found != expected) {
            throw new IllegalStateException(table + ": splits have " + found + ", the table has " + expected);
        }
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
