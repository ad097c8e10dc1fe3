package io.pq2.internal.compact;

import io.pq2.compact.TableFileSystem;
import io.pq2.compact.TableFileSystem.Entry;
import io.pq2.internal.compact.Journal.Source;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Replaces files by a new one, in the steps of docs/design/compaction.md; completes or undoes it after a crash. */
final class GroupCommit {

    private static final String BARRIER_TEXT =
            "pq2 is replacing files of this directory by a larger one, or was interrupted while it did so. Repeat the"
                    + " query. If this file stays, run pq2 compact on the table to complete or undo the change.\n";

    private final TableFileSystem files;
    private final String directory;
    private final Journal journal;

    GroupCommit(TableFileSystem files, String directory, Journal journal) {
        this.files = files;
        this.directory = directory;
        this.journal = journal;
    }

    /**
     * Replaces the sources by the new file, which is complete under its hidden name.
     *
     * @param lock the lock of the directory
     * @throws IOException if a source was changed by others, or the file system fails. Then the sources are unchanged,
     *     or the next compaction of the directory completes or undoes the replacement
     */
    void run(CompactionLock lock) throws IOException {
        SmallFiles.write(files, hidden(WorkNames.JOURNAL), journal.toJson());
        try {
            lock.check();
            checkSources();
            SmallFiles.write(files, barrier(), BARRIER_TEXT);
            files.rename(data(), target());
            checkSources();
            SmallFiles.write(files, hidden(WorkNames.DECIDED), "complete\n");
            // If the lock was taken over by mistake, the other process may have undone the commit meanwhile.
            lock.check();
            checkTarget();
        } catch (IOException | RuntimeException e) {
            if (isCompletedAfter(e)) {
                return;
            }
            throw e;
        }
        complete();
    }

    /**
     * Completes or undoes the commit after a failure. It is completed if only the answer to the last request was lost.
     * If this fails too, the next compaction does it.
     */
    private boolean isCompletedAfter(Exception failure) {
        try {
            return resolve();
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    /** Completes or undoes a commit that was interrupted. Returns whether it was completed. */
    boolean resolve() throws IOException {
        if (files.find(hidden(WorkNames.DECIDED)) == null) {
            undo();
            return false;
        }
        checkTarget();
        complete();
        return true;
    }

    private void undo() throws IOException {
        // The barrier stays until the sources are the only visible files with the rows.
        files.delete(List.of(target()));
        deleteBarrier();
        files.delete(List.of(data()));
        files.delete(List.of(hidden(WorkNames.JOURNAL)));
    }

    private void complete() throws IOException {
        files.delete(remainingSources());
        deleteBarrier();
        files.delete(List.of(data()));
        // Without the mark, the journal would say to undo the commit.
        files.delete(List.of(hidden(WorkNames.JOURNAL)));
        files.delete(List.of(hidden(WorkNames.DECIDED)));
    }

    /** Deletes the barrier, and hidden files that a crash has left when it was created. */
    private void deleteBarrier() throws IOException {
        String name = files.name(barrier());
        files.delete(present().values().stream()
                .filter(entry -> entry.name().contains(name))
                .map(Entry::path)
                .toList());
    }

    private List<String> remainingSources() throws IOException {
        Map<String, Entry> present = present();
        for (Source source : journal.sources()) {
            Entry entry = present.get(source.name());
            if (entry != null && !isUnchanged(source, entry)) {
                throw new IOException(entry.path() + " was changed by others while " + journal.target()
                        + " replaced it. The new file has its old rows. Move the changed file to another directory, and"
                        + " run the compaction again; then decide which of its rows to add");
            }
        }
        return journal.sources().stream()
                .filter(source -> present.containsKey(source.name()))
                .map(source -> files.child(directory, source.name()))
                .toList();
    }

    private void checkSources() throws IOException {
        Map<String, Entry> present = present();
        for (Source source : journal.sources()) {
            Entry entry = present.get(source.name());
            if (entry == null || !isUnchanged(source, entry)) {
                throw new IOException(files.child(directory, source.name()) + " was "
                        + (entry == null ? "deleted" : "changed")
                        + " by others during the compaction; the files that were to be merged with it are unchanged");
            }
        }
    }

    private void checkTarget() throws IOException {
        Entry entry = files.find(target());
        if (entry == null || entry.length() != journal.bytes()) {
            throw new IOException("an interrupted compaction cannot be completed, because its new file " + target()
                    + (entry == null
                            ? " is missing"
                            : " has " + entry.length() + " bytes instead of " + journal.bytes()));
        }
    }

    private Map<String, Entry> present() throws IOException {
        Map<String, Entry> present = new HashMap<>();
        for (Entry entry : files.list(directory)) {
            present.put(entry.name(), entry);
        }
        return present;
    }

    private static boolean isUnchanged(Source source, Entry entry) {
        return !entry.directory() && entry.length() == source.bytes() && entry.modified() == source.modified();
    }

    private String hidden(String suffix) {
        return WorkNames.hidden(files, directory, journal.commit() + suffix);
    }

    private String data() {
        return WorkNames.data(files, directory, journal.commit());
    }

    private String target() {
        return files.child(directory, journal.target());
    }

    private String barrier() {
        return WorkNames.barrier(files, directory, journal.commit());
    }
}
