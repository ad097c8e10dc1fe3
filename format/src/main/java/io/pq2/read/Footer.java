package io.pq2.read;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.read.source.FooterBytes;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.io.InputFile;
import io.pq2.metadata.FileCryptoMetaData;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The undecoded footer of a file. A caller that keeps it can open the file again without reading the footer, see {@link
 * ParquetFile#open(InputFile, Footer, ReadOptions)}. Immutable.
 */
public final class Footer {

    private final FooterBytes bytes;

    /**
     * Creates a plaintext footer.
     *
     * @param bytes the bytes between the data and the footer's length; not copied, must not change afterwards
     * @param fileLength the length of the file in bytes
     * @throws IllegalArgumentException if the file is too short for the footer
     */
    public Footer(byte[] bytes, long fileLength) {
        this(new FooterBytes(bytes, 0, bytes.length, fileLength, false));
    }

    Footer(FooterBytes bytes) {
        this.bytes = bytes;
    }

    FooterBytes content() {
        return bytes;
    }

    /**
     * Reads a footer without decoding it. Needs no keys.
     *
     * @throws CorruptFileException if the file does not end like a complete Parquet file
     * @throws IOException if the file does not exist or reading fails
     */
    public static Footer read(InputFile input, ReadOptions options) throws IOException {
        return new Footer(OpenFile.readFooter(input, options));
    }

    /** Returns the number of bytes of memory that this footer holds. */
    public int size() {
        return bytes.bytes().length;
    }

    /** Returns the CRC-32C of {@link #bytes}, without its sign. Footers of different files rarely have the same. */
    public long checksum() {
        return bytes.checksum();
    }

    /** Returns the length of the file in bytes. */
    public long fileLength() {
        return bytes.fileLength();
    }

    /**
     * Returns a copy of the bytes between the data and the footer's length. In an encrypted footer they begin with
     * {@code FileCryptoMetaData}; in a signed footer they end with the signature.
     */
    public byte[] bytes() {
        return bytes.copy();
    }

    /** Returns the offset of the footer from the start of the file, which is the end of the file's data. */
    public long dataEnd() {
        return bytes.dataEnd();
    }

    /** Whether the footer is encrypted: the file begins and ends with the magic {@code PARE} (Encryption.md, 5.4). */
    public boolean isEncrypted() {
        return bytes.encrypted();
    }

    /**
     * Returns how the file is encrypted. Needs no keys: the footer is not decrypted, and its signature is not verified.
     *
     * @param file the file's location, for messages
     * @return the encryption algorithm and the key metadata of the footer key; null if nothing in the file is encrypted
     * @throws CorruptFileException if the footer is damaged
     */
    public @Nullable FileCryptoMetaData crypto(String file) {
        return bytes.crypto(file);
    }
}
