package io.pq2.internal.compact;

import io.pq2.compact.TableFileSystem;
import io.pq2.compact.TableFileSystem.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Completes or undoes what interrupted compactions have left in a directory.
 *
 * @param completed the number of replacements that were completed
 * @param undone the number of replacements that were undone
 */
public record Recovery(int completed, int undone) {

    /**
     * Recovers a directory.
     *
     * @param lock the lock of the directory; all files of others in the hidden directory belong to dead compactions
     * @throws IOException if others have changed files, so that it is not clear what to do, or the file system fails
     */
    public static Recovery run(TableFileSystem files, CompactionLock lock) throws IOException {
        String work = WorkNames.directory(files, lock.directory());
        List<Entry> entries = files.list(work);
        int completed = 0;
        int undone = 0;
        for (Entry entry : entries) {
            if (!entry.name().endsWith(WorkNames.JOURNAL) || entry.name().startsWith(".")) {
                continue;
            }
            Journal journal = Journal.parse(SmallFiles.read(files, entry));
            if (journal == null) {
                // The commit did not begin; its new file is deleted below.
                continue;
            }
            if (!entry.name().equals(journal.commit() + WorkNames.JOURNAL)) {
                throw new IOException(entry.path() + " is the journal of another commit, " + journal.commit());
            }
            if (new GroupCommit(files, lock.directory(), journal).resolve()) {
                completed++;
            } else {
                undone++;
            }
        }
        List<String> rest = new ArrayList<>();
        for (Entry entry : files.list(work)) {
            if (!entry.directory() && !entry.name().equals(lock.name())) {
                rest.add(entry.path());
            }
        }
        files.delete(rest);
        return new Recovery(completed, undone);
    }
}
