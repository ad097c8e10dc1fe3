package io.pq2.internal.read.source;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.TamperedFileException;
import io.pq2.internal.encryption.FileDecryptor;
import io.pq2.internal.io.DecodeLimits;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.CryptoMetaDataReader;
import io.pq2.internal.thrift.FooterReader;
import io.pq2.io.RangeSource;
import io.pq2.metadata.FileCryptoMetaData;
import io.pq2.metadata.FileMetaData;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a footer: everything between the data and the footer's length. In a file with an encrypted footer (magic
 * {@code PARE}) these are {@code FileCryptoMetaData} and the encrypted {@code FileMetaData}; in a file with a signed
 * footer, {@code FileMetaData} and its signature (Encryption.md, 5.4 and 5.5).
 *
 * @param bytes the array that holds the footer; must not change afterwards
 * @param offset the index of the footer's first byte in the array
 * @param length the number of bytes of the footer
 * @param fileLength the length of the file in bytes
 * @param encrypted whether the footer is encrypted
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FooterBytes(byte[] bytes, int offset, int length, long fileLength, boolean encrypted) {

    /** The bytes after the footer: its length and the magic. */
    static final int TRAILER_LENGTH = 8;

    public FooterBytes {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (fileLength < (long) length + TRAILER_LENGTH) {
            throw new IllegalArgumentException("a footer of " + length + " bytes in a file of " + fileLength);
        }
    }

    /** Returns the offset of the footer from the start of the file. */
    public long dataEnd() {
        return fileLength - TRAILER_LENGTH - length;
    }

    /** Returns a copy of the footer's bytes. */
    public byte[] copy() {
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    /** Returns the CRC-32C of the footer's bytes. */
    public long checksum() {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return crc.getValue();
    }

    /** Returns this footer in an array with little unused space. */
    public FooterBytes compact() {
        return bytes.length - length <= 2 * RangeSource.SLACK
                ? this
                : new FooterBytes(copy(), 0, length, fileLength, encrypted);
    }

    /**
     * Returns how the file is encrypted. Needs no key: the footer is neither decrypted nor is its signature verified.
     *
     * @param file the file's location, for messages
     * @return the encryption algorithm and the key metadata of the footer key; null if nothing in the file is encrypted
     * @throws CorruptFileException if the footer is damaged
     */
    public @Nullable FileCryptoMetaData crypto(String file) {
        try {
            if (encrypted) {
                return CryptoMetaDataReader.read(new CompactReader(bytes, offset, offset + length));
            }
            FileMetaData metadata = FooterReader.read(bytes, offset, length);
            return metadata.encryptionAlgorithm() == null
                    ? null
                    : new FileCryptoMetaData(metadata.encryptionAlgorithm(), metadata.footerSigningKeyMetadata());
        } catch (CorruptFileException e) {
            throw damaged(e).locate(FileLocation.file(file));
        }
    }

    /**
     * Decodes the footer. Column chunks are decoded, and their faults reported, when they are first used.
     *
     * @param file the file's location
     * @param keys the decryption keys; absent if the caller has none
     * @param limits the limits of the footer's memory
     * @throws CorruptFileException if the footer is damaged
     * @throws io.pq2.exception.EncryptionException if the footer cannot be decrypted or its signature does not match
     */
    public DecodedFooter decode(String file, @Nullable FileDecryptionProperties keys, DecodeLimits limits) {
        try {
            return encrypted ? decrypt(file, keys, limits) : verify(file, keys, limits);
        } catch (CorruptFileException e) {
            throw damaged(e).locate(e.location());
        }
    }

    private static CorruptFileException damaged(CorruptFileException cause) {
        return new CorruptFileException("the footer is damaged: " + cause.detail(), cause);
    }

    private DecodedFooter decrypt(String file, @Nullable FileDecryptionProperties keys, DecodeLimits limits) {
        CompactReader in = new CompactReader(bytes, offset, offset + length);
        FileCryptoMetaData crypto = CryptoMetaDataReader.read(in);
        FileDecryptor decryptor =
                FileDecryptor.of(file, crypto.encryptionAlgorithm(), crypto.keyMetadata(), true, keys);
        byte[] plain = decryptor.footer(bytes, in.position(), offset + length);
        return new DecodedFooter(FooterReader.read(plain, 0, plain.length, limits, file), decryptor);
    }

    private DecodedFooter verify(String file, @Nullable FileDecryptionProperties keys, DecodeLimits limits) {
        FileMetaData metadata = FooterReader.read(bytes, offset, length, limits, file);
        if (metadata.encryptionAlgorithm() != null) {
            FileDecryptor decryptor = FileDecryptor.of(
                    file, metadata.encryptionAlgorithm(), metadata.footerSigningKeyMetadata(), false, keys);
            decryptor.verifySignature(bytes, offset, length);
            return new DecodedFooter(metadata, decryptor);
        }
        if (keys != null && !keys.plaintextFilesAllowed()) {
            throw new TamperedFileException(
                    FileLocation.file(file),
                    "the file is not encrypted, but an encrypted file is expected: it may have been replaced."
                            + " If plaintext files are legitimate here, allow them in the decryption properties");
        }
        return new DecodedFooter(metadata, null);
    }
}
