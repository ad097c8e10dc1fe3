package io.pq2.internal.read.prune;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.encoding.dictionary.PlainDictionary;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.DictionaryPage;
import io.pq2.internal.page.PageBuffer;
import io.pq2.internal.page.PageReader;
import io.pq2.internal.predicate.prune.DictionaryEvaluator;
import io.pq2.internal.read.source.RangeFetch.Slice;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.predicate.Predicate;
import io.pq2.read.ScanPlan.DictionaryPlan;
import io.pq2.schema.Column;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.Vector;
import java.io.IOException;

/**
 * Reads the dictionary of a column chunk, all pages of which are encoded with it, and asks it about conditions. What cannot be read says
 * nothing here: it is a fault of the file if the pages are read and turn out to need it.
 */
final class DictionaryPruningProbe {

    private final DictionaryPlan plan;
    private int range = -1;
    private ColumnChunkBytes page;

    DictionaryPruningProbe(DictionaryPlan plan) {
        this.plan = plan;
    }

    Column column() {
        return plan.column();
    }

    /** The bytes of the dictionary page, which need not be read again; null if they are not what they should be. */
    ColumnChunkBytes page() {
        return page;
    }

    void ask(PruningReads reads) throws IOException {
        range = reads.add(plan.sibling(), plan.range());
    }

    /** Takes what was asked for, waiting for it if it is not there, and says what it knows. */
    void take(
            PruningReads reads,
            WriterVersion writer,
            boolean verifyChecksums,
            RowGroupFilterState evidence,
            int rowGroup)
            throws IOException {
        Slice slice = reads.get(range);
        if (slice == null) {
            return;
        }
        ColumnChunkBytes bytes = new ColumnChunkBytes(
                plan.column(),
                plan.metadata(),
                writer,
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
                reads.decryptor(rowGroup, plan.column()));
        Vector entries = entries(bytes, verifyChecksums);
        if (entries == null) {
            return;
        }
        page = bytes;
        boolean mayHaveNull = evidence.statistics(plan.column()).mayHaveNull();
        for (Predicate.Leaf leaf : plan.conditions()) {
            evidence.add(leaf, DictionaryEvaluator.truthValues(leaf, plan.column(), entries, mayHaveNull));
        }
    }

    /** The entries, null if they cannot be read. */
    private Vector entries(ColumnChunkBytes bytes, boolean verifyChecksums) {
        try (Decompressor decompressor = Codecs.decompressor(plan.metadata().codec())) {
            PageReader reader = new PageReader(bytes, decompressor, new PageBuffer(), verifyChecksums);
            boolean alone = reader.next() == null && reader.dictionary() != null;
            return alone ? entries(reader.dictionary()) : null;
        } catch (CorruptFileException | UnsupportedFeatureException | IndexOutOfBoundsException e) {
            return null; // as a decoder's: nothing but the page's bytes can have led out of it
        }
    }

    /** The entries, null if they are not all of the page. */
    private Vector entries(DictionaryPage encoded) {
        PrimitiveField field = plan.column().field();
        Vector entries = PlainDictionary.read(
                field.physicalType(),
                field.typeLength(),
                encoded.bytes(),
                encoded.start(),
                encoded.end(),
                encoded.numValues());
        return length(entries, field) == encoded.end() - encoded.start() ? entries : null;
    }

    /** How many bytes PLAIN encoded entries have. */
    private static long length(Vector entries, PrimitiveField field) {
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
