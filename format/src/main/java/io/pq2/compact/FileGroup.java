package io.pq2.compact;

import io.pq2.compact.TableFileSystem.Entry;
import io.pq2.write.SortedBy;
import java.io.Serializable;
import java.util.List;

/**
 * Files of one directory that one new file replaces.
 *
 * @param directory the path of the directory
 * @param files the files in the order of their names
 * @param bytes the sum of their lengths
 * @param rows the number of rows
 * @param rowGroups the number of row groups
 * @param encodedRowGroups the number of row groups to decode and encode again
 * @param encrypted whether the files have encrypted footers or columns
 * @param sortedBy the order of the rows in the new file; empty if it has none
 */
public record FileGroup(
        String directory,
        List<Entry> files,
        long bytes,
        long rows,
        int rowGroups,
        int encodedRowGroups,
        boolean encrypted,
        List<SortedBy> sortedBy)
        implements Serializable {

    public FileGroup {
        files = List.copyOf(files);
        sortedBy = List.copyOf(sortedBy);
    }
}
