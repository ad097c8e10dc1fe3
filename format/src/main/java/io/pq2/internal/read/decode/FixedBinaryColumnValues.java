package io.pq2.internal.read.decode;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.FixedBinaryDecoder;
import io.pq2.internal.encoding.dictionary.DictionaryIdDecoder;
import io.pq2.internal.encoding.registry.ValueDecoders;
import io.pq2.internal.encoding.scatter.Scatter;
import io.pq2.internal.page.DataPage;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import java.util.Arrays;

/**
 * Values of type FIXED_LEN_BYTE_ARRAY and INT96: ids as long as all pages of a batch have the dictionary's encoding, otherwise
 * bytes.
 */
final class FixedBinaryColumnValues extends ColumnValues {

    private final int width;
    private byte[] bytes = new byte[0];
    private int[] ids = new int[0];
    private int count;
    private FixedBinaryVector dictionary;
    private boolean held;
    /** Whether a page's first value may refer to the last one of the page before. */
    private boolean continuing;

    /** Of the page; one of the two is null. */
    private DictionaryIdDecoder idDecoder;

    private FixedBinaryDecoder decoder;

    FixedBinaryColumnValues(int width) {
        this.width = width;
    }

    @Override
    void clear() {
        count = 0;
        held = false;
    }

    @Override
    void startChunk(WriterVersion writer) {
        decoder = null;
        continuing = writer.sharesPrefixesAcrossPages();
    }

    @Override
    void open(DataPage page, Vector newDictionary) {
        boolean encoded = BinaryColumnValues.isDictionary(page.encoding());
        if (encoded && newDictionary != null) {
            dictionary = (FixedBinaryVector) newDictionary;
            idDecoder = new DictionaryIdDecoder(page.values(), page.valuesStart(), page.valuesEnd());
            decoder = null;
        } else {
            idDecoder = null;
            FixedBinaryDecoder before = decoder;
            decoder = ValueDecoders.fixedBinaries(
                    page.encoding(), page.values(), page.valuesStart(), page.valuesEnd(), width, null);
            if (continuing && before != null) {
                decoder.continueAfter(before);
            }
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
            decoder.skip(more);
        }
    }

    @Override
    void add(int more) {
        if (idDecoder != null) {
            if (count == 0) {
                held = true;
            }
            ensureIds(count + more);
            idDecoder.read(ids, count, more, dictionary.length());
            if (!held) {
                ensureBytes(count + more);
                lookUp(count, more);
            }
        } else {
            if (held) {
                ensureBytes(count + more);
                lookUp(0, count);
                held = false;
            }
            ensureBytes(count + more);
            decoder.read(bytes, count * width, more);
        }
        count += more;
    }

    private void lookUp(int from, int length) {
        for (int i = from; i < from + length; i++) {
            System.arraycopy(dictionary.bytes(), dictionary.offset() + ids[i] * width, bytes, i * width, width);
        }
    }

    @Override
    Vector vector(int slots, long[] validity) {
        if (held) {
            if (validity != null) {
                ensureIds(slots);
                Scatter.ints(ids, validity, 0, slots, count);
            }
            return new DictionaryVector(slots, ids, dictionary, validity);
        }
        ensureBytes(slots);
        if (validity != null) {
            Scatter.bytes(bytes, 0, width, validity, 0, slots, count);
        }
        return new FixedBinaryVector(slots, width, bytes, 0, validity);
    }

    private void ensureIds(int needed) {
        if (ids.length < needed) {
            ids = Arrays.copyOf(ids, grown(ids.length, needed));
        }
    }

    private void ensureBytes(int slots) {
        long needed = (long) slots * width;
        if (needed > Integer.MAX_VALUE - 8) {
            throw new UnsupportedFeatureException(
                    slots + " values of " + width + " bytes in a batch: ask for batches of fewer rows");
        }
        if (bytes.length < needed) {
            long roomy = Math.min(bytes.length * 2L, Integer.MAX_VALUE - 8);
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, roomy));
        }
    }
}
