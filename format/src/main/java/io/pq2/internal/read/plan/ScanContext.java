package io.pq2.internal.read.plan;

import io.pq2.internal.read.source.ScanSources;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.util.List;
import java.util.Set;

/**
 * What all parts of one scan share.
 *
 * @param sources the files that the scan reads
 * @param columns the columns of the plan
 * @param shape the shape of the output
 * @param outputColumns the columns of the output
 * @param lateMaterialization decides when columns that the filter does not need are requested
 * @param writer the application that wrote the file
 * @param options how the file is read
 * @param recovers whether damage is skipped. Then whole chunks are read, because indexes without checksums are not
 *     trusted, and as much of them as the file has
 * @param listener receives the events of the scan
 */
public record ScanContext(
        ScanSources sources,
        List<Column> columns,
        Shape.Struct shape,
        Set<Column> outputColumns,
        LateMaterialization lateMaterialization,
        WriterVersion writer,
        ReadOptions options,
        boolean recovers,
        ScanListener listener) {}
