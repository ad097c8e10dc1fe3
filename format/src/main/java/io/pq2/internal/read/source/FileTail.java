package io.pq2.internal.read.source;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.ParquetException;
import io.pq2.internal.io.DecodeLimits;
import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The end of a file, read once when the file is opened.
 *
 * @param decoded the decoded footer
 * @param footer the footer's bytes; parts of {@code decoded} are decoded from them on demand
 * @param content the whole file; absent if the file is longer than the bytes that were read
 * @param beforeFooter the bytes before the footer that were read with it: page indexes and bloom filters in most files;
 *     empty if {@code content} is present
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FileTail(DecodedFooter decoded, FooterBytes footer, byte @Nullable [] content, byte[] beforeFooter) {

    private static final int MAGIC = magic("PAR1");
    private static final int ENCRYPTED_MAGIC = magic("PARE");
    private static final int MAGIC_LENGTH = 4;
    /** The two magics and the footer's length. A footer has at least one byte more. */
    private static final int SMALLEST_FILE = MAGIC_LENGTH + FooterBytes.TRAILER_LENGTH;

    private static int magic(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt();
    }

    /**
     * Reads and decodes the end of a file.
     *
     * @param location the file's name in messages
     * @param length the file's length in bytes
     * @param tailBytes the number of bytes to read first
     * @param keys the decryption keys; absent if the caller has none
     * @param limits the limits of the footer's memory
     * @throws CorruptFileException if the file is not a complete Parquet file
     */
    static FileTail read(
            String location,
            long length,
            RangeSource source,
            int tailBytes,
            @Nullable FileDecryptionProperties keys,
            DecodeLimits limits)
            throws IOException {
        try {
            TailBytes read = readBytes(length, source, tailBytes, limits);
            FooterBytes footer = read.footer();
            boolean whole = read.tailLength() == length;
            int before = (int) Math.max(0, footer.dataEnd() - (length - read.tailLength()));
            return new FileTail(
                    footer.decode(location, keys, limits),
                    footer,
                    whole ? bytes(read.tail(), read.tailLength()) : null,
                    whole ? new byte[0] : bytes(read.tail(), before));
        } catch (ParquetException e) {
            throw e.locate(FileLocation.file(location));
        }
    }

    /**
     * Reads the bytes of a footer without decoding them.
     *
     * @throws CorruptFileException if the file does not end like a complete Parquet file
     */
    static FooterBytes footer(String location, long length, RangeSource source, int tailBytes, DecodeLimits limits)
            throws IOException {
        try {
            return readBytes(length, source, tailBytes, limits).footer();
        } catch (ParquetException e) {
            throw e.locate(FileLocation.file(location));
        }
    }

    /** Decodes a footer that was read before. */
    static FileTail of(
            String location, FooterBytes footer, @Nullable FileDecryptionProperties keys, DecodeLimits limits) {
        try {
            return new FileTail(footer.decode(location, keys, limits), footer, null, new byte[0]);
        } catch (ParquetException e) {
            throw e.locate(FileLocation.file(location));
        }
    }

    /**
     * The last bytes of a file.
     *
     * @param tail the bytes, from index 0, little-endian
     * @param tailLength the number of bytes
     * @param footer the footer, which can begin before {@code tail}
     */
    private record TailBytes(ByteBuffer tail, int tailLength, FooterBytes footer) {}

    private static TailBytes readBytes(long length, RangeSource source, int tailBytes, DecodeLimits limits)
            throws IOException {
        if (length == 0) {
            throw new CorruptFileException("the file is empty; a Parquet file begins and ends with the magic PAR1");
        }
        int tailLength = (int) Math.min(length, tailBytes);
        ByteBuffer tail = read(source, length - tailLength, tailLength);
        if (length < SMALLEST_FILE) {
            throw new CorruptFileException("this is not a Parquet file: it has only " + length
                    + " bytes, which begin with " + quoted(tail, 0, Math.min(MAGIC_LENGTH, tailLength)));
        }
        boolean encrypted = isEncrypted(length, source, tail, tailLength);
        long footerLength = Integer.toUnsignedLong(tail.getInt(tailLength - FooterBytes.TRAILER_LENGTH));
        if (footerLength == 0 || footerLength > length - SMALLEST_FILE) {
            throw new CorruptFileException("the footer's length is given as " + footerLength + "; the file has "
                            + (length - SMALLEST_FILE) + " bytes between its magics")
                    .locate(FileLocation.UNKNOWN.atOffset(length - FooterBytes.TRAILER_LENGTH));
        }
        limits.checkFooter(footerLength, "the footer with " + footerLength + " bytes");
        return new TailBytes(tail, tailLength, footer(source, tail, tailLength, length, (int) footerLength, encrypted));
    }

    private static FooterBytes footer(
            RangeSource source, ByteBuffer tail, int tailLength, long fileLength, int footerLength, boolean encrypted)
            throws IOException {
        // The footer is decoded on demand and keeps the array it is decoded from: a copy does not keep the rest of the
        // tail.
        byte[] bytes = new byte[footerLength];
        int inTail = tailLength - FooterBytes.TRAILER_LENGTH - footerLength;
        if (inTail >= 0) {
            tail.get(inTail, bytes);
        } else {
            long dataEnd = fileLength - FooterBytes.TRAILER_LENGTH - footerLength;
            ByteBuffer beginning = source.read(new ByteRange(dataEnd, -inTail));
            beginning.get(bytes, 0, -inTail);
            tail.get(0, bytes, -inTail, footerLength + inTail);
        }
        return new FooterBytes(bytes, 0, footerLength, fileLength, encrypted);
    }

    /** Reads a range into a little-endian buffer whose first byte has index 0. */
    private static ByteBuffer read(RangeSource source, long offset, int length) throws IOException {
        return source.read(new ByteRange(offset, length)).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Checks the magics and returns whether they announce an encrypted footer. The last magic shows that the file is
     * complete; the first one is read only to explain why the last one is missing.
     */
    private static boolean isEncrypted(long length, RangeSource source, ByteBuffer tail, int tailLength)
            throws IOException {
        int last = tail.getInt(tailLength - MAGIC_LENGTH);
        boolean wholeFile = tailLength == length;
        boolean endsWithMagic = last == MAGIC || last == ENCRYPTED_MAGIC;
        if (endsWithMagic) {
            return last == ENCRYPTED_MAGIC;
        }
        ByteBuffer head = wholeFile ? tail : read(source, 0, MAGIC_LENGTH);
        int first = head.getInt(0);
        String start = quoted(head, 0, MAGIC_LENGTH);
        String end = quoted(tail, tailLength - MAGIC_LENGTH, MAGIC_LENGTH);
        if (first == MAGIC || first == ENCRYPTED_MAGIC) {
            String magic = first == MAGIC ? "PAR1" : "PARE";
            throw new CorruptFileException("not a complete Parquet file: it begins with the magic " + magic
                    + " but ends with " + end + " instead of " + magic + "; it was probably cut off at " + length
                    + " bytes: write or copy it again");
        }
        throw new CorruptFileException("this is not a Parquet file: it begins with " + start + " and ends with " + end
                + ", both should be PAR1");
    }

    /** Returns bytes as quoted text if all are printable ASCII characters, otherwise as hexadecimal digits. */
    private static String quoted(ByteBuffer buffer, int offset, int length) {
        StringBuilder text = new StringBuilder("\"");
        StringBuilder digits = new StringBuilder("the bytes");
        boolean printable = true;
        for (int i = offset; i < offset + length; i++) {
            int value = buffer.get(i) & 0xFF;
            printable &= value >= ' ' && value < 0x7F;
            text.append((char) value);
            digits.append(String.format(" %02x", value));
        }
        return printable ? text.append('"').toString() : digits.toString();
    }

    private static byte[] bytes(ByteBuffer tail, int length) {
        byte[] bytes = new byte[length];
        tail.get(0, bytes);
        return bytes;
    }
}
