package io.pq2.compact;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.compact.CompactionLock;
import io.pq2.internal.compact.GroupReplacement;
import io.pq2.internal.compact.Recovery;
import io.pq2.internal.compact.WorkNames;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A compaction whose files are written by tasks on several machines. The process that begins it locks the directories
 * and is the only one that replaces files, with the journal of {@link TableCompaction}. So each of the two completes or
 * undoes what the other one has left.
 *
 * <pre>{@code
 * CompactionPlan plan = TableCompaction.of(files, table, options).plan();
 * try (DistributedCompaction compaction = DistributedCompaction.begin(files, plan, options)) {
 *     for (CompactionTask task : compaction.tasks()) {
 *         // On any machine, in any order:
 *         WrittenFile file = task.write(files, options, "attempt-1", bytes -> {});
 *         // Here:
 *         compaction.commit(file);
 *     }
 * }
 * }</pre>
 *
 * <p>Instances are used by one thread.
 */
public final class DistributedCompaction implements Closeable {

    private final TableFileSystem files;
    private final String id = WorkNames.newId();
    private final Map<String, CompactionLock> locks = new LinkedHashMap<>();
    private final List<CompactionTask> tasks = new ArrayList<>();
    private final List<CompactionFailure> failures = new ArrayList<>();
    private final Set<FileGroup> committed = new HashSet<>();
    private boolean closed;

    private DistributedCompaction(TableFileSystem files) {
        this.files = files;
    }

    /**
     * Begins a compaction: locks the directories of a plan and recovers them from interrupted compactions. A directory
     * for which this fails is among the {@link #failures}.
     *
     * @param plan a plan of a {@link TableCompaction} with the same file system and options
     */
    public static DistributedCompaction begin(TableFileSystem files, CompactionPlan plan, CompactionOptions options) {
        DistributedCompaction compaction = new DistributedCompaction(files);
        Set<String> failed = new HashSet<>();
        for (FileGroup group : plan.groups()) {
            String directory = group.directory();
            if (!compaction.locks.containsKey(directory) && !failed.contains(directory)) {
                try {
                    compaction.lock(directory, options);
                } catch (IOException e) {
                    failed.add(directory);
                    compaction.failures.add(CompactionFailure.of(directory, e));
                }
            }
            if (!failed.contains(directory)) {
                compaction.tasks.add(new CompactionTask(compaction.id + "-" + compaction.tasks.size(), group));
            }
        }
        return compaction;
    }

    private void lock(String directory, CompactionOptions options) throws IOException {
        CompactionLock lock = CompactionLock.acquire(files, directory, WorkNames.newId(), options.takeOver());
        boolean recovered = false;
        try {
            Recovery.run(files, lock);
            recovered = true;
        } finally {
            if (!recovered) {
                lock.close();
            }
        }
        locks.put(directory, lock);
    }

    /** Returns a task for each group of files in a directory that is locked, in the order of the plan. */
    public List<CompactionTask> tasks() {
        return List.copyOf(tasks);
    }

    /** Returns the directories that cannot be compacted, and the reasons. */
    public List<CompactionFailure> failures() {
        return List.copyOf(failures);
    }

    /**
     * Replaces the files of a group by the new one that an attempt of its task has written.
     *
     * @throws InvalidDataException if the file is of another compaction, its group is replaced already, or this
     *     compaction is closed
     * @throws IOException if a file of the group was changed by others, or the file system fails; the group stays as
     *     it is, or the next compaction completes or undoes the replacement
     */
    public CompactedFile commit(WrittenFile file) throws IOException {
        CompactionLock lock = locks.get(file.group().directory());
        if (closed || lock == null || !file.commit().startsWith(id + "-")) {
            throw new InvalidDataException("the file " + file.commit() + " is not of this compaction, or it is closed");
        }
        if (!committed.add(file.group())) {
            throw new InvalidDataException(
                    "the files of " + file.commit() + " were already replaced by another attempt");
        }
        return GroupReplacement.commit(files, file, lock);
    }

    /**
     * Deletes files that were written and not committed, and unlocks the directories.
     *
     * @throws IOException if the file system fails; the next compaction of these directories deletes what is left
     */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        IOException failure = null;
        for (Map.Entry<String, CompactionLock> locked : locks.entrySet()) {
            try {
                unlock(locked.getKey(), locked.getValue());
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void unlock(String directory, CompactionLock lock) throws IOException {
        try {
            files.delete(WorkNames.newFiles(files, directory, id));
        } finally {
            lock.close();
        }
    }
}
