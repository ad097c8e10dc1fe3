package io.pq2.internal.write.chunk;

import io.pq2.internal.write.encode.DictionaryTrial;
import io.pq2.internal.write.encode.EncodingChoice;

/**
 * The parts of a column's writer that the phases of its chunks share.
 *
 * @param values the values of the column and the encoded values of the open page
 * @param page the open page
 * @param output makes pages of the current chunk
 * @param choice chooses the encoding of values without a dictionary
 * @param trial decides whether a dictionary is worth it
 * @param bloomFilter the bloom filter of the current chunk
 */
record ChunkParts(
        PageValues values,
        OpenPage page,
        PageOutput output,
        EncodingChoice choice,
        DictionaryTrial trial,
        ChunkBloomFilter bloomFilter) {

    /** Clears the open page after its values were taken over. */
    void endPage() {
        choice.countValues(page.presentValues());
        page.reset();
    }
}
