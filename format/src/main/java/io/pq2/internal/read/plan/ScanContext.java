package io.pq2.internal.read.plan;

import io.pq2.internal.read.source.ScanSources;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.read.ReadOptions;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanMetrics;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.util.List;
import java.util.Set;

/**
 * What all parts of a scan share.
 *
 * @param sources what is read from
 * @param columns the plan's columns
 * @param shape what comes out
 * @param output the columns in there
 * @param late when columns that the filter does not look at are requested
 * @param writer who wrote the file
 * @param options how it is read
 * @param metrics what counts
 * @param explanation what explains, null if nobody asks
 */
public record ScanContext(
        ScanSources sources,
        List<Column> columns,
        Shape.Struct shape,
        Set<Column> output,
        LateMaterialization late,
        WriterVersion writer,
        ReadOptions options,
        ScanMetrics metrics,
        ScanExplanation explanation) {}
