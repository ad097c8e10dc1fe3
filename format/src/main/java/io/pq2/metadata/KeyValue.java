package io.pq2.metadata;

import org.jspecify.annotations.Nullable;

/**
 * An entry of key-value metadata.
 *
 * @param key key
 * @param value value, if any
 */
public record KeyValue(String key, @Nullable String value) {}
