package io.pq2.metadata;

/**
 * A key and a value that an application put into a file.
 *
 * @param key the key
 * @param value the value, null if there is none
 */
public record KeyValue(String key, String value) {}
