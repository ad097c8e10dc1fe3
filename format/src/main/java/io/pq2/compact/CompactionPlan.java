package io.pq2.compact;

import java.util.List;

/**
 * The plan of a compaction.
 *
 * @param directories the directories that were planned, in their order
 * @param groups the files to merge, in the order of directories
 * @param keptFiles the number of data files that stay
 * @param keptBytes their length in bytes
 * @param failures files that cannot be read, and stay
 * @param unfinished directories with a compaction that is running, or was interrupted
 */
public record CompactionPlan(
        List<PlannedDirectory> directories,
        List<FileGroup> groups,
        int keptFiles,
        long keptBytes,
        List<CompactionFailure> failures,
        List<String> unfinished) {

    /**
     * A directory and its data files before the compaction.
     *
     * @param path its path
     * @param files the number of its data files, without those of directories below it
     * @param bytes their length in bytes
     */
    public record PlannedDirectory(String path, int files, long bytes) {}

    public CompactionPlan {
        directories = List.copyOf(directories);
        groups = List.copyOf(groups);
        failures = List.copyOf(failures);
        unfinished = List.copyOf(unfinished);
    }

    /** Returns a plan of all directories of several plans. They must have no directory in common. */
    public static CompactionPlan union(List<CompactionPlan> plans) {
        return new CompactionPlan(
                plans.stream().flatMap(plan -> plan.directories.stream()).toList(),
                plans.stream().flatMap(plan -> plan.groups.stream()).toList(),
                plans.stream().mapToInt(CompactionPlan::keptFiles).sum(),
                plans.stream().mapToLong(CompactionPlan::keptBytes).sum(),
                plans.stream().flatMap(plan -> plan.failures.stream()).toList(),
                plans.stream().flatMap(plan -> plan.unfinished.stream()).toList());
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
