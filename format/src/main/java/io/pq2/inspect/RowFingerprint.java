package io.pq2.inspect;

import io.pq2.internal.inspect.FingerprintHash;
import io.pq2.record.Row;
import org.jspecify.annotations.Nullable;

/**
 * A hash of the values of a row, which is equal for equal rows, however they are stored. A {@link RowComparison} passes
 * it to the sources of rows.
 *
 * <p>Integers of different widths are equal, and so are FLOAT and DOUBLE, decimals of different scales, text and bytes,
 * and times of different units. All NaNs are equal; negative zero and zero are not. Maps are equal if they have the
 * same entries in any order. Null and a field that does not exist are equal.
 */
public final class RowFingerprint {

    private final FingerprintHash hash;
    private final Runnable added;

    RowFingerprint(FingerprintHash hash) {
        this(hash, () -> {});
    }

    /** Creates a fingerprint that runs an action after each value. */
    RowFingerprint(FingerprintHash hash, Runnable added) {
        this.hash = hash;
        this.added = added;
    }

    /**
     * Adds a value of a row.
     *
     * @param field the index of the field in the row
     */
    public void add(Row row, int field) {
        hash.content().slot(row.shape().children().get(field), row.vector(field), row.slot());
        added.run();
    }

    /** Adds a text, which is equal to the same text in a row. */
    public void addText(@Nullable String text) {
        hash.content().text(text);
        added.run();
    }
}
