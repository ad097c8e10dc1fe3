package io.pq2.compact;

import io.pq2.exception.EncryptionException;
import io.pq2.exception.InvalidDataException;
import java.util.List;
import java.util.Optional;

/**
 * The plan of a compaction.
 *
 * @param directories the directories that were planned, in their order
 * @param groups the files to merge, in the order of directories
 * @param keptFiles the number of data files that stay
 * @param keptBytes their length in bytes
 * @param failures files that cannot be read, and stay
 * @param refused directories with files that were to be merged, and lack a column that the options name, or have one of
 *     an unsuitable type
 * @param unfinished directories with a compaction that is running, or was interrupted
 * @param excluded directories whose files stay because of a file {@code _no_compaction} in them or above
 */
public record CompactionPlan(
        List<PlannedDirectory> directories,
        List<FileGroup> groups,
        int keptFiles,
        long keptBytes,
        List<CompactionFailure> failures,
        List<CompactionFailure> refused,
        List<String> unfinished,
        List<String> excluded) {

    /**
     * A directory and its data files before the compaction.
     *
     * @param path its path
     * @param files the number of its data files, without those of directories below it
     * @param bytes their length in bytes
     * @param youngFiles the number of those that stay because they are younger than the options demand
     */
    public record PlannedDirectory(String path, int files, long bytes, int youngFiles) {}

    public CompactionPlan {
        directories = List.copyOf(directories);
        groups = List.copyOf(groups);
        failures = List.copyOf(failures);
        refused = List.copyOf(refused);
        unfinished = List.copyOf(unfinished);
        excluded = List.copyOf(excluded);
    }

    /** Returns a plan of all directories of several plans. They must have no directory in common. */
    public static CompactionPlan union(List<CompactionPlan> plans) {
        return new CompactionPlan(
                plans.stream().flatMap(plan -> plan.directories.stream()).toList(),
                plans.stream().flatMap(plan -> plan.groups.stream()).toList(),
                plans.stream().mapToInt(CompactionPlan::keptFiles).sum(),
                plans.stream().mapToLong(CompactionPlan::keptBytes).sum(),
                plans.stream().flatMap(plan -> plan.failures.stream()).toList(),
                plans.stream().flatMap(plan -> plan.refused.stream()).toList(),
                plans.stream().flatMap(plan -> plan.unfinished.stream()).toList(),
                plans.stream().flatMap(plan -> plan.excluded.stream()).toList());
    }

    /**
     * Checks that the columns of the options suit some of the files.
     *
     * @param failFast whether they must suit all files
     * @throws InvalidDataException if files were refused, and no others are to be merged
     */
    public void checkColumns(boolean failFast) {
        if (!refused.isEmpty() && (failFast || groups.isEmpty())) {
            CompactionFailure first = refused.get(0);
            String others = switch (refused.size()) {
                case 1 -> "";
                case 2 -> " and another directory";
                default -> " and " + (refused.size() - 1) + " other directories";
            };
            throw new InvalidDataException(first.path() + others + " cannot be compacted: " + first.reason());
        }
    }

    /**
     * Returns a file that cannot be decrypted, if that ends the compaction: no data file can be read, or all must be.
     *
     * @param failFast whether all files must be readable
     * @return the first such file, whose cause is an {@link EncryptionException}
     */
    public Optional<CompactionFailure> undecryptable(boolean failFast) {
        int files = directories.stream().mapToInt(PlannedDirectory::files).sum();
        return failFast || failures.size() == files
                ? failures.stream()
                        .filter(failure -> failure.cause() instanceof EncryptionException)
                        .findFirst()
                : Optional.empty();
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
