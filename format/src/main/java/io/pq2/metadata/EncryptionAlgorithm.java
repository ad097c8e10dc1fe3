package io.pq2.metadata;

/** How the modules of a file are encrypted ({@code EncryptionAlgorithm} of parquet.thrift; see Encryption.md). */
public sealed interface EncryptionAlgorithm permits AesGcmV1, AesGcmCtrV1, EncryptionAlgorithm.Unrecognized {

    /** A member of the union that this version does not know: nothing encrypted can be read. */
    record Unrecognized(int fieldId) implements EncryptionAlgorithm {}
}
