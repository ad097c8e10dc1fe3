package io.pq2.read;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.TamperedFileException;
import io.pq2.internal.encryption.FileDecryptor;
import io.pq2.internal.read.source.FileTail;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.CryptoMetaDataReader;
import io.pq2.internal.thrift.FooterReader;
import io.pq2.io.InputFile;
import io.pq2.io.RangeSource;
import io.pq2.metadata.FileCryptoMetaData;
import io.pq2.metadata.FileMetaData;
import java.io.IOException;
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
    private final boolean encrypted;

    /**
     * A footer that is not encrypted.
     *
     * @param bytes the bytes between the data and the footer's length, which must not change afterwards
     * @param fileLength the length of the file in bytes
     */
    public Footer(byte[] bytes, long fileLength) {
        this(bytes, 0, bytes.length, fileLength, false);
    }

    /** @param encrypted whether it is encrypted, and has in front what says how */
    public Footer(byte[] bytes, int offset, int length, long fileLength, boolean encrypted) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (fileLength < (long) length + TRAILER_LENGTH) {
            throw new IllegalArgumentException("a footer of " + length + " bytes in a file of " + fileLength);
        }
        this.bytes = bytes;
        this.offset = offset;
        this.length = length;
        this.fileLength = fileLength;
        this.encrypted = encrypted;
    }

    /**
     * Reads a footer and decodes nothing of it, so that no key is needed.
     *
     * @throws io.pq2.exception.CorruptFileException if the file does not end as a whole Parquet file does
     * @throws IOException if it is not there or cannot be read
     */
    public static Footer read(InputFile input, ReadOptions options) throws IOException {
        long fileLength = input.length();
        try (RangeSource source = input.open()) {
            return FileTail.footer(input.location(), fileLength, source, options.tailBytes(source))
                    .compact();
        }
    }

    /** How many bytes of memory it holds. */
    public int size() {
        return bytes.length;
    }

    /** The length of the file in bytes. */
    public long fileLength() {
        return fileLength;
    }

    /** A copy of the bytes between the data and the footer's length, encrypted if it is, with what says how and with its signature. */
    public byte[] bytes() {
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    /** Where it begins, in bytes from the start of the file. */
    public long dataEnd() {
        return fileLength - TRAILER_LENGTH - length;
    }

    /** Whether it is encrypted: the file begins and ends with the magic PARE. */
    public boolean isEncrypted() {
        return encrypted;
    }

    /**
     * How the file is encrypted, and what it says about the key that its footer is encrypted or signed with; null if nothing in it is
     * encrypted. It is not decrypted, nor is a signature verified.
     *
     * @param file the file's location, for messages
     * @throws CorruptFileException if the footer is damaged
     */
    public FileCryptoMetaData crypto(String file) {
        try {
            if (encrypted) {
                return CryptoMetaDataReader.read(new CompactReader(bytes, offset, offset + length));
            }
            FileMetaData metadata = FooterReader.read(bytes, offset, length);
            return metadata.encryptionAlgorithm() == null
                    ? null
                    : new FileCryptoMetaData(metadata.encryptionAlgorithm(), metadata.footerSigningKeyMetadata());
        } catch (CorruptFileException e) {
            throw new CorruptFileException("the footer is damaged: " + e.detail(), e).locate(FileLocation.file(file));
        }
    }

    /**
     * What it says; the column chunks are decoded, and faults in them reported, when they are asked for.
     *
     * @param file the file's location
     * @param keys null if there are none
     * @throws io.pq2.exception.EncryptionException if it is encrypted and cannot be decrypted, or signed by another key
     */
    public Decoded decode(String file, FileDecryptionProperties keys) {
        return encrypted ? decrypt(file, keys) : verify(file, keys);
    }

    /**
     * What a footer says.
     *
     * @param metadata what it says, with encrypted column metadata as it stands there
     * @param decryptor what decrypts the file, null if nothing in it is encrypted
     */
    public record Decoded(FileMetaData metadata, FileDecryptor decryptor) {}

    private Decoded decrypt(String file, FileDecryptionProperties keys) {
        CompactReader in = new CompactReader(bytes, offset, offset + length);
        FileCryptoMetaData crypto = CryptoMetaDataReader.read(in);
        FileDecryptor decryptor = FileDecryptor.of(file, crypto.encryptionAlgorithm(), crypto.keyMetadata(), keys);
        byte[] plain = decryptor.footer(bytes, in.position(), offset + length);
        return new Decoded(FooterReader.read(plain, 0, plain.length), decryptor);
    }

    private Decoded verify(String file, FileDecryptionProperties keys) {
        FileMetaData metadata = FooterReader.read(bytes, offset, length);
        if (metadata.encryptionAlgorithm() != null) {
            FileDecryptor decryptor =
                    FileDecryptor.of(file, metadata.encryptionAlgorithm(), metadata.footerSigningKeyMetadata(), keys);
            decryptor.verifySignature(bytes, offset, length);
            return new Decoded(metadata, decryptor);
        }
        if (keys != null && !keys.plaintextFilesAllowed()) {
            throw new TamperedFileException(
                    FileLocation.file(file),
                    "the file is not encrypted, and an encrypted one is expected: it may have been exchanged. Allow plaintext files"
                            + " where they are meant to be");
        }
        return new Decoded(metadata, null);
    }

    /** Without more slack behind it than {@link RangeSource} leaves. */
    Footer compact() {
        return bytes.length - length <= 2 * RangeSource.SLACK
                ? this
                : new Footer(Arrays.copyOfRange(bytes, offset, offset + length), 0, length, fileLength, encrypted);
    }
}
