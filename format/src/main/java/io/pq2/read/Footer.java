package io.pq2.read;

import io.pq2.io.RangeSource;
import io.pq2.metadata.FileMetaData;
import io.pq2.thrift.FooterReader;
import java.util.Arrays;
import java.util.Objects;

/**
 * The bytes of a file's footer, for those who keep them to open the file again without reading it, see {@link
 * ParquetFile#open(io.pq2.io.InputFile, Footer, ReadOptions)}. What is made of them is made anew each time.
 */
public final class Footer {

    /** What stands behind it: its length and the magic. */
    private static final int TRAILER_LENGTH = 8;

    private final byte[] bytes;
    private final int offset;
    private final int length;
    private final long fileLength;

    /**
     * A footer.
     *
     * @param bytes the bytes between the data and the footer's length, which must not change afterwards
     * @param fileLength the length of the file in bytes
     */
    public Footer(byte[] bytes, long fileLength) {
        this(bytes, 0, bytes.length, fileLength);
    }

    Footer(byte[] bytes, int offset, int length, long fileLength) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (fileLength < (long) length + TRAILER_LENGTH) {
            throw new IllegalArgumentException("a footer of " + length + " bytes in a file of " + fileLength);
        }
        this.bytes = bytes;
        this.offset = offset;
        this.length = length;
        this.fileLength = fileLength;
    }

    /** How many bytes of memory it holds. */
    public int size() {
        return bytes.length;
    }

    /** The length of the file in bytes. */
    public long fileLength() {
        return fileLength;
    }

    /** Where it begins, in bytes from the start of the file. */
    long dataEnd() {
        return fileLength - TRAILER_LENGTH - length;
    }

    /** What it says; the column chunks are decoded, and faults in them reported, when they are asked for. */
    FileMetaData decode() {
        return FooterReader.read(bytes, offset, length);
    }

    /** Without more slack behind it than {@link RangeSource} leaves. */
    Footer compact() {
        return bytes.length - length <= 2 * RangeSource.SLACK
                ? this
                : new Footer(Arrays.copyOfRange(bytes, offset, offset + length), fileLength);
    }
}
