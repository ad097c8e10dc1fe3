package io.pq2.internal.read.source;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encryption.FileDecryptor;
import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import io.pq2.metadata.FileMetaData;
import io.pq2.read.Footer;
import io.pq2.read.Footer.Decoded;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The end of a file, read once.
 *
 * @param metadata what the footer says
 * @param decryptor what decrypts the file, null if nothing in it is encrypted
 * @param footer its bytes, of which {@code metadata} decodes some when asked for
 * @param content the whole file if it was no longer than what was read, otherwise null
 * @param beforeFooter the bytes in front of the footer that were read with it, where writers put page indexes and bloom filters
 */
public record FileTail(
        FileMetaData metadata, FileDecryptor decryptor, Footer footer, byte[] content, byte[] beforeFooter) {

    private static final int MAGIC = magic("PAR1");
    private static final int ENCRYPTED_MAGIC = magic("PARE");
    private static final int MAGIC_LENGTH = 4;
    /** The footer's length and the magic behind it. */
    private static final int TRAILER_LENGTH = 8;
    /** Both magics and the length; an empty footer would be no footer. */
    private static final int SMALLEST_FILE = MAGIC_LENGTH + TRAILER_LENGTH;

    private static int magic(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt();
    }

    /** @param keys null if there are none */
    public static FileTail read(
            String location, long length, RangeSource source, int tailBytes, FileDecryptionProperties keys)
            throws IOException {
        try {
            return readTail(location, length, source, tailBytes, keys);
        } catch (CorruptFileException e) {
            throw e.locate(FileLocation.file(location));
        } catch (UnsupportedFeatureException e) {
            throw e.locate(FileLocation.file(location));
        }
    }

    /**
     * The bytes of the footer alone.
     *
     * @throws CorruptFileException if the file does not end as a whole Parquet file does
     */
    public static Footer footer(String location, long length, RangeSource source, int tailBytes) throws IOException {
        try {
            return readBytes(length, source, tailBytes).footer();
        } catch (CorruptFileException e) {
            throw e.locate(FileLocation.file(location));
        }
    }

    private static FileTail readTail(
            String location, long length, RangeSource source, int tailBytes, FileDecryptionProperties keys)
            throws IOException {
        TailBytes read = readBytes(length, source, tailBytes);
        ByteBuffer tail = read.tail();
        int tailLength = read.tailLength();
        Footer footer = read.footer();
        boolean whole = tailLength == length;
        int before = (int) Math.max(0, footer.dataEnd() - (length - tailLength));
        Decoded decoded = decoded(location, footer, keys);
        return new FileTail(
                decoded.metadata(),
                decoded.decryptor(),
                footer,
                whole ? bytes(tail, tailLength) : null,
                whole ? new byte[0] : bytes(tail, before));
    }

    /**
     * What was read of a file's end.
     *
     * @param tail the file's last bytes, at index 0
     * @param tailLength how many these are
     * @param footer the footer's, of which some may lie in front of them
     */
    private record TailBytes(ByteBuffer tail, int tailLength, Footer footer) {}

    private static TailBytes readBytes(long length, RangeSource source, int tailBytes) throws IOException {
        if (length == 0) {
            throw new CorruptFileException("the file is empty; a Parquet file begins and ends with the magic PAR1");
        }
        int tailLength = (int) Math.min(length, tailBytes);
        ByteBuffer tail = read(source, length - tailLength, tailLength);
        if (length < SMALLEST_FILE) {
            throw new CorruptFileException("not a Parquet file: it has only " + length + " bytes, which begin with "
                    + quoted(tail, 0, Math.min(MAGIC_LENGTH, tailLength)));
        }
        boolean encrypted = isEncrypted(length, source, tail, tailLength);
        long footerLength = tail.getInt(tailLength - TRAILER_LENGTH);
        if (footerLength <= 0 || footerLength > length - SMALLEST_FILE) {
            throw new CorruptFileException("the footer's length is given as " + footerLength + "; the file has "
                            + (length - SMALLEST_FILE) + " bytes between its magics")
                    .locate(FileLocation.UNKNOWN.atOffset(length - TRAILER_LENGTH));
        }
        long dataEnd = length - TRAILER_LENGTH - footerLength;
        return new TailBytes(
                tail, tailLength, footer(source, tail, tailLength, dataEnd, (int) footerLength, encrypted));
    }

    /** What a footer that was read before says. */
    public static FileTail of(String location, Footer footer, FileDecryptionProperties keys) {
        try {
            Decoded decoded = decoded(location, footer, keys);
            return new FileTail(decoded.metadata(), decoded.decryptor(), footer, null, new byte[0]);
        } catch (CorruptFileException e) {
            throw e.locate(FileLocation.file(location));
        } catch (UnsupportedFeatureException e) {
            throw e.locate(FileLocation.file(location));
        }
    }

    private static Decoded decoded(String location, Footer footer, FileDecryptionProperties keys) {
        try {
            return footer.decode(location, keys);
        } catch (CorruptFileException e) {
            throw new CorruptFileException("the footer is damaged: " + e.detail(), e).locate(e.location());
        }
    }

    private static Footer footer(
            RangeSource source, ByteBuffer tail, int tailLength, long dataEnd, int footerLength, boolean encrypted)
            throws IOException {
        long fileLength = dataEnd + footerLength + TRAILER_LENGTH;
        int inTail = tailLength - TRAILER_LENGTH - footerLength;
        if (inTail >= 0) {
            // The footer is decoded lazily and keeps what it is decoded from; of a long tail that is a copy.
            byte[] bytes = new byte[footerLength];
            tail.get(inTail, bytes);
            return new Footer(bytes, 0, footerLength, fileLength, encrypted);
        }
        // What of it is in the tail is not read again.
        ByteBuffer beginning = source.read(new ByteRange(dataEnd, -inTail));
        byte[] bytes = new byte[footerLength];
        beginning.get(bytes, 0, -inTail);
        tail.get(0, bytes, -inTail, footerLength + inTail);
        return new Footer(bytes, 0, footerLength, fileLength, encrypted);
    }

    /** Where the footer begins, in bytes from the start of the file. */
    public long dataEnd() {
        return footer.dataEnd();
    }

    /** The bytes of a range, which are at index 0 of the buffer, little-endian. */
    private static ByteBuffer read(RangeSource source, long offset, int length) throws IOException {
        return source.read(new ByteRange(offset, length)).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * The magic at the end says that the file is complete; the one at the start is looked at if it was read anyway, or if the
     * other is not there and one wants to know why. Returns whether they are those of a file with an encrypted footer.
     */
    private static boolean isEncrypted(long length, RangeSource source, ByteBuffer tail, int tailLength)
            throws IOException {
        int last = tail.getInt(tailLength - MAGIC_LENGTH);
        boolean headKnown = tailLength == length;
        boolean known = last == MAGIC || last == ENCRYPTED_MAGIC;
        if (known && (!headKnown || tail.getInt(0) == last)) {
            return last == ENCRYPTED_MAGIC;
        }
        ByteBuffer head = headKnown ? tail : read(source, 0, MAGIC_LENGTH);
        int first = head.getInt(0);
        String start = quoted(head, 0, MAGIC_LENGTH);
        String end = quoted(tail, tailLength - MAGIC_LENGTH, MAGIC_LENGTH);
        if (first == MAGIC || first == ENCRYPTED_MAGIC) {
            String magic = first == MAGIC ? "PAR1" : "PARE";
            throw new CorruptFileException("not a complete Parquet file: it begins with the magic " + magic
                    + " but ends with " + end + " instead of " + magic + "; it was probably cut off at " + length
                    + " bytes: write or copy it again");
        }
        throw new CorruptFileException(
                "not a Parquet file: it begins with " + start + " and ends with " + end + ", both should be PAR1");
    }

    /** Bytes as text where they are printable ASCII, otherwise as hexadecimal digits. */
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
