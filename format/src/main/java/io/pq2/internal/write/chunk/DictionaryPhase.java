package io.pq2.internal.write.chunk;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.write.values.LeafValues;
import org.jspecify.annotations.Nullable;

/**
 * The phase in which pages are dictionary encoded. It ends when the dictionary grows too large or is no longer worth
 * it.
 */
final class DictionaryPhase implements ChunkPhase.Decided {

    private final ChunkParts parts;
    private final LeafValues leaf;
    private final DictionaryIds ids;

    DictionaryPhase(ChunkParts parts, DictionaryIds ids) {
        this.parts = parts;
        this.leaf = parts.values().leaf();
        this.ids = ids;
    }

    @Override
    public ChunkPhase append(int from, int to, long plainBytes) {
        ids.lookUp(from, to, plainBytes);
        if (!ids.shouldContinue(parts.trial(), parts.choice())) {
            return leaveDictionary().append(from, to, plainBytes);
        }
        ids.accept(to - from);
        if (!leaf.hasMinMaxByEntry()) {
            leaf.updateMinMax(from, to);
        }
        return this;
    }

    /** Ends the open page with the dictionary; the following values are encoded without it. */
    private ValuePhase leaveDictionary() {
        if (!parts.page().isEmpty()) {
            parts.page().levels().finish();
            endPage();
        }
        parts.bloomFilter().addDictionary(ids.entries());
        return ValuePhase.start(parts, ids.entries());
    }

    @Override
    public DictionaryPhase endPage() {
        ids.updateMinMax();
        PageSummary summary = parts.page().summarize(leaf.minMax());
        PageLevels levels = parts.page().levels();
        writePage(summary, levels.repetition(), levels.definition(), ids.ids(), ids.count(), ids.entries());
        parts.endPage();
        ids.endPage();
        return this;
    }

    /**
     * Writes a dictionary encoded page.
     *
     * @param repetition the repetition levels; absent when the maximum level is 0
     * @param definition the definition levels; absent when the maximum level is 0
     * @param entries the number of dictionary entries when the page ended
     */
    void writePage(
            PageSummary summary,
            @Nullable EncodedBytes repetition,
            @Nullable EncodedBytes definition,
            int[] pageIds,
            int count,
            int entries) {
        EncodedBytes encoded = parts.values().encoded();
        DictionaryIds.encode(pageIds, count, entries, encoded);
        long packedBytes = ids.packedBytes(summary.presentValues());
        parts.output().writeIds(summary, repetition, definition, packedBytes, encoded);
    }

    @Override
    public boolean hasDictionary() {
        return true;
    }

    @Override
    public void endChunk() {
        parts.output().writeDictionary(leaf, ids.entries());
        parts.bloomFilter().addCompleteDictionary(ids.entries());
    }

    @Override
    public long bufferedBytes() {
        PageOutput output = parts.output();
        long dictionary = ids.entries() > 0 ? output.dictionaryRatio().apply(leaf.dictionaryBytes()) : 0;
        return output.pages().bytes() + dictionary + output.idRatio().apply(openBytes());
    }

    @Override
    public long unmeasuredBytes() {
        return parts.output().idRatio().isKnown() ? 0 : openBytes();
    }

    /** Returns the size of the open page, bit-packed and not compressed, in bytes. */
    private long openBytes() {
        return ids.packedBytes(ids.count()) + parts.page().levels().bytes();
    }

    @Override
    public long memoryBytes() {
        return ids.memoryBytes() + leaf.pendingBytes();
    }
}
