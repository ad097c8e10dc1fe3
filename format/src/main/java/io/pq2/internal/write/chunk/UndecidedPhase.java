package io.pq2.internal.write.chunk;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.dictionary.DictionaryIdEncoder;
import io.pq2.internal.write.encode.EncodingChoice;
import io.pq2.internal.write.values.LeafValues;
import io.pq2.metadata.Encoding;
import java.util.ArrayList;
import java.util.List;

/**
 * The phase in which it is open whether the chunk keeps its dictionary. Values are looked up in the dictionary.
 * Complete pages wait as ids: they are encoded with the dictionary once it makes the chunk smaller, and without if it
 * is given up.
 */
final class UndecidedPhase implements ChunkPhase {

    private final ChunkParts parts;
    private final LeafValues leaf;
    private final DictionaryIds ids;
    private final List<PendingDictionaryPage> pending = new ArrayList<>();
    private long pendingIds;

    UndecidedPhase(ChunkParts parts) {
        this.parts = parts;
        this.leaf = parts.values().leaf();
        this.ids = new DictionaryIds(leaf);
    }

    @Override
    public ChunkPhase append(int from, int to, long plainBytes) {
        ids.lookUp(from, to, plainBytes);
        if (!ids.shouldContinue(parts.trial(), parts.choice())) {
            return discardDictionary().append(from, to, plainBytes);
        }
        ids.accept(to - from);
        if (!leaf.hasMinMaxByEntry()) {
            leaf.updateMinMax(from, to);
        }
        return this;
    }

    @Override
    public ChunkPhase endPage() {
        if (isBeaten()) {
            return discardDictionary().endPage();
        }
        if (ids.isDictionaryWorthIt(parts.choice())) {
            return keepDictionary().endPage();
        }
        ids.updateMinMax();
        PageSummary summary = parts.page().summarize(leaf.minMax());
        pending.add(PendingDictionaryPage.of(summary, parts.page().levels(), ids.ids(), ids.count(), ids.entries()));
        pendingIds += ids.count();
        parts.endPage();
        ids.endPage();
        return this;
    }

    @Override
    public Decided decide() {
        return !isBeaten() && ids.isDictionaryWorthIt(parts.choice()) ? keepDictionary() : discardDictionary();
    }

    /**
     * Whether other encodings make values smaller than ids. Compares them on the open page if a new comparison is due.
     */
    private boolean isBeaten() {
        EncodingChoice choice = parts.choice();
        if (choice.isDue() && ids.count() > 0) {
            compareEncodings();
        }
        return choice.beatsDictionary();
    }

    private void compareEncodings() {
        PageValues values = parts.values();
        int sample = EncodingChoice.sampleSize(ids.count(), parts.page().plainBytes());
        values.setEncoding(Encoding.PLAIN);
        leaf.encodeEntries(ids.ids(), sample);
        leaf.finish();
        EncodedBytes sampleIds = new EncodedBytes(sample);
        DictionaryIds.encode(ids.ids(), sample, ids.entries(), sampleIds);
        EncodedBytes sampleEntries = new EncodedBytes(64);
        leaf.encodeDictionary(EncodingChoice.sampleSize(ids.entries(), leaf.dictionaryBytes()), sampleEntries);
        int idWidth = DictionaryIdEncoder.bitWidth(ids.entries());
        parts.choice()
                .compare(
                        values.encoded(),
                        sample,
                        sampleIds,
                        idWidth,
                        sampleEntries,
                        parts.output().pageWriter());
        values.encoded().reset();
    }

    /** Keeps the dictionary: writes the pending pages with it. */
    private DictionaryPhase keepDictionary() {
        DictionaryPhase next = new DictionaryPhase(parts, ids);
        for (PendingDictionaryPage page : pending) {
            next.writePage(
                    page.summary(),
                    page.repetition(),
                    page.definition(),
                    page.ids(),
                    page.ids().length,
                    page.entries());
        }
        return next;
    }

    /** Gives up the dictionary: writes the pending pages without it and encodes the values of the open page. */
    private ValuePhase discardDictionary() {
        PageValues values = parts.values();
        values.setEncoding(parts.choice().encoding());
        for (PendingDictionaryPage page : pending) {
            leaf.encodeEntries(page.ids(), page.ids().length);
            Encoding encoding = leaf.finish();
            parts.output()
                    .writeValues(page.summary(), page.repetition(), page.definition(), encoding, values.encoded());
        }
        parts.bloomFilter().addDictionary(ids.entries());
        ids.updateMinMax();
        ValuePhase next = ValuePhase.start(parts, 0);
        leaf.encodeEntries(ids.ids(), ids.count());
        leaf.dropDictionary();
        return next;
    }

    @Override
    public long bufferedBytes() {
        PageOutput output = parts.output();
        if (!ids.isDictionaryWorthIt(parts.choice())) {
            return output.pages().bytes() + output.plainRatio().apply(ids.lookedUpBytes());
        }
        long dictionary = ids.entries() > 0 ? output.dictionaryRatio().apply(leaf.dictionaryBytes()) : 0;
        long open = ids.packedBytes(pendingIds + ids.count())
                + parts.page().levels().bytes();
        return output.pages().bytes() + dictionary + output.idRatio().apply(open);
    }

    @Override
    public long unmeasuredBytes() {
        return parts.output().plainRatio().isKnown() ? 0 : ids.lookedUpBytes();
    }

    @Override
    public long memoryBytes() {
        return ids.memoryBytes() + pendingIds * Integer.BYTES + leaf.pendingBytes();
    }
}
