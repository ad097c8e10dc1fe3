package io.pq2.bench;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import io.pq2.io.InputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * Opens files with very large footers and reads three of their columns: pq2 compared with parquet-java's column reader,
 * in one JVM, on one thread, taking turns. Prints medians. parquet-java writes the files, with its default statistics
 * and page indexes. The files have few rows, so that the footer dominates the time.
 */
public final class FooterBenchmark implements Benchmark {

    private static final String USAGE = """
        usage: FooterBenchmark [DIRECTORY]
          DIRECTORY   directory that keeps the files (target/footer)\
        """;

    private static final int WARM_UP_ROUNDS = 10;
    /** Minimum duration of the warm-up: small files need more rounds until they are fully compiled. */
    private static final long WARM_UP_NANOS = 3_000_000_000L;

    private static final int ROUNDS = 5;
    private static final List<Layout> LAYOUTS =
            List.of(new Layout(1_000, 200), new Layout(10_000, 1), new Layout(10, 10_000), new Layout(20, 1));

    private final Path directory;

    private FooterBenchmark(Path directory) {
        this.directory = directory;
    }

    /**
     * The numbers of columns and row groups of a file. Columns are INT64, DOUBLE, INT32 and STRING in turns, all
     * optional.
     */
    private record Layout(int columns, int rowGroups) {

        static final int ROWS = 10;

        String fileName() {
            return columns + "x" + rowGroups + ".parquet";
        }

        /** Returns three columns of three types: the first, one in the middle, and one at the end. */
        List<String> selected() {
            return List.of("column_0", "column_" + (columns / 2 / 4 * 4 + 1), "column_" + (columns / 4 * 4 - 1));
        }

        MessageType schema() {
            List<Type> fields = new ArrayList<>();
            for (int i = 0; i < columns; i++) {
                String name = "column_" + i;
                fields.add(
                        switch (i % 4) {
                            case 0 -> Types.optional(PrimitiveTypeName.INT64).named(name);
                            case 1 -> Types.optional(PrimitiveTypeName.DOUBLE).named(name);
                            case 2 -> Types.optional(PrimitiveTypeName.INT32).named(name);
                            default ->
                                Types.optional(PrimitiveTypeName.BINARY)
                                        .as(LogicalTypeAnnotation.stringType())
                                        .named(name);
                        });
            }
            return new MessageType("wide", fields);
        }

        Group row(MessageType schema, int index) {
            Group row = new SimpleGroup(schema);
            for (int i = 0; i < columns; i++) {
                switch (i % 4) {
                    case 0 -> row.add(i, 1_000_000_007L * index + i);
                    case 1 -> row.add(i, index / 3.0 + i);
                    case 2 -> row.add(i, index * 31 + i);
                    default -> row.add(i, "value " + index % 7 + " of " + i);
                }
            }
            return row;
        }
    }

    /** The aggregates of three columns, for comparison. */
    private record Result(long rows, long sumOfLongs, double sumOfDoubles, long hashOfStrings) {}

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(
                arguments,
                USAGE,
                1,
                Set.of(),
                parsed -> new FooterBenchmark(Path.of(parsed.positional(0, "target/footer"))));
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException {
        Files.createDirectories(directory);
        out.println(Machine.describe());
        out.printf(Locale.ROOT, "Medians of %d rounds in milliseconds%n", ROUNDS);
        ReportWriter table = new ReportWriter(out);
        table.head(0, "columns", "row groups", "footer (MB)", "pq2", "parquet-java", "parquet-java / pq2");
        for (Layout layout : LAYOUTS) {
            write(layout);
            measure(layout, table);
        }
        return true;
    }

