package io.pq2.read;

import io.pq2.metadata.WriterVersion;
import io.pq2.schema.Column;
import java.util.List;
import java.util.Set;

/**
 * What all parts of a scan share.
 *
 * @param sources what is read from
 * @param columns the plan's columns
 * @param output those of them that come out
 * @param writer who wrote the file
 * @param options how it is read
 * @param metrics what counts
 * @param explanation what explains, null if nobody asks
 */
record ScanContext(
        ScanSources sources,
        List<Column> columns,
        Set<Column> output,
        WriterVersion writer,
        ReadOptions options,
        ScanMetrics metrics,
        ScanExplanation explanation) {}
