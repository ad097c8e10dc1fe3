package io.pq2.internal.write.chunk;

import io.pq2.internal.encoding.EncodedBytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A complete page whose values wait as dictionary ids until it is decided whether the chunk has a dictionary.
 *
 * @param summary the counts and statistics
 * @param repetition the repetition levels; absent when the maximum level is 0
 * @param definition the definition levels; absent when the maximum level is 0
 * @param ids the ids of the values
 * @param entries the number of dictionary entries when the page ended
 */
record PendingDictionaryPage(
        PageSummary summary,
        @Nullable EncodedBytes repetition,
        @Nullable EncodedBytes definition,
        int[] ids,
        int entries) {

    /** Copies the levels and ids of the open page. */
    static PendingDictionaryPage of(PageSummary summary, PageLevels levels, int[] ids, int idCount, int entries) {
        return new PendingDictionaryPage(
                summary, copy(levels.repetition()), copy(levels.definition()), Arrays.copyOf(ids, idCount), entries);
    }

    private static @Nullable EncodedBytes copy(@Nullable EncodedBytes bytes) {
        if (bytes == null) {
            return null;
        }
        EncodedBytes copy = new EncodedBytes(bytes.size());
        copy.putBytes(bytes);
        return copy;
    }
}
