package io.pq2.metadata;

/** The encryption algorithm of a file ({@code EncryptionAlgorithm} of parquet.thrift; Encryption.md). */
public sealed interface EncryptionAlgorithm permits AesGcmV1, AesGcmCtrV1, EncryptionAlgorithm.Unrecognized {

    /**
     * A member of the union that is unknown to this version. Encrypted modules cannot be read.
     *
     * @param fieldId field id in the union
     */
    record Unrecognized(int fieldId) implements EncryptionAlgorithm {}
}
