package io.pq2.fuzz.file;

import io.pq2.fuzz.thrift.ThriftOutput;
import io.pq2.fuzz.thrift.ThriftValue;
import java.util.zip.CRC32;

/**
 * A page: its header and its stored bytes. Not changed after construction.
 *
 * @param header the header as it will be written, with the sizes and the checksum of the body
 * @param body the stored bytes
 * @param headerBytes the bytes of the header
 */
record Page(ThriftValue header, byte[] body, byte[] headerBytes) {

    static final int TYPE = 1;
    static final int UNCOMPRESSED_SIZE = 2;
    static final int COMPRESSED_SIZE = 3;
    static final int CRC = 4;
    static final int DATA_HEADER = 5;
    static final int DICTIONARY_HEADER = 7;
    static final int DATA_HEADER_V2 = 8;

    private static final int DICTIONARY_PAGE = 2;

    static Page of(ThriftValue header, byte[] body) {
        return new Page(header, body, ThriftOutput.bytes(header));
    }

    boolean isDictionary() {
        return header.numberOf(TYPE, -1) == DICTIONARY_PAGE;
    }

    boolean hasCrc() {
        return header.field(CRC) != null;
    }

    /** Returns the number of bytes of the levels of a page of version 2, which are not compressed. */
    int levelsLength() {
        ThriftValue v2 = header.field(DATA_HEADER_V2);
        long length = v2 == null ? 0 : v2.numberOf(5, 0) + v2.numberOf(6, 0);
        return (int) Math.max(0, Math.min(length, body.length));
    }

    Page withHeader(ThriftValue changed) {
        return of(changed, body);
    }

    /**
     * Returns the page with another body, whose size the header states.
     *
     * @param plainLength the uncompressed size for the header; -1 to keep it
     * @param checksum whether the header states the checksum of the new body, if it has one
     */
    Page withBody(byte[] changed, int plainLength, boolean checksum) {
        ThriftValue copy = header.copy();
        copy.setNumber(COMPRESSED_SIZE, changed.length);
        if (plainLength >= 0) {
            copy.setNumber(UNCOMPRESSED_SIZE, plainLength);
        }
        if (checksum) {
            copy.setNumber(CRC, crc(changed));
        }
        return of(copy, changed);
    }

    static int crc(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
