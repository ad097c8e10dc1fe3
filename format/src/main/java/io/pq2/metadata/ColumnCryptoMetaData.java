package io.pq2.metadata;

/** The key of an encrypted column chunk ({@code ColumnCryptoMetaData} of parquet.thrift; Encryption.md). */
public sealed interface ColumnCryptoMetaData
        permits EncryptionWithFooterKey, EncryptionWithColumnKey, ColumnCryptoMetaData.Unrecognized {

    /**
     * A member of the union that is unknown to this version. The column cannot be read.
     *
     * @param fieldId field id in the union
     */
    record Unrecognized(int fieldId) implements ColumnCryptoMetaData {}
}
