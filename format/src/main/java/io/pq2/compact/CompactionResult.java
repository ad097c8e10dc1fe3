package io.pq2.compact;

import java.util.List;

/**
 * The result of a compaction.
 *
 * @param files the new files
 * @param failures the directories whose files stay as they are, with the reasons
 */
public record CompactionResult(List<CompactedFile> files, List<CompactionFailure> failures) {

    public CompactionResult {
        files = List.copyOf(files);
        failures = List.copyOf(failures);
    }

    /** Returns the number of files that were replaced. */
    public long replacedFiles() {
        return files.stream().mapToLong(file -> file.group().files().size()).sum();
    }

    /** Returns the bytes of the files that were replaced. */
    public long replacedBytes() {
        return files.stream().mapToLong(file -> file.group().bytes()).sum();
    }

    /** Returns the bytes of the new files. */
    public long newBytes() {
        return files.stream().mapToLong(CompactedFile::bytes).sum();
    }
}
