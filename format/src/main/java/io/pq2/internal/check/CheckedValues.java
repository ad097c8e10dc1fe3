package io.pq2.internal.check;

import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.read.source.ReadLimits;

/** Counts the values of the checked pages of a file. Page headers can claim many values in few bytes. */
final class CheckedValues {

    private final OpenFile file;
    private long count;

    CheckedValues(OpenFile file) {
        this.file = file;
    }

    /**
     * Adds the values of a page before they are decoded.
     *
     * @throws io.pq2.exception.LimitExceededException if the file has too many values for its size
     */
    void add(int values) {
        count += values;
        ReadLimits.of(file.options()).checkValues(count, file.footer().fileLength(), "values");
    }
}
