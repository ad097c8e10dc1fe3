package io.pq2.internal.encryption;

import org.jspecify.annotations.Nullable;

/**
 * A key for writing.
 *
 * @param key the key
 * @param metadata the key metadata to store in the file, absent for none; callers must not modify it
 * @param isFooterKey whether it is the key of the footer
 */
record EncryptionKey(ModuleKey key, byte @Nullable [] metadata, boolean isFooterKey) {}
