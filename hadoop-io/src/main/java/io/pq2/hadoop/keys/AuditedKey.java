package io.pq2.hadoop.keys;

import org.jspecify.annotations.Nullable;

/**
 * The public information in a file about one of its keys. None of it is secret.
 *
 * @param masterKeyId the master key that wraps the key; absent if the file does not name it or its key material is
 *     unreadable
 * @param masterKeyVersion the version of the master key; absent if the wrapped key does not contain it, or no KMS
 *     client is configured that could extract it
 * @param kmsInstanceId the identifier of the KMS instance; absent if the file does not contain it
 * @param kmsInstanceUrl the address of the KMS; absent if the file does not contain it
 * @param wrapping whether the master key wraps the data key directly; absent if unknown
 * @param kekId the identifier of the key encryption key in base64; absent with single wrapping
 * @param place where the key material is stored; absent if the key has none, so that only its metadata identifies it
 * @param metadata the key metadata of keys without key material, as text if it is printable, otherwise in hexadecimal
 *     digits; absent for keys with key material or without metadata
 */
public record AuditedKey(
        @Nullable String masterKeyId,
        @Nullable String masterKeyVersion,
        @Nullable String kmsInstanceId,
        @Nullable String kmsInstanceUrl,
        @Nullable Wrapping wrapping,
        @Nullable String kekId,
        @Nullable MaterialPlace place,
        @Nullable String metadata) {

    /** The number of wrapping steps between a master key and a data key. */
    public enum Wrapping {
        /** The master key wraps the data key. */
        SINGLE,
        /** The master key wraps a key encryption key, which wraps the data key. */
        DOUBLE
    }

    /** Where key material is stored. */
    public enum MaterialPlace {
        /** Inside the encrypted file. */
        INTERNAL,
        /** In a separate file in the same directory. */
        EXTERNAL
    }
}
