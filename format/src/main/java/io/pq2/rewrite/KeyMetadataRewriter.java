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

/**
 * An encrypted file again, with other key metadata: what stands in front of the footer is copied byte for byte, and the
 * footer is encrypted or signed anew, with the same key and a new nonce. The data keys stay, and so does what is
 * encrypted with them; only how readers find the keys is another matter, such as after a master key was rotated.
 */
public final class KeyMetadataRewriter {

    private static final int STRETCH = 4 << 20;
    /** The footer's length and the magic behind it. */
    private static final int TRAILER_LENGTH = 8;

    private final InputFile input;
    private final Footer footer;
    /** What is to stand behind the data. */
    private final byte[] end;

    private final boolean changed;

    private KeyMetadataRewriter(InputFile input, Footer footer, byte[] newFooter) {
        this.input = input;
        this.footer = footer;
        this.changed = newFooter != null;
        this.end = changed ? end(newFooter, footer.isEncrypted()) : null;
    }

    /**
     * Reads a footer and makes the new one; nothing is written yet.
     *
     * @param keys of these, only the footer key is asked for
     * @param change from the key metadata of the footer key or of a column to what is to stand in its place, which may
     *     be the same; of a column it is asked once a row group. Where there is none, it is not asked
     * @throws InvalidDataException if nothing in the file is encrypted
     * @throws io.pq2.exception.EncryptionException if there is no key for the footer or it is not authentic
     * @throws CorruptFileException if it is not a whole Parquet file
     * @throws IOException if it is not there or cannot be read
     */
    public static KeyMetadataRewriter of(InputFile input, FileDecryptionProperties keys, UnaryOperator<byte[]> change)
            throws IOException {
        Footer footer = Footer.read(input, ReadOptions.DEFAULT);
        String file = input.location();
        FileCryptoMetaData crypto = footer.crypto(file);
        if (crypto == null) {
            throw new InvalidDataException(file + ": nothing in the file is encrypted, so that it has no keys");
        }
        FileDecryptor decryptor = FileDecryptor.of(file, crypto.encryptionAlgorithm(), crypto.keyMetadata(), keys);
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

    /** The new footer with what says how it is encrypted; null if it is the old one. */
    private static byte[] encrypted(byte[] bytes, FileDecryptor decryptor, UnaryOperator<byte[]> change) {
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

    /** The new footer with its signature; null if it is the old one. */
    private static byte[] signed(String file, byte[] bytes, FileDecryptor decryptor, UnaryOperator<byte[]> change) {
        decryptor.verifySignature(bytes, 0, bytes.length);
        if (!decryptor.footerAuthentic()) {
            throw new KeyDeniedException(
                    FileLocation.file(file),
                    "the footer is signed with a key that was not given or found, and cannot be signed anew without",
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

    /** Whether any key metadata is other than before; otherwise there is nothing to write. */
    public boolean isChanged() {
        return changed;
    }

    /** The length of the new file in bytes. */
    public long length() {
        return changed ? footer.dataEnd() + end.length : footer.fileLength();
    }

    /**
     * Writes the new file. If it fails, there is none that looks whole.
     *
     * @param output not the input itself
     * @throws IllegalStateException if nothing is changed
     * @throws IOException if it cannot be read or written
     */
    public void write(OutputFile output) throws IOException {
        if (!changed) {
            throw new IllegalStateException(input.location() + ": the key metadata stays as it is");
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
                int length = (int) Math.min(STRETCH, footer.dataEnd() - offset);
                ByteBuffer stretch = source.read(new ByteRange(offset, length));
                sink.write(stretch.array(), stretch.arrayOffset() + stretch.position(), length);
                offset += length;
            }
        }
    }
}
