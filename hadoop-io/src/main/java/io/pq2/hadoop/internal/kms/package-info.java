/**
 * Machinery of the KMS clients: calls with retries, errors, and the text form of wrapped keys.
 */
@NullMarked
package io.pq2.hadoop.internal.kms;

import org.jspecify.annotations.NullMarked;
