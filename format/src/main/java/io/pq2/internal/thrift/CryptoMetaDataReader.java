package io.pq2.internal.thrift;

import io.pq2.metadata.AesGcmCtrV1;
import io.pq2.metadata.AesGcmV1;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.metadata.EncryptionAlgorithm;
import io.pq2.metadata.EncryptionWithColumnKey;
import io.pq2.metadata.EncryptionWithFooterKey;
import io.pq2.metadata.FileCryptoMetaData;
import java.util.List;

/** Reads the structs that describe the encryption of a file. */
public final class CryptoMetaDataReader {

    static final OptionalFields FILE_CRYPTO_METADATA =
            OptionalFields.of("FileCryptoMetaData").with(WireType.BINARY, 2);
    private static final OptionalFields ENCRYPTION_ALGORITHM =
            OptionalFields.of("EncryptionAlgorithm").with(WireType.STRUCT, 1, 2);
    static final OptionalFields COLUMN_CRYPTO_METADATA =
            OptionalFields.of("ColumnCryptoMetaData").with(WireType.STRUCT, 1, 2);
    static final OptionalFields ENCRYPTION_WITH_COLUMN_KEY =
            OptionalFields.of("EncryptionWithColumnKey").with(WireType.BINARY, 2);

    private static final OptionalFields AES_GCM_V1 = aesFields("AesGcmV1");
    private static final OptionalFields AES_GCM_CTR_V1 = aesFields("AesGcmCtrV1");

    private static OptionalFields aesFields(String struct) {
        return OptionalFields.of(struct).with(WireType.BINARY, 1, 2).with(WireType.TRUE, 3);
    }

    private CryptoMetaDataReader() {}

    /**
     * Reads the struct before an encrypted footer, and advances the reader to the footer.
     *
     * @throws io.pq2.exception.CorruptFileException if the bytes are not FileCryptoMetaData
     */
    public static FileCryptoMetaData read(CompactReader in) {
        EncryptionAlgorithm encryptionAlgorithm = null;
        byte[] keyMetadata = null;
        int outer = in.beginStruct();
        while (in.nextField(FILE_CRYPTO_METADATA)) {
            switch (in.fieldId()) {
                case 1 -> encryptionAlgorithm = encryptionAlgorithm(in, "FileCryptoMetaData.encryption_algorithm");
                case 2 -> keyMetadata = in.binary("FileCryptoMetaData.key_metadata");
                default -> in.skip("FileCryptoMetaData");
            }
        }
        in.endStruct(outer);
        encryptionAlgorithm = in.required(encryptionAlgorithm, "FileCryptoMetaData.encryption_algorithm");
        return new FileCryptoMetaData(encryptionAlgorithm, keyMetadata);
    }

    static EncryptionAlgorithm encryptionAlgorithm(CompactReader in, String field) {
        EncryptionAlgorithm algorithm = null;
        int count = 0;
        int outer = in.beginStruct(field);
        while (in.nextField(ENCRYPTION_ALGORITHM)) {
            count++;
            switch (in.fieldId()) {
                case 1 -> algorithm = aes(in, "EncryptionAlgorithm.AES_GCM_V1", true);
                case 2 -> algorithm = aes(in, "EncryptionAlgorithm.AES_GCM_CTR_V1", false);
                default -> {
                    algorithm = new EncryptionAlgorithm.Unrecognized(in.fieldId());
                    in.skip("EncryptionAlgorithm");
                }
            }
        }
        in.endStruct(outer);
        requireOne(in, field, count);
        return in.required(algorithm, field);
    }

    private static EncryptionAlgorithm aes(CompactReader in, String field, boolean gcm) {
        OptionalFields fields = gcm ? AES_GCM_V1 : AES_GCM_CTR_V1;
        byte[] aadPrefix = null;
        byte[] aadFileUnique = null;
        Boolean supplyAadPrefix = null;
        int outer = in.beginStruct(field);
        while (in.nextField(fields)) {
            switch (in.fieldId()) {
                case 1 -> aadPrefix = in.binary(gcm ? "AesGcmV1.aad_prefix" : "AesGcmCtrV1.aad_prefix");
                case 2 -> aadFileUnique = in.binary(gcm ? "AesGcmV1.aad_file_unique" : "AesGcmCtrV1.aad_file_unique");
                case 3 ->
                    supplyAadPrefix = in.bool(gcm ? "AesGcmV1.supply_aad_prefix" : "AesGcmCtrV1.supply_aad_prefix");
                default -> in.skip(fields.struct());
            }
        }
        in.endStruct(outer);
        return gcm
                ? new AesGcmV1(aadPrefix, aadFileUnique, supplyAadPrefix)
                : new AesGcmCtrV1(aadPrefix, aadFileUnique, supplyAadPrefix);
    }

    static ColumnCryptoMetaData columnCryptoMetadata(CompactReader in, String field) {
        ColumnCryptoMetaData metadata = null;
        int count = 0;
        int outer = in.beginStruct(field);
        while (in.nextField(COLUMN_CRYPTO_METADATA)) {
            count++;
            switch (in.fieldId()) {
                case 1 -> {
                    in.skip("ColumnCryptoMetaData");
                    metadata = new EncryptionWithFooterKey();
                }
                case 2 -> metadata = encryptionWithColumnKey(in);
                default -> {
                    metadata = new ColumnCryptoMetaData.Unrecognized(in.fieldId());
                    in.skip("ColumnCryptoMetaData");
                }
            }
        }
        in.endStruct(outer);
        requireOne(in, field, count);
        return in.required(metadata, field);
    }

    private static EncryptionWithColumnKey encryptionWithColumnKey(CompactReader in) {
        List<String> pathInSchema = null;
        byte[] keyMetadata = null;
        int outer = in.beginStruct("ColumnCryptoMetaData.ENCRYPTION_WITH_COLUMN_KEY");
        while (in.nextField(ENCRYPTION_WITH_COLUMN_KEY)) {
            switch (in.fieldId()) {
                case 1 -> pathInSchema = ColumnChunkReader.strings(in, "EncryptionWithColumnKey.path_in_schema");
                case 2 -> keyMetadata = in.binary("EncryptionWithColumnKey.key_metadata");
                default -> in.skip("EncryptionWithColumnKey");
            }
        }
        in.endStruct(outer);
        pathInSchema = in.required(pathInSchema, "EncryptionWithColumnKey.path_in_schema");
        return new EncryptionWithColumnKey(pathInSchema, keyMetadata);
    }

    private static void requireOne(CompactReader in, String field, int count) {
        if (count != 1) {
            throw in.corrupt(field, "a union with " + count + " members, expected 1");
        }
    }
}
