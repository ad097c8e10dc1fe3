package io.pq2.internal.compact;

import io.pq2.compact.TableFileSystem;
import io.pq2.compact.TableFileSystem.Entry;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names of the files of a compaction. The hidden ones are in a directory in the directory that is compacted. */
public final class WorkNames {

    /** The name of the hidden directory. */
    public static final String DIRECTORY = ".pq2-compaction";

    static final String JOURNAL = ".journal";
    static final String DECIDED = ".decided";
    private static final String DATA = ".new";

    /** Sorts after names of ASCII letters and digits, and says in messages of readers what to do. */
    private static final String BARRIER = "~unfinished-compaction.run-pq2-compact-again.";

    private static final String MARK = "_pq2-";

    /** A number that Spark appends to the names of the files of bucketed tables. */
    private static final Pattern BUCKET = Pattern.compile(".*_(\\d{5})(?:\\..*)?");

    private static final int RANDOM = 1 << 16;

    private WorkNames() {}

    /** Returns an identifier that is unique and, unless a clock is set back, larger than earlier ones. */
    public static String newId() {
        return String.format(
                Locale.ROOT,
                "%011x-%04x",
                System.currentTimeMillis(),
                ThreadLocalRandom.current().nextInt(RANDOM));
    }

    /** Returns the path of the hidden directory. */
    public static String directory(TableFileSystem files, String table) {
        return files.child(table, DIRECTORY);
    }

    /** Returns the path of a hidden file. */
    static String hidden(TableFileSystem files, String table, String name) {
        return files.child(directory(files, table), name);
    }

    /** Returns the path of the new file before it is visible. */
    static String data(TableFileSystem files, String table, String commit) {
        return hidden(files, table, commit + DATA);
    }

    /** Returns the paths of the new files of a compaction that are not visible. */
    public static List<String> newFiles(TableFileSystem files, String table, String id) throws IOException {
        return files.list(directory(files, table)).stream()
                .filter(entry ->
                        entry.name().startsWith(id + "-") && entry.name().endsWith(DATA))
                .map(Entry::path)
                .toList();
    }

    /** Returns the path of the barrier of a commit. */
    static String barrier(TableFileSystem files, String table, String commit) {
        return files.child(table, BARRIER + commit + ".parquet");
    }

    /** Whether a name is that of a barrier. */
    static boolean isBarrier(String name) {
        return name.startsWith(BARRIER);
    }

    /** Returns the bucket number in the name of a file; null if it has none. */
    static @Nullable String bucket(String name) {
        Matcher matcher = BUCKET.matcher(name);
        return matcher.matches() ? matcher.group(1) : null;
    }

    /**
     * Returns the visible name of a new file. It sorts after the names of all its sources, and has their bucket.
     *
     * @param commit the identifier of the commit
     */
    static String visible(List<Entry> sources, String commit) {
        String last =
                sources.stream().map(Entry::name).max(Comparator.naturalOrder()).orElseThrow();
        String bucket = bucket(last);
        String suffix = MARK + commit + (bucket == null ? "" : "_" + bucket) + ".parquet";
        int dot = last.indexOf('.');
        String stem = dot < 0 ? last : last.substring(0, dot);
        int mark = stem.lastIndexOf(MARK);
        String name = (mark > 0 ? stem.substring(0, mark) : stem) + suffix;
        // Clocks may have been set back, and the first dot may follow a character that sorts after the mark.
        return name.compareTo(last) > 0 ? name : last + suffix;
    }
}
