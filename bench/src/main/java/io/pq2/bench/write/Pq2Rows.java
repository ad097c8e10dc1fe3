package io.pq2.bench.write;

import io.pq2.io.LocalOutputFile;
import io.pq2.record.BatchBuilder;
import io.pq2.vector.Batch;
import io.pq2.write.ParquetWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** pq2's row interface: appends rows value by value to a {@link BatchBuilder} and writes its batches. */
final class Pq2Rows implements WriteEngine {

    static final String NAME = "pq2 rows";

    /** Rows per batch. */
    private static final int BUFFERED_ROWS = 4096;

    /** Absent when no table is prepared. */
    private @Nullable Table table;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void prepare(StagedTable staged) {
        table = staged.table();
    }

    @Override
    public void write(PageCompression compression, Path target) throws IOException {
        Table source = Objects.requireNonNull(table);
        BatchBuilder rows = new BatchBuilder(source.schema());
        RowFeed feed = new RowFeed(rows);
        try (ParquetWriter writer =
                ParquetWriter.create(LocalOutputFile.of(target), source.schema(), Pq2Columns.options(compression))) {
            for (Batch batch : source.batches()) {
                feed.bind(batch);
                for (int i = 0; i < batch.rowCount(); i++) {
                    feed.append(i);
                    if (rows.rowCount() == BUFFERED_ROWS) {
                        writer.write(rows.build());
                        rows.reset();
                    }
                }
            }
            if (rows.rowCount() > 0) {
                writer.write(rows.build());
            }
        }
    }

    @Override
    public void close() {
        table = null;
    }
}
