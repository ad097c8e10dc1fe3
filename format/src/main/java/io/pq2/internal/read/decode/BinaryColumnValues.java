package io.pq2.internal.read.decode;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.BinaryDecoder;
import io.pq2.internal.encoding.dictionary.DictionaryIdDecoder;
import io.pq2.internal.encoding.registry.ValueDecoders;
import io.pq2.internal.encoding.scatter.IntScatter;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.DataPage;
import io.pq2.internal.writer.WriterFault;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.Encoding;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values of type BYTE_ARRAY, copied as rarely as possible. A batch whose pages all use the dictionary is held as
 * dictionary ids, a batch within one page as slices of the page, and any other batch as slices of an arena.
 */
final class BinaryColumnValues extends ColumnValues {

    /** How the values of the batch are held. */
    private enum Held {
        NOTHING,
        /** {@code ids} of entries of {@code dictionary}. */
        IDS,
        /** {@code starts} and {@code lengths} in {@code bytes}, the bytes of the page. */
        SLICES,
        /** {@code starts} and {@code lengths} in {@code arena}. */
        COPIES
    }

    private final DecodeBudget budget;
    private Held held = Held.NOTHING;
    private int count;
    private int[] ids = new int[0];
    private int[] starts = new int[0];
    private int[] lengths = new int[0];
    private byte[] bytes = new byte[0];
    private byte[] arena = new byte[0];
    private int used;
    /** The dictionary of the chunk; absent before the first page that uses it. */
    private @Nullable BinaryVector dictionary;
    /** Whether the arena contains the whole dictionary. */
    private boolean dictionaryCopied;
    /** The distance from the dictionary's bytes to their copy in the arena. */
    private int dictionaryMoved;
    /** Whether the next page overwrites the bytes of the current one. */
    private boolean reused;
    /** Whether the first value of a page can continue the last value of the page before. */
    private boolean continuing;

    /** Decodes a page that uses the dictionary; otherwise absent. */
    private @Nullable DictionaryIdDecoder idDecoder;

    /** Decodes a page that does not use the dictionary; otherwise absent. */
    private @Nullable BinaryDecoder decoder;

    BinaryColumnValues(DecodeBudget budget) {
        this.budget = budget;
    }

    /** Whether pages in an encoding consist of dictionary ids. */
    static boolean isDictionary(Encoding encoding) {
        return encoding == Encoding.RLE_DICTIONARY || encoding == Encoding.PLAIN_DICTIONARY;
    }

    @Override
    void clear() {
        held = Held.NOTHING;
        count = 0;
        used = 0;
        dictionaryCopied = false;
        if (decoder != null) {
            decoder.release();
        }
    }

    @Override
    void startChunk(WriterVersion writer) {
        discard();
        continuing = writer.has(WriterFault.DELTA_ACROSS_PAGES);
    }

    @Override
    void open(DataPage page, @Nullable Vector newDictionary) {
        reused = page.reused();
        if (isDictionary(page.encoding()) && newDictionary != null) {
            dictionary = (BinaryVector) newDictionary;
            idDecoder = new DictionaryIdDecoder(page.values(), page.valuesStart(), page.valuesEnd());
            discard();
        } else {
            idDecoder = null;
            BinaryDecoder before = decoder;
            BinaryDecoder next = ValueDecoders.binaries(
                    page.encoding(), page.values(), page.valuesStart(), page.valuesEnd(), null, budget);
            if (continuing && before != null) {
                next.continueAfter(before);
            }
            discard();
            decoder = next;
        }
    }

    private void discard() {
        if (decoder != null) {
            decoder.discard();
            decoder = null;
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
            Objects.requireNonNull(decoder).skip(more);
        }
    }

    @Override
    void add(int more) {
        if (idDecoder != null) {
            addIds(idDecoder, more);
        } else {
            addSlices(Objects.requireNonNull(decoder), more);
        }
        count += more;
    }

    private void addIds(DictionaryIdDecoder source, int more) {
        ensureIds(count + more);
        source.read(ids, count, more, dictionary().length());
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

    private void addSlices(BinaryDecoder source, int more) {
        if (held == Held.IDS) {
            lookUp(0, count);
            held = Held.COPIES;
        } else if (held == Held.SLICES && bytes != source.bytes()) {
            copySlices(0, count, bytes);
            held = Held.COPIES;
        }
        ensureSlices(count + more);
        source.read(starts, lengths, count, more);
        if (held == Held.COPIES) {
            copySlices(count, more, source.bytes());
        } else {
            held = Held.SLICES;
            bytes = source.bytes();
        }
    }

    private BinaryVector dictionary() {
        return Objects.requireNonNull(dictionary);
    }

    /**
     * Replaces ids by slices of the arena. Copies the entries of the ids, or once per batch the whole dictionary if
     * that is smaller.
     */
    private void lookUp(int from, int length) {
        BinaryVector entries = dictionary();
        int[] entryStarts = entries.starts();
        int[] entryLengths = entries.lengths();
        ensureSlices(from + length);
        int last = entries.length() - 1;
        int first = entryStarts[0];
        int end = entryStarts[last] + entryLengths[last];
        if (!dictionaryCopied && lengthOf(from, length, entryLengths) > end - first) {
            dictionaryMoved = copy(entries.bytes(), first, end) - first;
            dictionaryCopied = true;
        }
        for (int i = from; i < from + length; i++) {
            int start = entryStarts[ids[i]];
            lengths[i] = entryLengths[ids[i]];
            starts[i] = dictionaryCopied ? start + dictionaryMoved : copy(entries.bytes(), start, start + lengths[i]);
        }
    }

    /** Returns the number of bytes of the entries of ids. */
    private long lengthOf(int from, int length, int[] entryLengths) {
        long bytes = 0;
        for (int i = from; i < from + length; i++) {
            bytes += entryLengths[ids[i]];
        }
        return bytes;
    }

    /**
     * Copies slices to the arena, including the bytes between them: slices are in ascending order with at most lengths
     * between.
     */
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

    /** Appends bytes to the arena and returns the index of the first one. */
    private int copy(byte[] source, int from, int to) {
        int length = to - from;
        long needed = (long) used + length;
        if (needed > Integer.MAX_VALUE - 8) {
            throw new UnsupportedFeatureException(
                    "more than 2 GiB of values of a column in a batch; reduce the batch size");
        }
        if (needed > arena.length) {
            long grown = Math.min(arena.length * 2L, Integer.MAX_VALUE - 8);
            arena = budget.grow(arena, (int) Math.max(needed, grown));
        }
        budget.decoded(length);
        System.arraycopy(source, from, arena, used, length);
        int start = used;
        used += length;
        return start;
    }

    @Override
    Vector vector(int slots, long @Nullable [] validity) {
        if (held == Held.IDS) {
            if (validity != null) {
                ensureIds(slots);
                IntScatter.scatter(ids, validity, 0, slots, count);
            }
            return new DictionaryVector(slots, ids, dictionary(), validity);
        }
        ensureSlices(slots);
        if (validity != null) {
            IntScatter.scatter(starts, validity, 0, slots, count);
            IntScatter.scatter(lengths, validity, 0, slots, count);
        }
        return new BinaryVector(slots, held == Held.SLICES ? bytes : arena, starts, lengths, validity);
    }

    private void ensureIds(int needed) {
        if (ids.length < needed) {
            ids = budget.grow(ids, grown(ids.length, needed));
        }
    }

    private void ensureSlices(int needed) {
        if (starts.length < needed) {
            int capacity = grown(starts.length, needed);
            starts = budget.grow(starts, capacity);
            lengths = budget.grow(lengths, capacity);
        }
    }
}
