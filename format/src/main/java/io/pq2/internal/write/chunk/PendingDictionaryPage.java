package io.pq2.internal.write.chunk;

import io.pq2.internal.encoding.EncodedBytes;
import java.util.Arrays;

/**
 * A complete page whose values wait, as ids, until it is known whether their chunk has a dictionary.
 *
 * @param summary what is known of the page
 * @param repetition its repetition levels, null if there are none
 * @param definition its definition levels, null if there are none
 * @param ids the ids of its values
 * @param entries the number of entries that the dictionary had at its end
 */
record PendingDictionaryPage(
        PageSummary summary, EncodedBytes repetition, EncodedBytes definition, int[] ids, int entries) {

    /** A page with levels and ids of its own. */
    static PendingDictionaryPage of(PageSummary summary, PageLevels levels, int[] ids, int idCount, int entries) {
        return new PendingDictionaryPage(
                summary, copy(levels.repetition()), copy(levels.definition()), Arrays.copyOf(ids, idCount), entries);
    }

    private static EncodedBytes copy(EncodedBytes bytes) {
        if (bytes == null) {
            return null;
        }
        EncodedBytes copy = new EncodedBytes(bytes.size());
        copy.putBytes(bytes);
        return copy;
    }
}
