package io.pq2.cli.internal.command;

import io.pq2.cli.internal.convert.arrow.ArrowWriter;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.record.RowReader;
import io.pq2.schema.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the rows of Parquet files with equal schemas as Arrow IPC. Partition columns are text and come last. */
final class ArrowExport {

    private static final int ROWS_PER_CHECK = 1024;

    private final List<TableFile> files;
    private final List<String> columns;
    private final @Nullable Predicate filter;
    private final boolean fileFormat;

    ArrowExport(List<TableFile> files, List<String> columns, @Nullable Predicate filter, boolean fileFormat) {
        this.files = files;
        this.columns = columns;
        this.filter = filter;
        this.fileFormat = fileFormat;
    }

    /** Writes a file and returns the number of rows. */
    long write(OutputFile file, NewFile cancellation, Progress progress) throws IOException {
        ByteSink sink = file.create();
        boolean complete = false;
        try {
            long rows = write(sink, cancellation, progress);
            sink.close();
            complete = true;
            return rows;
        } finally {
            if (!complete) {
                sink.abort();
            }
        }
    }

    private long write(ByteSink sink, NewFile cancellation, Progress progress) throws IOException {
        ArrowWriter writer = null;
        Shape.Struct shape = null;
        List<String> partitions = List.of();
        long rows = 0;
        for (TableFile file : files) {
            try (ParquetFile opened = file.open();
                    RowReader reader = new RowReader(scan(file, opened).open())) {
                if (writer == null || shape == null) {
                    shape = reader.shape();
                    partitions = partitions(file, shape);
                    writer = new ArrowWriter(sink, shape, partitions, fileFormat);
                } else if (!shape.equals(reader.shape())) {
                    throw new InvalidDataException(file.name() + " has other columns than "
                            + files.get(0).name() + "; convert the files separately, or select columns that both have"
                            + " (--columns)");
                }
                List<@Nullable String> texts = new ArrayList<>();
                for (String name : partitions) {
                    texts.add(file.partitions().get(name));
                }
                RowSize sizes = new RowSize();
                // A file whose partition the filter excludes is read for its shape only.
                while (!isExcluded(file) && reader.next()) {
                    boolean isLarge = sizes.check(reader.row()) > 0;
                    writer.write(reader.row(), texts);
                    if (isLarge) {
                        writer.endLargeBatch();
                    }
                    if (++rows % ROWS_PER_CHECK == 0) {
                        cancellation.checkCancelled();
                    }
                }
            }
            progress.fileDone();
        }
        if (writer != null) {
            writer.finish();
        }
        return rows;
    }

    private @Nullable Predicate filter(TableFile file) {
        return filter == null ? null : PartitionFilter.apply(filter, file.partitions());
    }

    private boolean isExcluded(TableFile file) {
        return filter(file) instanceof Predicate.AlwaysFalse;
    }

    private ScanBuilder scan(TableFile file, ParquetFile opened) {
        ScanBuilder scan = opened.scan();
        Predicate folded = filter(file);
        if (folded != null && !(folded instanceof Predicate.AlwaysTrue) && !isExcluded(file)) {
            scan.filter(folded, MissingColumns.ARE_NULL);
        }
        List<String> selected = columns.stream()
                .filter(name -> !file.partitions().containsKey(name) || hasColumn(opened, name))
                .toList();
        if (!columns.isEmpty()) {
            if (selected.isEmpty()) {
                throw new InvalidDataException("the selected columns are in the names of directories only; select a"
                        + " column of the files too (--columns)");
            }
            scan.columns(selected.toArray(String[]::new));
        }
        return scan;
    }

    private static boolean hasColumn(ParquetFile opened, String name) {
        return opened.schema().columns().stream().anyMatch(column -> column.isAtOrBelow(name));
    }

    private List<String> partitions(TableFile file, Shape.Struct shape) {
        Map<String, @Nullable String> values = file.partitions();
        return values.keySet().stream()
                .filter(name -> shape.indexOf(name) < 0 && (columns.isEmpty() || columns.contains(name)))
                .toList();
    }
}
