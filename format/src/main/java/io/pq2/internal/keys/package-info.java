/** Sessions with KMS clients, key encryption keys, wrapping of keys, and the JSON of key material. */
@NullMarked
package io.pq2.internal.keys;

import org.jspecify.annotations.NullMarked;
