package io.pq2.internal.compact;

import io.pq2.compact.TableFileSystem;
import io.pq2.compact.TableFileSystem.Entry;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.io.HiddenNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists the directories of a table, and refuses tables whose files are named by a log. */
public final class DirectoryWalk {

    /** The names of directories that only tables of a format have, with the command that compacts them. */
    private static final Map<String, String> FORMATS = Map.of(
            "_delta_log", "a Delta table: use OPTIMIZE of Delta",
            ".hoodie", "a Hudi table: use Hudi's compaction and clustering",
            "_spark_metadata", "the output of a streaming query of Spark, whose log names the files");

    /** The name of a file that forbids to compact a directory and those below it. */
    private static final String MARKER = "_no_compaction";

    private static final String ICEBERG = "metadata";
    private static final String SUMMARY = "_metadata";

    private final TableFileSystem files;
    private final List<TableDirectory> directories = new ArrayList<>();

    private DirectoryWalk(TableFileSystem files) {
        this.files = files;
    }

    /**
     * A directory of a table.
     *
     * @param path its path
     * @param dataFiles its visible files in the order of their names, without barriers
     * @param unfinished whether a compaction is running in it, or was interrupted
     * @param barriers the paths of visible barriers
     * @param excluded whether a marker forbids to compact it
     */
    public record TableDirectory(
            String path, List<Entry> dataFiles, boolean unfinished, List<String> barriers, boolean excluded) {

        public TableDirectory {
            dataFiles = List.copyOf(dataFiles);
            barriers = List.copyOf(barriers);
        }
    }

    /**
     * Returns a directory and the directories below it that are not hidden, in the order of their paths.
     *
     * @throws FileNotFoundException if there is no such directory
     * @throws InvalidDataException if the files belong to a table format, have a summary file, or a marker forbids to
     *     compact the whole table
     * @throws IOException if a directory cannot be listed
     */
    public static List<TableDirectory> of(TableFileSystem files, String root) throws IOException {
        Entry entry = files.find(root);
        if (entry != null && !entry.directory()) {
            throw new InvalidDataException(root + " is a file; a compaction needs a directory");
        }
        DirectoryWalk walk = new DirectoryWalk(files);
        walk.checkAbove(root);
        walk.add(root, false);
        if (entry == null
                && walk.directories.stream()
                        .allMatch(directory -> directory.dataFiles().isEmpty())) {
            throw new FileNotFoundException(root + ": no such directory");
        }
        return walk.directories;
    }

    /** Checks the directories from which a partition is named, and the parent of the table, where Iceberg's log is. */
    private void checkAbove(String root) throws IOException {
        String path = root;
        boolean partition;
        do {
            partition = files.name(path).contains("=");
            String parent = files.parent(path);
            if (parent == null) {
                return;
            }
            List<Entry> named = named(parent);
            check(parent, named, partition);
            if (partition) {
                checkMarker(named);
            }
            path = parent;
        } while (partition);
    }

    /** Returns the entries of a directory that {@link #check} looks for. The directory need not be listable. */
    private List<Entry> named(String directory) throws IOException {
        List<String> names = new ArrayList<>(FORMATS.keySet());
        names.add(ICEBERG);
        names.add(SUMMARY);
        names.add(MARKER);
        List<Entry> found = new ArrayList<>();
        for (String name : names) {
            Entry entry = files.find(files.child(directory, name));
            if (entry != null) {
                found.add(entry);
            }
        }
        return found;
    }

    private void check(String directory, List<Entry> entries, boolean isTable) throws IOException {
        for (Entry entry : entries) {
            String format = FORMATS.get(entry.name());
            if (format != null && isTable) {
                throw new InvalidDataException(directory + " is " + format);
            }
            if (isTable && entry.name().equals(SUMMARY) && !entry.directory()) {
                throw new InvalidDataException(
                        entry.path() + " names the files of the table, which a compaction replaces: delete it first");
            }
            if (entry.name().equals(ICEBERG) && entry.directory() && isIceberg(entry.path())) {
                throw new InvalidDataException(
                        directory + " is an Iceberg table: use Iceberg's procedure rewrite_data_files");
            }
        }
    }

    private static void checkMarker(List<Entry> entries) {
        for (Entry entry : entries) {
            if (entry.name().equals(MARKER)) {
                throw new InvalidDataException(entry.path() + " forbids the compaction: delete it if nothing remembers"
                        + " the files of the table by their names, as a stream that reads files does");
            }
        }
    }

    private boolean isIceberg(String metadata) throws IOException {
        return files.list(metadata).stream()
                .map(Entry::name)
                .anyMatch(name -> name.endsWith(".metadata.json") || name.equals("version-hint.text"));
    }

    private void add(String directory, boolean excludedAbove) throws IOException {
        List<Entry> entries = new ArrayList<>(files.list(directory));
        entries.sort(Comparator.comparing(Entry::name));
        check(directory, entries, true);
        if (directories.isEmpty()) {
            checkMarker(entries);
        }
        boolean excluded =
                excludedAbove || entries.stream().anyMatch(entry -> entry.name().equals(MARKER));
        List<Entry> data = new ArrayList<>();
        List<String> barriers = new ArrayList<>();
        boolean unfinished = false;
        for (Entry entry : entries) {
            if (entry.directory()) {
                unfinished |= entry.name().equals(WorkNames.DIRECTORY);
            } else if (WorkNames.isBarrier(entry.name())) {
                barriers.add(entry.path());
            } else if (!HiddenNames.isHidden(entry.name())) {
                data.add(entry);
            }
        }
        directories.add(new TableDirectory(directory, data, unfinished, barriers, excluded));
        for (Entry entry : entries) {
            if (entry.directory() && !HiddenNames.isHidden(entry.name())) {
                add(entry.path(), excluded);
            }
        }
    }

    /** Returns the first barrier whose journal is missing; null if there is none. */
    public static @Nullable String strayBarrier(TableDirectory directory) {
        return directory.unfinished() || directory.barriers().isEmpty()
                ? null
                : directory.barriers().get(0);
    }
}
