package io.pq2.read;

import io.pq2.exception.InvalidDataException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What damage of a file leads to. Damage is what a {@link io.pq2.exception.CorruptFileException} reports. A missing
 * key, a failure of storage, an unsupported feature, a defect of pq2, a damaged footer and damage of an encrypted
 * column are errors in every mode.
 *
 * <p>With every mode except {@link #FAIL}, a scan decodes the rows of a row group once before it returns any of them,
 * and prunes only by statistics of the footer. Each loss gives a {@link CorruptionReport}.
 */
public enum OnCorruption {
    /** An error. The default. */
    FAIL,
    /**
     * The scan returns no row of a file with damage in the scan's columns, wherever in the file it is. All row groups
     * are checked before the first row is returned.
     */
    SKIP_FILE,
    /** The scan skips row groups with damage in the scan's columns. */
    SKIP_ROW_GROUP,
    /** The scan skips the rows that a damaged page of one of the scan's columns contains. */
    SKIP_ROWS;

    /** Returns the name in configurations, for example {@code skip-rows}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the constant with a name.
     *
     * @param text one of {@code fail}, {@code skip-file}, {@code skip-row-group} and {@code skip-rows}, in upper or
     *     lower case
     * @throws InvalidDataException if there is none
     */
    public static OnCorruption parse(String text) {
        for (OnCorruption mode : values()) {
            if (mode.text().equalsIgnoreCase(text.trim())) {
                return mode;
            }
        }
        throw new InvalidDataException(text + " is none of "
                + Arrays.stream(values()).map(OnCorruption::text).collect(Collectors.joining(", ")));
    }

    /** Returns {@link #text()}. */
    @Override
    public String toString() {
        return text();
    }
}
