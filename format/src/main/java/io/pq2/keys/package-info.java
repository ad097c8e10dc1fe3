/**
 * Key management: data keys of files are wrapped with master keys that stay in a key management service (KMS), as in
 * parquet-java and Arrow C++.
 *
 * <p>Each file has its own data encryption keys (DEK). Master keys wrap them (single wrapping), or key encryption keys
 * (KEK) wrap them and master keys wrap the KEKs (double wrapping), which needs fewer KMS calls. Readers retrieve keys
 * from key material. It is JSON text that is stored as key metadata in the file (internal) or in a key material file
 * (external).
 *
 * <pre>
 * key metadata := { "keyMaterialType": "PKMT1", "internalStorage": true, ...the other fields of key material }
 *               | { "keyMaterialType": "PKMT1", "internalStorage": false, "keyReference": "footerKey" | "columnKey" n }
 * key material := { "keyMaterialType": "PKMT1", "isFooterKey": bool,
 *                   ["kmsInstanceID": text, "kmsInstanceURL": text,]                    (for footer keys)
 *                   "masterKeyID": text, "wrappedDEK": text, "doubleWrapping": bool,
 *                   ["keyEncryptionKeyID": base64(16 bytes), "wrappedKEK": text] }      (for double wrapping)
 * wrappedDEK   := result of the KMS client                                              (for single wrapping)
 *               | base64(nonce(12) ciphertext tag(16)), AES-GCM with the KEK and its id as AAD
 * wrappedKEK   := result of the KMS client
 * key material file := { key reference: key material as text, ... }, named _KEY_MATERIAL_FOR_(name of the file).json
 * </pre>
 */
@NullMarked
package io.pq2.keys;

import org.jspecify.annotations.NullMarked;
