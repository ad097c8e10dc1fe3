package io.pq2.internal.read.decode;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.FixedBinaryDecoder;
import io.pq2.internal.encoding.dictionary.DictionaryIdDecoder;
import io.pq2.internal.encoding.registry.ValueDecoders;
import io.pq2.internal.encoding.scatter.FixedBinaryScatter;
import io.pq2.internal.encoding.scatter.IntScatter;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.DataPage;
import io.pq2.internal.writer.WriterFault;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values of type FIXED_LEN_BYTE_ARRAY and INT96. A batch whose pages all use the dictionary is held as dictionary ids,
 * any other batch as bytes.
 */
final class FixedBinaryColumnValues extends ColumnValues {

    private final int width;
    private final DecodeBudget budget;
    private byte[] bytes = new byte[0];
    private int[] ids = new int[0];
    private int count;
    /** The dictionary of the chunk; absent before the first page that uses it. */
    private @Nullable FixedBinaryVector dictionary;
    /** Whether the batch is held as ids. */
    private boolean asIds;
    /** Whether the first value of a page can continue the last value of the page before. */
    private boolean continuing;

    /** Decodes a page that uses the dictionary; otherwise absent. */
    private @Nullable DictionaryIdDecoder idDecoder;

    /** Decodes a page that does not use the dictionary; otherwise absent. */
    private @Nullable FixedBinaryDecoder decoder;

    FixedBinaryColumnValues(int width, DecodeBudget budget) {
        this.budget = budget;
        this.width = width;
    }

    @Override
    void clear() {
        count = 0;
        asIds = false;
    }

    @Override
    void startChunk(WriterVersion writer) {
        decoder = null;
        continuing = writer.has(WriterFault.DELTA_ACROSS_PAGES);
    }

    @Override
    void open(DataPage page, @Nullable Vector newDictionary) {
        boolean encoded = BinaryColumnValues.isDictionary(page.encoding());
        if (encoded && newDictionary != null) {
            dictionary = (FixedBinaryVector) newDictionary;
            idDecoder = new DictionaryIdDecoder(page.values(), page.valuesStart(), page.valuesEnd());
            decoder = null;
        } else {
            idDecoder = null;
            FixedBinaryDecoder before = decoder;
            FixedBinaryDecoder next = ValueDecoders.fixedBinaries(
                    page.encoding(), page.values(), page.valuesStart(), page.valuesEnd(), width, null);
            if (continuing && before != null) {
                next.continueAfter(before);
            }
            decoder = next;
        }
    }

    @Override
    void leavePage() {
        if (continuing && decoder != null) {
            decoder.leavePage();
        }
    }

    @Override
    void pass(int more) {
        if (idDecoder != null) {
            idDecoder.skip(more);
        } else {
            Objects.requireNonNull(decoder).skip(more);
        }
    }

    @Override
    void add(int more) {
        if (idDecoder != null) {
            if (count == 0) {
                asIds = true;
            }
            ensureIds(count + more);
            idDecoder.read(ids, count, more, dictionary().length());
            if (!asIds) {
                ensureBytes(count + more);
                lookUp(count, more);
            }
        } else {
            FixedBinaryDecoder values = Objects.requireNonNull(decoder);
            values.checkLeft(more);
            if (asIds) {
                ensureBytes(count + more);
                lookUp(0, count);
                asIds = false;
            }
            ensureBytes(count + more);
            values.read(bytes, count * width, more);
        }
        count += more;
    }

    private FixedBinaryVector dictionary() {
        return Objects.requireNonNull(dictionary);
    }

    /** Replaces ids by bytes. */
    private void lookUp(int from, int length) {
        FixedBinaryVector entries = dictionary();
        for (int i = from; i < from + length; i++) {
            System.arraycopy(entries.bytes(), entries.offset() + ids[i] * width, bytes, i * width, width);
        }
    }

    @Override
    Vector vector(int slots, long @Nullable [] validity) {
        if (asIds) {
            if (validity != null) {
                ensureIds(slots);
                IntScatter.scatter(ids, validity, 0, slots, count);
            }
            return new DictionaryVector(slots, ids, dictionary(), validity);
        }
        ensureBytes(slots);
        budget.decoded((long) slots * width);
        if (validity != null) {
            FixedBinaryScatter.scatter(bytes, 0, width, validity, 0, slots, count);
        }
        return new FixedBinaryVector(slots, width, bytes, 0, validity);
    }

    private void ensureIds(int needed) {
        if (ids.length < needed) {
            ids = budget.grow(ids, grown(ids.length, needed));
        }
    }

    private void ensureBytes(int slots) {
        long needed = (long) slots * width;
        if (needed > Integer.MAX_VALUE - 8) {
            throw new UnsupportedFeatureException(
                    slots + " values of " + width + " bytes in a batch; reduce the batch size");
        }
        if (bytes.length < needed) {
            long grown = Math.min(bytes.length * 2L, Integer.MAX_VALUE - 8);
            bytes = budget.grow(bytes, (int) Math.max(needed, grown));
        }
    }
}
