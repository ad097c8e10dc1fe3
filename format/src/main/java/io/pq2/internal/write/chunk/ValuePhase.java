package io.pq2.internal.write.chunk;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.write.encode.EncodingChoice;
import io.pq2.internal.write.values.LeafValues;
import io.pq2.metadata.Encoding;

/** The phase in which values are encoded without a dictionary. It lasts until the end of the chunk. */
final class ValuePhase implements ChunkPhase.Decided {

    private final ChunkParts parts;
    private final LeafValues leaf;
    private final int dictionaryEntries;
    /** The largest number of bytes that an encoder had pending, which it keeps allocated. */
    private int maxPendingBytes;

    private ValuePhase(ChunkParts parts, int dictionaryEntries) {
        this.parts = parts;
        this.leaf = parts.values().leaf();
        this.dictionaryEntries = dictionaryEntries;
    }

    /**
     * Starts the phase.
     *
     * @param dictionaryEntries the number of entries of the dictionary that earlier pages use; 0 when there is none
     */
    static ValuePhase start(ChunkParts parts, int dictionaryEntries) {
        parts.values().setEncoding(parts.choice().pageEncoding());
        return new ValuePhase(parts, dictionaryEntries);
    }

    @Override
    public ValuePhase append(int from, int to, long plainBytes) {
        leaf.encode(from, to);
        parts.bloomFilter().add(from, to);
        leaf.updateMinMax(from, to);
        return this;
    }

    @Override
    public ValuePhase endPage() {
        OpenPage page = parts.page();
        EncodingChoice choice = parts.choice();
        EncodedBytes encoded = parts.values().encoded();
        PageSummary summary = page.summarize(leaf.minMax());
        maxPendingBytes = Math.max(maxPendingBytes, leaf.pendingBytes());
        leaf.finish();
        Encoding encoding = choice.isDue()
                ? choice.choose(encoded, page.presentValues(), parts.output().pageWriter())
                : parts.values().encoding();
        int size = parts.output()
                .writeValues(summary, page.levels().repetition(), page.levels().definition(), encoding, encoded);
        parts.output().plainRatio().add(page.plainBytes(), size);
        parts.endPage();
        parts.values().setEncoding(choice.pageEncoding());
        return this;
    }

    @Override
    public boolean hasDictionary() {
        return dictionaryEntries > 0;
    }

    @Override
    public void endChunk() {
        if (hasDictionary()) {
            parts.output().writeDictionary(leaf, dictionaryEntries);
        }
    }

    @Override
    public long bufferedBytes() {
        PageOutput output = parts.output();
        long dictionary = hasDictionary() ? output.dictionaryRatio().apply(leaf.dictionaryBytes()) : 0;
        return output.pages().bytes() + dictionary + output.valueRatio().apply(openBytes());
    }

    @Override
    public long unmeasuredBytes() {
        return parts.output().valueRatio().isKnown() ? 0 : openBytes();
    }

    /** Returns the size of the open page before compression, in bytes. */
    private long openBytes() {
        return parts.values().openBytes() + parts.page().levels().bytes();
    }

    @Override
    public long memoryBytes() {
        return Math.max(leaf.pendingBytes(), maxPendingBytes);
    }
}
