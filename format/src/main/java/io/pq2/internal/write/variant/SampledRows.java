package io.pq2.internal.write.variant;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.variant.shred.ShreddedColumns;
import io.pq2.internal.variant.shred.TypeInference;
import io.pq2.internal.vector.VectorCopy;
import io.pq2.internal.write.file.OutputFileWriter;
import io.pq2.internal.write.options.SharedMemory;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.internal.write.work.EncodingWorkers;
import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.VariantShredding;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The first rows of a file, from which the types of its variants are inferred. Holds the file until then. */
final class SampledRows {

    private final ByteSink sink;
    private final int columns;
    private final TypeInference inference;
    private final WriteSettings settings;
    private final SharedMemory.@Nullable Share memory;
    private final long maxRows;
    private final long maxBytes;
    private final List<Batch> batches = new ArrayList<>();
    private long rows;
    private long bytes;

    private SampledRows(
            ByteSink sink,
            Shape.Struct row,
            ShreddedColumns variants,
            WriteSettings settings,
            SharedMemory.@Nullable Share memory) {
        this.sink = sink;
        this.columns = row.children().size();
        this.inference = new TypeInference(row, variants);
        this.settings = settings;
        this.memory = memory;
        this.maxRows = inferred(variants).stream()
                .mapToLong(VariantShredding::sampleRows)
                .max()
                .orElse(1);
        this.maxBytes = inferred(variants).stream()
                .mapToLong(VariantShredding::sampleBytes)
                .min()
                .orElse(1);
    }

    private static List<VariantShredding> inferred(ShreddedColumns variants) {
        return variants.options().values().stream()
                .filter(VariantShredding::inferred)
                .toList();
    }

    /**
     * Creates a file. Reports errors of the options and the schema as far as they are known.
     *
     * @param known the schema of the file without the columns that are inferred
     */
    static SampledRows create(
            OutputFile file, Schema known, Shape.Struct row, ShreddedColumns variants, WriteSettings settings)
            throws IOException {
        Set<String> inferred = new LinkedHashSet<>();
        variants.options().forEach((path, options) -> {
            if (options.inferred()) {
                inferred.add(path);
            }
        });
        OutputFileWriter.check(known, settings, inferred);
        if (settings.encryption() != null) {
            settings.encryption().check(known);
        }
        new EncodingWorkers(known, settings).close();
        ByteSink sink;
        try {
            sink = file.create();
        } catch (IOException | RuntimeException e) {
            destroyKeys(settings);
            throw e;
        }
        SharedMemory shared = settings.resources().sharedMemory();
        return new SampledRows(sink, row, variants, settings, shared == null ? null : shared.share());
    }

    /**
     * Adds rows.
     *
     * @return whether the sample is complete. Then the rows are not copied, and the caller writes them at once
     */
    boolean add(Batch batch) {
        if (batch.columns().size() != columns) {
            throw new InvalidDataException("the batch has " + batch.columns().size() + " columns, expected " + columns);
        }
        long sampled = Math.min(batch.rowCount(), maxRows - rows);
        inference.add(batch, (int) sampled);
        rows += batch.rowCount();
        bytes += VectorCopy.bytes(batch);
        boolean complete = rows >= maxRows || bytes >= maxBytes || memory != null && memory.use(bytes);
        batches.add(complete ? batch : VectorCopy.of(batch));
        return complete;
    }

    List<Batch> batches() {
        return batches;
    }

    long rowCount() {
        return rows;
    }

    long bytes() {
        return bytes;
    }

    Map<String, ShreddedType> types() {
        return inference.types();
    }

    /** Returns the file, which the caller writes or aborts. */
    ByteSink release() {
        if (memory != null) {
            memory.close();
        }
        return sink;
    }

    void abort() throws IOException {
        ByteSink file = release();
        destroyKeys(settings);
        file.abort();
    }

    /** Destroys keys that are valid for this file only. */
    private static void destroyKeys(WriteSettings settings) {
        if (settings.encryption() != null && settings.encryption().forOneFile()) {
            settings.encryption().destroy();
        }
    }
}
