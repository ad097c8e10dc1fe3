/**
 * Parquet Modular Encryption (Encryption.md of the format): keys and options for reading
 * ({@link io.pq2.encryption.FileDecryptionProperties}) and for writing
 * ({@link io.pq2.encryption.FileEncryptionProperties}).
 *
 * <p>A file consists of modules: pages, page headers, page indexes, bloom filters, column metadata, the footer. Each
 * module is encrypted separately:
 *
 * <pre>
 * GCM module     := length(4 bytes, little-endian; of the rest) nonce(12) ciphertext tag(16)
 * CTR module     := length(4 bytes, little-endian; of the rest) nonce(12) ciphertext      (pages, in AES_GCM_CTR_V1)
 * signature      := nonce(12) tag(16)                                                     (after a plaintext footer)
 * AAD            := [prefix] aad_file_unique module-type(1) [row-group(2) column(2) [page(2)]]
 * encrypted file := "PARE" module* FileCryptoMetaData GCM-module(FileMetaData) length(of both; 4 bytes) "PARE"
 * signed file    := "PAR1" module* FileMetaData signature length(of both; 4 bytes) "PAR1"
 * </pre>
 *
 * <p>Ordinals in AADs are little-endian. Lengths of pages and chunks in the metadata count encrypted bytes.
 */
@NullMarked
package io.pq2.encryption;

import org.jspecify.annotations.NullMarked;
