package io.pq2.internal.encryption;

/**
 * With what something is encrypted.
 *
 * @param key the key
 * @param metadata what the file says about it, null for nothing; not to be changed
 * @param ofFooter whether it is the key of the footer
 */
public record KeyChoice(ModuleKey key, byte[] metadata, boolean ofFooter) {}