    private void write(Layout layout) throws IOException {
        Path path = directory.resolve(layout.fileName());
        if (Files.exists(path)) {
            return;
        }
        MessageType schema = layout.schema();
        Path unfinished = directory.resolve(layout.fileName() + ".part");
        Files.deleteIfExists(unfinished);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(unfinished))
                .withConf(new PlainParquetConfiguration())
                .withType(schema)
                .withRowGroupRowCountLimit(Layout.ROWS)
                .build()) {
            for (int i = 0; i < Layout.ROWS * layout.rowGroups(); i++) {
                writer.write(layout.row(schema, i));
            }
        }
        Files.move(unfinished, path);
    }

    private void measure(Layout layout, ReportWriter table) throws IOException {
        double[] ours = new double[ROUNDS];
        double[] theirs = new double[ROUNDS];
        long start = System.nanoTime();
        for (int i = 0; i < WARM_UP_ROUNDS || System.nanoTime() - start < WARM_UP_NANOS; i++) {
            round(layout);
        }
        for (int i = 0; i < ROUNDS; i++) {
            Round round = round(layout);
            ours[i] = round.ours();
            theirs[i] = round.theirs();
        }
        double ourMedian = Averages.median(ours);
        double theirMedian = Averages.median(theirs);
        table.row(
                ReportWriter.count(layout.columns()),
                ReportWriter.count(layout.rowGroups()),
                ReportWriter.number(footerLength(layout) / 1e6, 1),
                ReportWriter.number(ourMedian, 2),
                ReportWriter.number(theirMedian, 2),
                ReportWriter.number(theirMedian / ourMedian, 1));
    }

    /** The times of a round, in milliseconds. */
    private record Round(double ours, double theirs) {}

    private Round round(Layout layout) throws IOException {
        System.gc(); // neither measurement collects the garbage of the other
        long start = System.nanoTime();
        Result result = readWithPq2(layout);
        long took = System.nanoTime() - start;
        System.gc();
        long peerStart = System.nanoTime();
        Result expected = readWithParquetJava(layout);
        long peerTook = System.nanoTime() - peerStart;
        if (!result.equals(expected)) {
            throw new IllegalStateException(layout + ": pq2 reads " + result + ", parquet-java " + expected);
        }
        return new Round(took / 1e6, peerTook / 1e6);
    }

    private Result readWithPq2(Layout layout) throws IOException {
        InputFile input = new io.pq2.io.LocalInputFile(directory.resolve(layout.fileName()));
        long rows = 0;
        long longs = 0;
        double doubles = 0;
        long strings = 0;
        try (ParquetFile file = ParquetFile.open(input);
                BatchReader batches = file.scan()
                        .columns(layout.selected().toArray(new String[0]))
                        .open()) {
            RowReader reader = new RowReader(batches);
            while (reader.next()) {
                Row row = reader.row();
                rows++;
                longs += row.getLong(0);
                doubles += row.getDouble(1);
                strings =
                        31 * strings + Objects.requireNonNull(row.getString(2)).hashCode();
            }
        }
        return new Result(rows, longs, doubles, strings);
    }

    private Result readWithParquetJava(Layout layout) throws IOException {
        LocalInputFile input = new LocalInputFile(directory.resolve(layout.fileName()));
        ParquetReadOptions options =
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
        long rows = 0;
        long longs = 0;
        double doubles = 0;
        long strings = 0;
        try (ParquetFileReader reader = ParquetFileReader.open(input, options)) {
            MessageType schema = reader.getFileMetaData().getSchema();
            MessageType projection = new MessageType(
                    schema.getName(),
                    layout.selected().stream().map(schema::getType).toList());
            reader.setRequestedSchema(projection);
            List<ColumnDescriptor> columns = projection.getColumns();
            String createdBy = reader.getFileMetaData().getCreatedBy();
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                ColumnReadStoreImpl store = new ColumnReadStoreImpl(
                        pages, new GroupRecordConverter(projection).getRootConverter(), projection, createdBy);
                ColumnReader first = store.getColumnReader(columns.get(0));
                ColumnReader second = store.getColumnReader(columns.get(1));
                ColumnReader third = store.getColumnReader(columns.get(2));
                for (long i = 0; i < pages.getRowCount(); i++) {
                    rows++;
                    longs += first.getLong();
                    doubles += second.getDouble();
                    strings =
                            31 * strings + third.getBinary().toStringUsingUTF8().hashCode();
                    first.consume();
                    second.consume();
                    third.consume();
                }
            }
        }
        return new Result(rows, longs, doubles, strings);
    }

    private long footerLength(Layout layout) throws IOException {
        byte[] trailer = new byte[8];
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve(layout.fileName()).toFile(), "r")) {
            file.seek(file.length() - trailer.length);
            file.readFully(trailer);
        }
        return ByteBuffer.wrap(trailer).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }
}
