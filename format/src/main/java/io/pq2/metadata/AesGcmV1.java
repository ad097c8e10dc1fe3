package io.pq2.metadata;

/**
 * Every module is encrypted with AES-GCM.
 *
 * @param aadPrefix the prefix of all AADs, if the file stores it
 * @param aadFileUnique what makes the AADs of this file unlike those of any other
 * @param supplyAadPrefix whether readers must supply the prefix, because the file was written with one and does not
 *     store it
 */
public record AesGcmV1(byte[] aadPrefix, byte[] aadFileUnique, Boolean supplyAadPrefix)
        implements EncryptionAlgorithm {}
