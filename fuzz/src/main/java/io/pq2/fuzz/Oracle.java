package io.pq2.fuzz;

import java.util.Locale;

/** A property that holds for every input. */
public enum Oracle {
    /** Reading throws only exceptions of {@code io.pq2.exception}, and never an internal error. */
    EXCEPTIONS,
    /** Messages name the file, are short, and contain no control characters. */
    MESSAGES,
    /** Allocated memory is in proportion to the length of the file and to the rows that it returns. */
    MEMORY,
    /** Reading ends soon. */
    TIME,
    /** Vectors have the documented sizes, offsets, ids and validity. */
    VECTORS,
    /** Every opened source is closed. */
    CLOSED,
    /** Pages that do not match their checksums return no rows. */
    CHECKSUM,
    /** Metadata that a scan does not need changes no row and causes no error. */
    METADATA,
    /** Encrypted files that were changed return their own rows or an error. */
    AUTHENTICITY,
    /** Scans with pruning, without pruning, and the definition of the predicate agree. */
    PRUNING,
    /** Reading despite damage returns exactly the rows that are not damaged. */
    RECOVERY,
    /** A salvaged file has the first rows of the file that it was salvaged from. */
    SALVAGE,
    /** A rewritten file has the rows of its source. */
    REWRITE,
    /** A summary file that was written can be opened. */
    SUMMARY,
    /** Text that was written from a schema or predicate is parsed to the same one. */
    TEXT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
