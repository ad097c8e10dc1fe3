package io.pq2.internal.read.prune;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.LimitExceededException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.DictionaryPage;
import io.pq2.internal.page.PageBuffer;
import io.pq2.internal.page.PageReader;
import io.pq2.internal.predicate.prune.DictionaryEvaluator;
import io.pq2.internal.read.plan.DictionaryPlan;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.source.ReadLimits;
import io.pq2.internal.read.source.Slice;
import io.pq2.internal.statistics.ValueOrder;
import io.pq2.internal.statistics.VectorValues;
import io.pq2.predicate.Predicate;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Column;
import io.pq2.schema.PrimitiveField;
import io.pq2.statistics.ColumnStatistics;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.Vector;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the dictionary of a column chunk whose pages all use it, and evaluates conditions on its entries. A dictionary
 * that cannot be read is ignored here; it is an error later, if the pages are read and need it.
 */
final class DictionaryPruningProbe {

    private final DictionaryPlan plan;
    private int handle = PruningReads.NONE;
    private boolean contradictsStatistics;

    DictionaryPruningProbe(DictionaryPlan plan) {
        this.plan = plan;
    }

    Column column() {
        return plan.column();
    }

    /** Adds the range of the dictionary page. */
    void addReads(PruningReads reads) throws IOException {
        handle = reads.add(plan.externalFile(), plan.range());
    }

    /**
     * Takes the dictionary page, waiting for it if necessary, and narrows the conditions that it decides.
     *
     * @return the page, which need not be read again; null if it cannot be read
     */
    @Nullable
    ColumnChunkBytes take(PruningReads reads, ScanContext context, RowGroupFilterState state, int rowGroup)
            throws IOException {
        Slice slice = reads.get(handle);
        if (slice == null) {
            return null;
        }
        ColumnChunkBytes page = new ColumnChunkBytes(
                plan.column(),
                plan.metadata(),
                context.writer(),
                slice.file(),
                rowGroup,
                slice.fileOffset(),
                slice.bytes(),
                slice.start(),
                slice.end(),
                true,
                null,
                null,
                0,
                null,
                reads.decryptor(rowGroup, plan.column()));
        Vector entries = entries(page, context.options());
        if (entries == null) {
            return null;
        }
        ColumnStatistics statistics = state.statistics(plan.column());
        contradictsStatistics = contradicts(entries, statistics);
        boolean mayHaveNull = statistics.mayHaveNull();
        for (Predicate.Leaf leaf : plan.conditions()) {
            state.add(leaf, DictionaryEvaluator.truthValues(leaf, plan.column(), entries, mayHaveNull));
        }
        return page;
    }

    /**
     * Whether the dictionary and the statistics of the chunk contradict each other. Known after {@link #take}. A
     * dictionary may have entries that no value uses, so entries outside of min and max contradict nothing by
     * themselves.
     */
    boolean contradictsStatistics() {
        return contradictsStatistics;
    }

    /** Whether none of the entries is between min and max. */
    private boolean contradicts(Vector entries, ColumnStatistics statistics) {
        Comparable<?> min = statistics.min();
        Comparable<?> max = statistics.max();
        if (min == null || max == null) {
            return false;
        }
        VectorValues values = new VectorValues(plan.column().field());
        for (int i = 0; i < entries.length(); i++) {
            Comparable<?> value = values.get(entries, i);
            if (value != null && ValueOrder.compare(value, min) >= 0 && ValueOrder.compare(value, max) <= 0) {
                return false;
            }
        }
        return true;
    }

    private @Nullable Vector entries(ColumnChunkBytes page, ReadOptions options) {
        try (Decompressor decompressor = Codecs.decompressor(plan.metadata())) {
            DecodeBudget budget = new DecodeBudget(ReadLimits.of(options), page.end() - page.start());
            PageReader reader = new PageReader(page, decompressor, new PageBuffer(budget), options.verifyChecksums());
            if (reader.next() != null) {
                return null;
            }
            DictionaryPage dictionary = reader.dictionary();
            return dictionary == null ? null : entries(dictionary, budget);
        } catch (CorruptFileException | UnsupportedFeatureException | LimitExceededException e) {
            return null;
        }
    }

    /** Decodes the entries; returns null if bytes are left over. */
    private @Nullable Vector entries(DictionaryPage page, DecodeBudget budget) {
        PrimitiveField field = plan.column().field();
        Vector entries = page.entries(field, budget);
        return plainLength(entries, field) == page.end() - page.start() ? entries : null;
    }

    /** Returns the number of bytes that entries have in PLAIN encoding. */
    private static long plainLength(Vector entries, PrimitiveField field) {
        int width = switch (field.physicalType()) {
            case INT32, FLOAT, BYTE_ARRAY -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            case INT96 -> 12;
            case FIXED_LEN_BYTE_ARRAY -> field.typeLength();
            case BOOLEAN -> throw new IllegalArgumentException("a dictionary of BOOLEAN values");
        };
        long length = (long) entries.length() * width;
        if (entries instanceof BinaryVector binary) {
            for (int i = 0; i < binary.length(); i++) {
                length += binary.lengths()[i];
            }
        }
        return length;
    }
}
