package io.pq2.mapreduce.internal;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.read.OnCorruption;
import io.pq2.read.ReadOptions;
import io.pq2.read.ScanMetrics;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/** The parts of a split, which are opened in their order. */
interface Parts extends Closeable {

    /** No parts. */
    Parts NONE = of(List.<FileSplit>of().iterator(), new Configuration(false), new ScanMetrics());

    /**
     * Returns the parts of a split. Several files on other machines are opened before their turn.
     *
     * @param metrics counts what the scans read and skip
     */
    static Parts of(List<? extends FileSplit> parts, Configuration configuration, ScanMetrics metrics)
            throws IOException {
        ReadOptions options = HadoopReadOptions.from(configuration);
        boolean early = parts.size() > 1
                && options.prefetchBytes() > 0
                && options.onCorruption() == OnCorruption.FAIL
                && HadoopInputFile.isRemote(parts.get(0).getPath(), configuration);
        return early
                ? new PartsAhead(parts, configuration, options.prefetchBytes(), metrics)
                : of(parts.iterator(), configuration, metrics);
    }

    private static Parts of(Iterator<? extends FileSplit> parts, Configuration configuration, ScanMetrics metrics) {
        return new Parts() {
            @Override
            public boolean hasNext() {
                return parts.hasNext();
            }

            @Override
            public @Nullable FilePartReader next() throws IOException {
                return FilePartReader.open(parts.next(), configuration, metrics);
            }

            @Override
            public void close() {
                // Nothing is opened before its turn.
            }
        };
    }

    /** Whether a part is left. */
    boolean hasNext();

    /**
     * Opens the next part.
     *
     * @return null if the file is damaged and the job skips it
     * @throws IOException if the file cannot be read, or has changed since split planning
     */
    @Nullable
    FilePartReader next() throws IOException;

    /** Closes the files that were opened before their turn, and were not read. */
    @Override
    void close() throws IOException;
}
