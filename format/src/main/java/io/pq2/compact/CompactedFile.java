package io.pq2.compact;

/**
 * A new file.
 *
 * @param group the files that it has replaced
 * @param path its path
 * @param bytes its length in bytes
 * @param rowGroups the number of its row groups
 * @param rowGroupsCopied the number of old row groups whose pages were copied
 * @param rowGroupsEncoded the number of old row groups that were decoded and encoded again
 */
public record CompactedFile(
        FileGroup group, String path, long bytes, int rowGroups, int rowGroupsCopied, int rowGroupsEncoded) {}
