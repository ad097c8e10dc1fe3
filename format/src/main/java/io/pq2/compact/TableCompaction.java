package io.pq2.compact;

import io.pq2.compact.CompactionPlan.PlannedDirectory;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.compact.CompactionLock;
import io.pq2.internal.compact.DirectoryWalk;
import io.pq2.internal.compact.DirectoryWalk.TableDirectory;
import io.pq2.internal.compact.FileSurvey;
import io.pq2.internal.compact.GroupPlanner;
import io.pq2.internal.compact.GroupPlanner.PlannedGroups;
import io.pq2.internal.compact.GroupReplacement;
import io.pq2.internal.compact.Recovery;
import io.pq2.internal.compact.RequestedColumns;
import io.pq2.internal.compact.WorkNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Replaces small files of a table by large ones, directory by directory. Readers of the table see the old files or the
 * new ones, or fail; docs/design/compaction.md says when. Instances are used by one thread, except for {@link #cancel}.
 */
public final class TableCompaction {

    private final TableFileSystem files;
    private final String table;
    private final CompactionOptions options;
    private volatile boolean cancelled;

    private TableCompaction(TableFileSystem files, String table, CompactionOptions options) {
        this.files = Objects.requireNonNull(files, "files");
        this.table = Objects.requireNonNull(table, "table");
        this.options = Objects.requireNonNull(options, "options");
    }

    /**
     * Returns a compaction. Nothing is read yet.
     *
     * @param table the path of the directory, as the file system expects it
     */
    public static TableCompaction of(TableFileSystem files, String table, CompactionOptions options) {
        return new TableCompaction(files, table, options);
    }

    /**
     * The recovery of a directory from interrupted compactions.
     *
     * @param directory the path of the directory
     * @param completed the number of new files whose sources were deleted
     * @param undone the number of new files that were discarded
     */
    public record RecoveredDirectory(String directory, int completed, int undone) {}

    /**
     * Completes or undoes interrupted compactions of the table's directories.
     *
     * @return the directories in which there was something to do
     * @throws InvalidDataException if the files belong to a table format, whose own compaction must be used
     * @throws java.io.FileNotFoundException if there is no such directory
     * @throws IOException if another compaction may be running, others have changed files so that it is not clear what
     *     to do, or the file system fails
     */
    public List<RecoveredDirectory> recover() throws IOException {
        return recover(directory -> true);
    }

    /**
     * Completes or undoes interrupted compactions of some of the table's directories; see {@link #recover()}.
     *
     * @param directories whether a directory with this path is recovered
     */
    public List<RecoveredDirectory> recover(Predicate<String> directories) throws IOException {
        List<RecoveredDirectory> recovered = new ArrayList<>();
        for (TableDirectory directory : DirectoryWalk.of(files, table)) {
            if (!directories.test(directory.path())) {
                continue;
            }
            String stray = DirectoryWalk.strayBarrier(directory);
            if (stray != null) {
                throw new IOException(stray + " belongs to an interrupted compaction, but its journal is missing:"
                        + " compare the files of the directory with the table's rows before you delete it");
            }
            if (directory.unfinished()) {
                try (CompactionLock lock =
                        CompactionLock.acquire(files, directory.path(), WorkNames.newId(), options.takeOver())) {
                    Recovery recovery = Recovery.run(files, lock);
                    recovered.add(new RecoveredDirectory(directory.path(), recovery.completed(), recovery.undone()));
                }
            }
        }
        return recovered;
    }

    /**
     * Plans the compaction: lists the table and reads the footers of small files. Changes nothing.
     *
     * @throws InvalidDataException if the files belong to a table format, whose own compaction must be used
     * @throws io.pq2.exception.KmsUnavailableException if the KMS of encrypted files gives no valid answer
     * @throws java.io.FileNotFoundException if there is no such directory
     * @throws IOException if a directory cannot be listed
     */
    public CompactionPlan plan() throws IOException {
        return plan(directory -> true);
    }

    /**
     * Plans the compaction of some of the table's directories; see {@link #plan()}.
     *
     * @param directories whether a directory with this path is compacted
     */
    public CompactionPlan plan(Predicate<String> directories) throws IOException {
        List<PlannedDirectory> planned = new ArrayList<>();
        List<FileGroup> groups = new ArrayList<>();
        List<CompactionFailure> failures = new ArrayList<>();
        List<CompactionFailure> refused = new ArrayList<>();
        List<String> unfinished = new ArrayList<>();
        List<String> excluded = new ArrayList<>();
        TableDirectory withFiles = null;
        int dataFiles = 0;
        long dataBytes = 0;
        try (FileSurvey survey = new FileSurvey(files, options)) {
            GroupPlanner planner = new GroupPlanner(files, options, survey);
            for (TableDirectory directory : DirectoryWalk.of(files, table)) {
                checkCancelled();
                if (!directories.test(directory.path())) {
                    continue;
                }
                if (directory.unfinished()) {
                    unfinished.add(directory.path());
                }
                if (directory.excluded()) {
                    excluded.add(directory.path());
                }
                if (withFiles == null && !directory.dataFiles().isEmpty()) {
                    withFiles = directory;
                }
                long bytes = 0;
                for (TableFileSystem.Entry file : directory.dataFiles()) {
                    bytes += file.length();
                }
                PlannedGroups ofDirectory = planner.plan(
                        directory, (file, reason) -> failures.add(CompactionFailure.of(file.path(), reason)));
                planned.add(new PlannedDirectory(
                        directory.path(), directory.dataFiles().size(), bytes, ofDirectory.youngFiles()));
                dataFiles += directory.dataFiles().size();
                dataBytes += bytes;
                groups.addAll(ofDirectory.groups());
                refuse(directory, ofDirectory.refusal(), refused);
            }
            if (withFiles != null && groups.isEmpty() && refused.isEmpty() && RequestedColumns.areIn(options)) {
                // A misspelt column is an error, too, when there is nothing to merge.
                refuse(withFiles, planner.refusal(withFiles.dataFiles().get(0)), refused);
            }
        }
        for (FileGroup group : groups) {
            dataFiles -= group.files().size();
            dataBytes -= group.bytes();
        }
        return new CompactionPlan(planned, groups, dataFiles, dataBytes, failures, refused, unfinished, excluded);
    }

    private static void refuse(
            TableDirectory directory, @Nullable InvalidDataException reason, List<CompactionFailure> refused) {
        if (reason != null) {
            refused.add(CompactionFailure.of(directory.path(), reason));
        }
    }

    /**
     * Replaces the files of a plan. A group whose files were changed meanwhile, or cannot be merged, stays as it is and
     * is reported; the compaction continues with the next one, unless the options demand that it ends.
     *
     * @param plan a plan of this table
     * @throws CancellationException if {@link #cancel} was called; groups that were replaced before stay replaced
     */
    public CompactionResult run(CompactionPlan plan, CompactionListener listener) {
        Map<String, List<FileGroup>> byDirectory = new LinkedHashMap<>();
        plan.groups()
                .forEach(group -> byDirectory
                        .computeIfAbsent(group.directory(), any -> new ArrayList<>())
                        .add(group));
        List<CompactedFile> replaced = new ArrayList<>();
        List<CompactionFailure> failures = new ArrayList<>();
        for (Map.Entry<String, List<FileGroup>> directory : byDirectory.entrySet()) {
            checkCancelled();
            if (options.failFast() && !failures.isEmpty()) {
                break;
            }
            try {
                run(directory.getKey(), directory.getValue(), listener, replaced, failures);
            } catch (IOException e) {
                fail(CompactionFailure.of(directory.getKey(), e), listener, failures);
            }
        }
        return new CompactionResult(replaced, failures);
    }

    private void run(
            String directory,
            List<FileGroup> groups,
            CompactionListener listener,
            List<CompactedFile> replaced,
            List<CompactionFailure> failures)
            throws IOException {
        String id = WorkNames.newId();
        try (CompactionLock lock = CompactionLock.acquire(files, directory, id, options.takeOver())) {
            Recovery.run(files, lock);
            GroupReplacement replacement = new GroupReplacement(files, options, bytes -> {
                checkCancelled();
                listener.written(bytes);
            });
            for (int i = 0; i < groups.size() && !(options.failFast() && !failures.isEmpty()); i++) {
                checkCancelled();
                try {
                    CompactedFile file =
                            GroupReplacement.commit(files, replacement.write(groups.get(i), id + "-" + i), lock);
                    replaced.add(file);
                    listener.replaced(file);
                } catch (ParquetException | IOException e) {
                    fail(CompactionFailure.of(directory, e), listener, failures);
                }
            }
        }
    }

    private static void fail(CompactionFailure failure, CompactionListener listener, List<CompactionFailure> failures) {
        failures.add(failure);
        listener.failed(failure);
    }

    /**
     * Stops a running compaction at its next write: the file that is being written is discarded. A replacement that has
     * begun is completed first. May be called by any thread.
     */
    public void cancel() {
        cancelled = true;
    }

    private void checkCancelled() {
        if (cancelled) {
            throw new CancellationException("the compaction was cancelled");
        }
    }
}
