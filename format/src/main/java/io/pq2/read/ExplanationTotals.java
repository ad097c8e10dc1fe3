package io.pq2.read;

import io.pq2.internal.exception.NumberText;
import io.pq2.internal.read.explain.ExplanationSums;
import io.pq2.internal.read.explain.TextTable;

/**
 * Adds up the explanations of scans of several files, for example of all files of a table. Not thread-safe.
 */
public final class ExplanationTotals {

    private final ExplanationSums sums = new ExplanationSums();
    private long files;
    private long filesRead;
    private long filesExcluded;

    /** Adds the explanation of the scan of a file. */
    public void add(ScanExplanation explanation) {
        files++;
        if (sums.add(explanation.recorder()) > 0) {
            filesRead++;
        }
    }

    /** Adds a file that was not opened, because the values of its partition columns exclude all its rows. */
    public void addExcludedFile() {
        files++;
        filesExcluded++;
    }

    /** Returns the number of files. */
    public long files() {
        return files;
    }

    /** Returns the number of files with at least one row group that was read or would be read. */
    public long filesRead() {
        return filesRead;
    }

    /** Returns the number of files that the values of partition columns exclude. */
    public long filesExcluded() {
        return filesExcluded;
    }

    /** Returns the number of requested bytes, without footers. */
    public long bytesRead() {
        return sums.bytesRead();
    }

    /** Returns the number of bytes of needed column chunks that were not requested; not those of excluded files. */
    public long bytesSkipped() {
        return sums.bytesSkipped();
    }

    /** Returns the number of returned rows. */
    public long rowsReturned() {
        return sums.rowsReturned();
    }

    /** Returns the sums as text, with a line each for files, row groups, rows, pages and bytes. */
    public String text() {
        TextTable table = new TextTable(TextTable.Side.LEFT, TextTable.Side.LEFT);
        String text = NumberText.count(filesRead) + " of " + NumberText.count(files) + " read";
        if (filesExcluded > 0) {
            text += ", " + NumberText.count(filesExcluded) + " excluded by partition values";
        }
        long skipped = files - filesRead - filesExcluded;
        if (skipped > 0) {
            text += ", " + NumberText.count(skipped) + " without a row group to read";
        }
        table.add("files", text);
        sums.addTo(table);
        StringBuilder lines = new StringBuilder();
        table.appendTo(lines);
        return lines.toString();
    }
}
