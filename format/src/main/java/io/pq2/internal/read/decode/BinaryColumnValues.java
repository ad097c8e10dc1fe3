package io.pq2.internal.read.decode;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.BinaryDecoder;
import io.pq2.internal.encoding.dictionary.DictionaryIdDecoder;
import io.pq2.internal.encoding.registry.ValueDecoders;
import io.pq2.internal.encoding.scatter.Scatter;
import io.pq2.internal.page.DataPage;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.Encoding;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.util.Arrays;

/**
 * Values of type BYTE_ARRAY, copied as seldom as possible: ids where all pages of a batch have the dictionary's encoding, slices
 * of the page where the batch lies in one page, and slices of an arena otherwise.
 */
final class BinaryColumnValues extends ColumnValues {

    /** How the values added so far are held. */
    private enum Held {
        NOTHING,
        /** {@code ids} into {@code dictionary}. */
        IDS,
        /** {@code starts} and {@code lengths} in {@code bytes}, the page's. */
        SLICES,
        /** {@code starts} and {@code lengths} in {@code arena}. */
        COPIES
    }

    private Held held = Held.NOTHING;
    private int count;
    private int[] ids = new int[0];
    private int[] starts = new int[0];
    private int[] lengths = new int[0];
    private byte[] bytes;
    private byte[] arena = new byte[0];
    private int used;
    private BinaryVector dictionary;
    private boolean reused;
    /** Whether a page's first value may refer to the last one of the page before. */
    private boolean continuing;

    /** Of the page; one of the two is null. */
    private DictionaryIdDecoder idDecoder;

    private BinaryDecoder decoder;

    static boolean isDictionary(Encoding encoding) {
        return encoding == Encoding.RLE_DICTIONARY || encoding == Encoding.PLAIN_DICTIONARY;
    }

    @Override
    void clear() {
        held = Held.NOTHING;
        count = 0;
        used = 0;
        if (decoder != null) {
            decoder.release();
        }
    }

    @Override
    void startChunk(WriterVersion writer) {
        decoder = null;
        continuing = writer.sharesPrefixesAcrossPages();
    }

    @Override
    void open(DataPage page, Vector newDictionary) {
        reused = page.reused();
        if (isDictionary(page.encoding()) && newDictionary != null) {
            dictionary = (BinaryVector) newDictionary;
            idDecoder = new DictionaryIdDecoder(page.values(), page.valuesStart(), page.valuesEnd());
            decoder = null;
        } else {
            idDecoder = null;
            BinaryDecoder before = decoder;
            decoder =
                    ValueDecoders.binaries(page.encoding(), page.values(), page.valuesStart(), page.valuesEnd(), null);
            if (continuing && before != null) {
                decoder.continueAfter(before);
            }
        }
    }

    @Override
    void leavePage() {
        if (held == Held.SLICES && reused) {
            copySlices(0, count, bytes);
            held = Held.COPIES;
        }
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
            addIds(more);
        } else {
            addSlices(more);
        }
        count += more;
    }

    private void addIds(int more) {
        ensureIds(count + more);
        idDecoder.read(ids, count, more, dictionary.length());
        if (count == 0) {
            held = Held.IDS;
        } else if (held != Held.IDS) {
            if (held == Held.SLICES) {
                copySlices(0, count, bytes);
            }
            lookUp(count, more);
            held = Held.COPIES;
        }
    }

    private void addSlices(int more) {
        if (held == Held.IDS) {
            lookUp(0, count);
            held = Held.COPIES;
        } else if (held == Held.SLICES && bytes != decoder.bytes()) {
            copySlices(0, count, bytes);
            held = Held.COPIES;
        }
        ensureSlices(count + more);
        decoder.read(starts, lengths, count, more);
        if (held == Held.COPIES) {
            copySlices(count, more, decoder.bytes());
        } else {
            held = Held.SLICES;
            bytes = decoder.bytes();
        }
    }

    /** Replaces ids by slices of the arena, which gets all of the dictionary: that is one copy, and a batch does it seldom. */
    private void lookUp(int from, int length) {
        int[] entryStarts = dictionary.starts();
        int[] entryLengths = dictionary.lengths();
        int last = dictionary.length() - 1;
        int first = entryStarts[0];
        int moved = copy(dictionary.bytes(), first, entryStarts[last] + entryLengths[last]) - first;
        ensureSlices(from + length);
        for (int i = from; i < from + length; i++) {
            starts[i] = entryStarts[ids[i]] + moved;
            lengths[i] = entryLengths[ids[i]];
        }
    }

    /** Moves slices into the arena with what lies between them: they never descend, and between them are only their lengths. */
    private void copySlices(int from, int length, byte[] source) {
        if (length == 0) {
            return;
        }
        int end = 0;
        for (int i = from; i < from + length; i++) {
            end = Math.max(end, starts[i] + lengths[i]);
        }
        int moved = copy(source, starts[from], end) - starts[from];
        for (int i = from; i < from + length; i++) {
            starts[i] += moved;
        }
    }

    /** Adds bytes to the arena and returns where they stand there. */
    private int copy(byte[] source, int from, int to) {
        int length = to - from;
        long needed = (long) used + length;
        if (needed > Integer.MAX_VALUE - 8) {
            throw new UnsupportedFeatureException(
                    "more than 2 GiB of values of a column in a batch: ask for batches of fewer rows");
        }
        if (needed > arena.length) {
            long roomy = Math.min(arena.length * 2L, Integer.MAX_VALUE - 8);
            arena = Arrays.copyOf(arena, (int) Math.max(needed, roomy));
        }
        System.arraycopy(source, from, arena, used, length);
        int start = used;
        used += length;
        return start;
    }

    @Override
    Vector vector(int slots, long[] validity) {
        if (held == Held.IDS) {
            if (validity != null) {
                ensureIds(slots);
                Scatter.ints(ids, validity, 0, slots, count);
            }
            return new DictionaryVector(slots, ids, dictionary, validity);
        }
        ensureSlices(slots);
        if (validity != null) {
            Scatter.ints(starts, validity, 0, slots, count);
            Scatter.ints(lengths, validity, 0, slots, count);
        }
        return new BinaryVector(slots, held == Held.SLICES ? bytes : arena, starts, lengths, validity);
    }

    private void ensureIds(int needed) {
        if (ids.length < needed) {
            ids = Arrays.copyOf(ids, grown(ids.length, needed));
        }
    }

    private void ensureSlices(int needed) {
        if (starts.length < needed) {
            int capacity = grown(starts.length, needed);
            starts = Arrays.copyOf(starts, capacity);
            lengths = Arrays.copyOf(lengths, capacity);
        }
    }
}
