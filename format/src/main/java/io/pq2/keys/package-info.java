/**
 * Key management: keys of files that are wrapped with master keys, which stay in a key management service (KMS), as parquet-java and Arrow
 * C++ do it.
 *
 * <p>Each file has data encryption keys (DEK) of its own. They are wrapped with the master keys (single wrapping) or, so that the KMS is seldom
 * asked, with key encryption keys (KEK), which are wrapped with the master keys (double wrapping). What readers need to get them back is key
 * material: JSON, which stands as key metadata in the file (internal) or in a file beside it (external).
 *
 * <pre>
 * key metadata := { "keyMaterialType": "PKMT1", "internalStorage": true, ...the other fields of key material }
 *               | { "keyMaterialType": "PKMT1", "internalStorage": false, "keyReference": "footerKey" | "columnKey" n }
 * key material := { "keyMaterialType": "PKMT1", "isFooterKey": bool, ["kmsInstanceID": text, "kmsInstanceURL": text,]  (of footer keys)
 *                   "masterKeyID": text, "wrappedDEK": text, "doubleWrapping": bool,
 *                   ["keyEncryptionKeyID": base64(16 bytes), "wrappedKEK": text] }                                    (double wrapping)
 * wrappedDEK   := what the KMS client makes of the key | base64(nonce(12) ciphertext tag(16)), AES-GCM with the KEK, its identifier as AAD
 * wrappedKEK   := what the KMS client makes of the key
 * store file   := { key reference: key material as text, ... }         _KEY_MATERIAL_FOR_(name of the file).json
 * </pre>
 */
package io.pq2.keys;
