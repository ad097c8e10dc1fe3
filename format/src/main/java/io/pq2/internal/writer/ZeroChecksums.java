package io.pq2.internal.writer;

import org.jspecify.annotations.Nullable;

/**
 * Tells the zeros that some writers store in every {@code PageHeader.crc} from checksums. {@code crc} = 0 is no
 * checksum if the writer is known for it or unknown ({@link WriterFault#ZERO_CHECKSUM}), and no page header
 * that the same reader has seen before has another {@code crc}. Not thread-safe.
 *
 * <p>This loses next to nothing of what checksums are for. A page that is not verified is read like a page without
 * {@code crc}, which the format allows. Only one checksum in 2<sup>32</sup> is 0. Damage cannot make a zero out of
 * another checksum unless it changes nothing else: a zero is one byte of the header and another checksum nearly always
 * five, so zeros over it end the header before the required header of the page type. The pages before the first one
 * with a checksum cannot be taken back after their rows were returned, so they stay unverified.
 */
public final class ZeroChecksums {

    private boolean possible;

    /**
     * Creates the state of a reader of pages.
     *
     * @param writer the writer of the file
     */
    public ZeroChecksums(WriterVersion writer) {
        this.possible = writer.has(WriterFault.ZERO_CHECKSUM);
    }

    /**
     * Looks at the header of a page.
     *
     * @param crc its checksum; absent if it has none
     */
    public void see(@Nullable Integer crc) {
        if (crc != null && crc != 0) {
            possible = false;
        }
    }

    /** Whether this {@code crc} is no checksum. */
    public boolean replaces(@Nullable Integer crc) {
        return crc != null && crc == 0 && possible;
    }
}
