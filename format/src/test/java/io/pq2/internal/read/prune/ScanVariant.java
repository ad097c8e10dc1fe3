package io.pq2.internal.read.prune;

import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.Predicate;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.read.RowFiltering;
import io.pq2.read.ScanBuilder;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * One of many ways to scan a file. All of them must return the same rows.
 *
 * @param steps the enabled pruning steps
 * @param options the read options, which enable these steps
 * @param filtering how rows are filtered individually
 * @param batchSize the maximum number of rows of a batch
 * @param projection the columns of the scan
 * @param firstRow the first row of the scan
 * @param endRow the row after the last row of the scan
 * @param ends the ends of the splits of the file in bytes, ascending
 */
record ScanVariant(
        EnumSet<PruningStep> steps,
        ReadOptions options,
        RowFiltering filtering,
        int batchSize,
        Projection projection,
        long firstRow,
        long endRow,
        long[] ends) {

    static ScanVariant random(
            EnumSet<PruningStep> steps,
            RowFiltering filtering,
            Projection projection,
            long rows,
            long bytes,
            Random random) {
        long first = random.nextInt(6) == 0 && rows > 0 ? random.nextInt((int) rows) : 0;
        long end = random.nextInt(6) == 0 ? first + random.nextInt((int) (rows - first) + 1) : rows;
        long[] ends = {bytes};
        if (random.nextInt(6) == 0) {
            ends = random.longs(random.nextInt(4), 0, bytes + 1).sorted().toArray();
            ends = Arrays.copyOf(ends, ends.length + 1);
            ends[ends.length - 1] = bytes;
        }
        return new ScanVariant(
                steps,
                options(steps, random),
                filtering,
                random.nextInt(3) == 0 ? 1 + random.nextInt(8) : 1 + random.nextInt(500),
                projection,
                first,
                end,
                ends);
    }

    private static ReadOptions options(EnumSet<PruningStep> steps, Random random) {
        ReadOptions.Builder options = ReadOptions.builder()
                .tailBytes(random.nextBoolean() ? 8 + random.nextInt(1_000) : 64 << 10)
                .coalesceGap(random.nextBoolean() ? 0 : 1 + random.nextInt(500))
                .maxRequestBytes(random.nextInt(4) == 0 ? 1 + random.nextInt(200) : 16 << 20)
                .prefetchBytes(random.nextInt(3) == 0 ? random.nextInt(3_000) : 64 << 20)
                .maxChunkBytes(random.nextInt(8) == 0 ? 1 + random.nextInt(500) : 128 << 20)
                .lateMaterializationMinBytes(random.nextInt(3) > 0 ? 0 : 1 << 20)
                .dictionaryMinBytes(random.nextInt(3) > 0 ? 0 : random.nextInt(5_000))
                .pruneAhead(1 + random.nextInt(4))
                .verifyChecksums(random.nextInt(4) == 0)
                .filterRows(random.nextInt(4) > 0);
        PruningStep.set(options, steps);
        return options.build();
    }

    /** Returns a scan for each split, in file order. */
    List<ScanBuilder> scans(ParquetFile file, Predicate predicate, FilterSemantics semantics) {
        return IntStream.range(0, ends.length)
                .mapToObj(i -> scan(file, i).filter(predicate, semantics, filtering))
                .toList();
    }

    private ScanBuilder scan(ParquetFile file, int split) {
        ScanBuilder scan = file.scan().columns(projection.columns()).batchSize(batchSize);
        if (ends.length > 1) {
            long start = split == 0 ? 0 : ends[split - 1];
            scan.split(start, ends[split] - start);
        }
        return scan.rows(firstRow, endRow - firstRow);
    }

    @Override
    public String toString() {
        return "steps " + steps + ", " + filtering + ", columns " + projection.names() + ", rows " + firstRow + " to "
                + endRow + ", batches of " + batchSize + ", splits up to bytes " + Arrays.toString(ends) + ", tail "
                + options.tailBytes() + ", gap " + options.coalesceGap() + ", requests of " + options.maxRequestBytes()
                + ", prefetch " + options.prefetchBytes() + ", chunks of " + options.maxChunkBytes();
    }
}
