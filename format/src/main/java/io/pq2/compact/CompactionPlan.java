package io.pq2.compact;

import java.util.List;

/**
 * The plan of a compaction.
 *
 * @param groups the files to merge, in the order of directories
 * @param keptFiles the number of data files that stay
 * @param keptBytes their length in bytes
 * @param failures files that cannot be read, and stay
 * @param unfinished directories with a compaction that is running, or was interrupted
 */
public record CompactionPlan(
        List<FileGroup> groups,
        int keptFiles,
        long keptBytes,
        List<CompactionFailure> failures,
        List<String> unfinished) {

    public CompactionPlan {
        groups = List.copyOf(groups);
        failures = List.copyOf(failures);
        unfinished = List.copyOf(unfinished);
    }

    /** Returns the number of files to merge. */
    public long files() {
        return groups.stream().mapToLong(group -> group.files().size()).sum();
    }

    /** Returns the bytes of the files to merge. */
    public long bytes() {
        return groups.stream().mapToLong(FileGroup::bytes).sum();
    }
}
