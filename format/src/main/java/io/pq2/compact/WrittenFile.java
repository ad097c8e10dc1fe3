package io.pq2.compact;

import java.io.Serializable;

/**
 * A new file that is complete, but not yet visible. {@link DistributedCompaction#commit} replaces the old files by it.
 *
 * @param group the files that it will replace
 * @param commit the identifier of the replacement, which is in the names of its files
 * @param bytes its length in bytes
 * @param rowGroups the number of its row groups
 * @param rowGroupsCopied the number of old row groups whose pages were copied
 * @param rowGroupsEncoded the number of old row groups that were decoded and encoded again
 */
public record WrittenFile(
        FileGroup group, String commit, long bytes, int rowGroups, int rowGroupsCopied, int rowGroupsEncoded)
        implements Serializable {}
