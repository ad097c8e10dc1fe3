package io.pq2.compact;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.compact.GroupReplacement;
import java.io.IOException;
import java.io.Serializable;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * The work on one group of files of a {@link DistributedCompaction}, which any process can do that reaches the file
 * system. It can be serialized. A task may run several times, also at the same time: each attempt writes a hidden file
 * of its own, and only one of them is committed.
 *
 * @param id the identifier of the task
 * @param group the files to merge
 */
public record CompactionTask(String id, FileGroup group) implements Serializable {

    private static final Pattern ATTEMPT = Pattern.compile("[0-9A-Za-z-]{1,100}");

    /**
     * Writes the new file under a hidden name. An attempt that fails deletes its file.
     *
     * @param files the file system of the compaction
     * @param options the options of the compaction
     * @param attempt a text of ASCII letters, digits and hyphens that no other attempt of this task has
     * @param written receives the number of bytes before each write; may throw an exception to end the attempt
     * @throws InvalidDataException if the attempt has other characters
     * @throws io.pq2.exception.ParquetException if a file is damaged, or cannot be merged with the others
     * @throws IOException if a file cannot be read or written
     */
    public WrittenFile write(TableFileSystem files, CompactionOptions options, String attempt, LongConsumer written)
            throws IOException {
        if (!ATTEMPT.matcher(attempt).matches()) {
            throw new InvalidDataException("the attempt '" + attempt
                    + "' of a compaction needs 1 to 100 letters, digits and hyphens, since it is in names of files");
        }
        return new GroupReplacement(files, options, written).write(group, id + "-" + attempt);
    }
}
