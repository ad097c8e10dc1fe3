package io.pq2.internal.thrift;

import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.AesGcmCtrV1;
import io.pq2.metadata.AesGcmV1;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.metadata.EncryptionAlgorithm;
import io.pq2.metadata.EncryptionWithColumnKey;
import io.pq2.metadata.EncryptionWithFooterKey;
import io.pq2.metadata.FileCryptoMetaData;
import org.jspecify.annotations.Nullable;

/** Writes the structs that describe the encryption of a file. */
public final class CryptoMetaDataWriter {

    private CryptoMetaDataWriter() {}

    /**
     * Appends the struct before an encrypted footer.
     *
     * @throws InvalidDataException if the algorithm is unrecognized
     */
    public static void write(FileCryptoMetaData metadata, CompactWriter out) {
        int outer = out.beginStruct();
        encryptionAlgorithm(out, 1, metadata.encryptionAlgorithm());
        out.binary(2, metadata.keyMetadata());
        out.endStruct(outer);
    }

    static void encryptionAlgorithm(CompactWriter out, int id, @Nullable EncryptionAlgorithm algorithm) {
        if (algorithm == null) {
            return;
        }
        int outer = out.beginStruct(id);
        if (algorithm instanceof AesGcmV1 gcm) {
            aes(out, 1, gcm.aadPrefix(), gcm.aadFileUnique(), gcm.supplyAadPrefix());
        } else if (algorithm instanceof AesGcmCtrV1 ctr) {
            aes(out, 2, ctr.aadPrefix(), ctr.aadFileUnique(), ctr.supplyAadPrefix());
        } else {
            throw new InvalidDataException("EncryptionAlgorithm: " + algorithm + " cannot be written");
        }
        out.endStruct(outer);
    }

    private static void aes(
            CompactWriter out,
            int id,
            byte @Nullable [] prefix,
            byte @Nullable [] fileUnique,
            @Nullable Boolean supplyPrefix) {
        int outer = out.beginStruct(id);
        out.binary(1, prefix);
        out.binary(2, fileUnique);
        out.bool(3, supplyPrefix);
        out.endStruct(outer);
    }

    static void columnCryptoMetadata(CompactWriter out, int id, @Nullable ColumnCryptoMetaData metadata) {
        if (metadata == null) {
            return;
        }
        int outer = out.beginStruct(id);
        if (metadata instanceof EncryptionWithFooterKey) {
            out.endStruct(out.beginStruct(1));
        } else if (metadata instanceof EncryptionWithColumnKey key) {
            int union = out.beginStruct(2);
            out.beginList(1, WireType.BINARY, key.pathInSchema().size());
            key.pathInSchema().forEach(out::elementString);
            out.binary(2, key.keyMetadata());
            out.endStruct(union);
        } else {
            throw new InvalidDataException("ColumnCryptoMetaData: " + metadata + " cannot be written");
        }
        out.endStruct(outer);
    }
}
