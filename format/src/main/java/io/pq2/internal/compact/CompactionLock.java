package io.pq2.internal.compact;

import io.pq2.compact.TableFileSystem;
import io.pq2.compact.TableFileSystem.Entry;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The right to compact a directory. The design note says why two processes never both have it. */
public final class CompactionLock implements Closeable {

    /** The compactions of this process that are running. */
    private static final Set<String> RUNNING = ConcurrentHashMap.newKeySet();

    private final TableFileSystem files;
    private final String directory;
    private final Owner owner;

    private CompactionLock(TableFileSystem files, String directory, Owner owner) {
        this.files = files;
        this.directory = directory;
        this.owner = owner;
    }

    /**
     * Locks a directory.
     *
     * @param id the identifier of the compaction
     * @param takeOver whether owners on other hosts are taken for dead
     * @throws IOException if another compaction may be running
     */
    public static CompactionLock acquire(TableFileSystem files, String directory, String id, boolean takeOver)
            throws IOException {
        CompactionLock lock = new CompactionLock(files, directory, Owner.ofThisProcess(id));
        RUNNING.add(id);
        boolean acquired = false;
        try {
            SmallFiles.write(files, lock.path(), lock.owner + "\n");
            lock.checkOthers(takeOver);
            acquired = true;
            return lock;
        } finally {
            if (!acquired) {
                lock.close();
            }
        }
    }

    private String path() {
        return WorkNames.hidden(files, directory, name());
    }

    private void checkOthers(boolean takeOver) throws IOException {
        List<String> dead = new ArrayList<>();
        for (Entry entry : files.list(WorkNames.directory(files, directory))) {
            String name = entry.name();
            if (!Owner.isLock(name) || name.equals(name())) {
                continue;
            }
            Owner other = Owner.parse(name);
            boolean isDead = other != null && other.isThisProcess()
                    ? !RUNNING.contains(other.id())
                    : takeOver || (other != null && other.isDead());
            if (!isDead) {
                throw new IOException("another compaction of " + directory + " is running or was interrupted ("
                        + (other == null ? "its lock is " + entry.path() : other)
                        + "); if it does not run any more, repeat this with --take-over, in SQL take_over => true");
            }
            dead.add(entry.path());
        }
        files.delete(dead);
    }

    /**
     * Checks that no other process has taken the lock over.
     *
     * @throws IOException if one has
     */
    void check() throws IOException {
        if (files.find(path()) == null) {
            throw new IOException("the lock " + path() + " was removed: another process has taken the compaction over");
        }
    }

    /** Returns the name of the lock file. */
    String name() {
        return owner.lockName();
    }

    String directory() {
        return directory;
    }

    /** Unlocks the directory. */
    @Override
    public void close() throws IOException {
        try {
            files.delete(List.of(path()));
            files.deleteIfEmpty(WorkNames.directory(files, directory));
        } finally {
            RUNNING.remove(owner.id());
        }
    }
}
