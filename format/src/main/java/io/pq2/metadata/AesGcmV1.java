package io.pq2.metadata;

import org.jspecify.annotations.Nullable;

/**
 * All modules are encrypted with AES-GCM (Encryption.md).
 *
 * @param aadPrefix AAD prefix, if the file stores it
 * @param aadFileUnique file-specific part of the AADs, which differs between files
 * @param supplyAadPrefix whether readers must supply the AAD prefix, because the file has one and does not store it
 */
public record AesGcmV1(
        byte @Nullable [] aadPrefix,
        byte @Nullable [] aadFileUnique,
        @Nullable Boolean supplyAadPrefix) implements EncryptionAlgorithm {}
