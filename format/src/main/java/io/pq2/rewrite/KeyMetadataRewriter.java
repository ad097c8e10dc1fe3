package io.pq2.rewrite;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.internal.encryption.FileDecryptor;
import io.pq2.internal.encryption.ModuleLayout;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.CryptoMetaDataReader;
import io.pq2.internal.thrift.KeyMetadataEditor;
import io.pq2.io.ByteRange;
import io.pq2.io.ByteSink;
import io.pq2.io.InputFile;
import io.pq2.io.OutputFile;
import io.pq2.io.RangeSource;
import io.pq2.metadata.FileCryptoMetaData;
import io.pq2.read.Footer;
import io.pq2.read.ReadOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the key metadata of an encrypted file, for example after the rotation of a master key (Encryption.md,
 * section 5). Data keys and encrypted data stay the same: everything before the footer is copied byte by byte, and the
 * footer is encrypted or signed again with the same key and a new nonce. Not thread-safe.
 */
public final class KeyMetadataRewriter {

    /** The number of bytes to copy at once. */
    private static final int COPY_SIZE = 4 << 20;
    /** The size in bytes of the footer length and the magic after the footer. */
    private static final int TRAILER_LENGTH = 8;

    private final InputFile input;
    private final Footer footer;
    /** The bytes of the new file after the data; absent when no key metadata changes. */
    private final byte @Nullable [] newEnd;

    private KeyMetadataRewriter(InputFile input, Footer footer, byte @Nullable [] newFooter) {
        this.input = input;
        this.footer = footer;
        this.newEnd = newFooter == null ? null : end(newFooter, footer.isEncrypted());
    }

    /**
     * Reads a footer and makes the new one. Writes nothing.
     *
     * @param input the encrypted file
     * @param keys the decryption properties; only the footer key is requested
     * @param change returns the new key metadata for old key metadata, possibly the same; called for the footer key
     *     once, for the key of a column once in each row group, and never where key metadata is absent
     * @throws InvalidDataException if nothing in the file is encrypted
     * @throws io.pq2.exception.EncryptionException if the footer key is missing or the footer is not authentic
     * @throws CorruptFileException if the file is not a complete Parquet file
     * @throws java.io.FileNotFoundException if the file does not exist; some file systems throw another
     *     {@link IOException}
     * @throws IOException if the file cannot be read
     */
    public static KeyMetadataRewriter of(InputFile input, FileDecryptionProperties keys, UnaryOperator<byte[]> change)
            throws IOException {
        Footer footer = Footer.read(input, ReadOptions.DEFAULT);
        String file = input.location();
        FileCryptoMetaData crypto = footer.crypto(file);
        if (crypto == null) {
            throw new InvalidDataException("file " + file + " has no keys, because nothing in it is encrypted");
        }
        FileDecryptor decryptor =
                FileDecryptor.of(file, crypto.encryptionAlgorithm(), crypto.keyMetadata(), footer.isEncrypted(), keys);
        try {
            byte[] bytes = footer.bytes();
            return new KeyMetadataRewriter(
                    input,
                    footer,
                    footer.isEncrypted()
                            ? encrypted(bytes, decryptor, change)
                            : signed(file, bytes, decryptor, change));
        } catch (CorruptFileException e) {
            throw new CorruptFileException("the footer is damaged: " + e.detail(), e).locate(FileLocation.file(file));
        } finally {
            decryptor.release();
        }
    }

    /** Returns the new footer, preceded by the encryption algorithm and key metadata; absent if nothing changes. */
    private static byte @Nullable [] encrypted(byte[] bytes, FileDecryptor decryptor, UnaryOperator<byte[]> change) {
        CompactReader in = new CompactReader(bytes, 0, bytes.length);
        CryptoMetaDataReader.read(in);
        int footerAt = in.position();
        byte[] plain = decryptor.footer(bytes, footerAt, bytes.length);
        byte[] newPlain = KeyMetadataEditor.fileMetadata(plain, 0, plain.length, change);
        byte[] newCrypto = KeyMetadataEditor.fileCryptoMetadata(bytes, 0, footerAt, change);
        if (Arrays.equals(plain, newPlain) && Arrays.equals(bytes, 0, footerAt, newCrypto, 0, newCrypto.length)) {
            return null;
        }
        return joined(newCrypto, decryptor.encryptedFooter(newPlain));
    }

    /** Returns the new footer with its signature; absent if nothing changes. */
    private static byte @Nullable [] signed(
            String file, byte[] bytes, FileDecryptor decryptor, UnaryOperator<byte[]> change) {
        decryptor.verifySignature(bytes, 0, bytes.length);
        if (!decryptor.footerAuthentic()) {
            throw new KeyDeniedException(
                    FileLocation.file(file),
                    "the footer must be signed again, but the key that signs it was not given or found",
                    null);
        }
        int signatureAt = bytes.length - ModuleLayout.SIGNATURE;
        byte[] newPlain = KeyMetadataEditor.fileMetadata(bytes, 0, signatureAt, change);
        return Arrays.equals(bytes, 0, signatureAt, newPlain, 0, newPlain.length)
                ? null
                : joined(newPlain, decryptor.footerSignature(newPlain));
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, Math.addExact(first.length, second.length));
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] end(byte[] newFooter, boolean encrypted) {
        return ByteBuffer.allocate(Math.addExact(newFooter.length, TRAILER_LENGTH))
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(newFooter)
                .putInt(newFooter.length)
                .put((encrypted ? "PARE" : "PAR1").getBytes(StandardCharsets.US_ASCII))
                .array();
    }

    /** Whether any key metadata changes; otherwise there is nothing to write. */
    public boolean isChanged() {
        return newEnd != null;
    }

    /** Returns the length of the new file in bytes. */
    public long length() {
        return newEnd == null ? footer.fileLength() : footer.dataEnd() + newEnd.length;
    }

    /**
     * Writes the new file. If writing fails, the output is aborted and no complete file appears.
     *
     * @param output the new file; must not be the input
     * @throws IllegalStateException if no key metadata changes
     * @throws IOException if the input cannot be read or the output cannot be written
     */
    public void write(OutputFile output) throws IOException {
        byte[] end = newEnd;
        if (end == null) {
            throw new IllegalStateException("the key metadata of file " + input.location() + " does not change");
        }
        ByteSink sink = output.create();
        boolean complete = false;
        try {
            copyData(sink);
            sink.write(end, 0, end.length);
            sink.close();
            complete = true;
        } finally {
            if (!complete) {
                sink.abort();
            }
        }
    }

    private void copyData(ByteSink sink) throws IOException {
        try (RangeSource source = input.open()) {
            long offset = 0;
            while (offset < footer.dataEnd()) {
                int length = (int) Math.min(COPY_SIZE, footer.dataEnd() - offset);
                ByteBuffer buffer = source.read(new ByteRange(offset, length));
                sink.write(buffer.array(), buffer.arrayOffset() + buffer.position(), length);
                offset += length;
            }
        }
    }
}
