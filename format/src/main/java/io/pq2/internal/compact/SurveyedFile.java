package io.pq2.internal.compact;

import io.pq2.compact.TableFileSystem.Entry;
import io.pq2.schema.Schema;
import io.pq2.write.SortedBy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A data file with what its footer says.
 *
 * @param entry the file
 * @param kind files of one kind can share a file
 * @param rows the number of rows
 * @param rowGroups the sizes of the row groups in bytes
 * @param sortedBy the order of the rows that all row groups declare; empty if there is none
 * @param changed whether columns get another type, so that all row groups must be decoded
 */
record SurveyedFile(Entry entry, Kind kind, long rows, long[] rowGroups, List<SortedBy> sortedBy, boolean changed) {

    /**
     * What files must have in common to share a file.
     *
     * @param schema the schema of the new file, without the name of the root
     * @param keys the key-value metadata that cannot be merged, and the calendar of dates
     * @param bucket the bucket number of the names; null without one
     * @param encrypted whether the footer or a column is encrypted
     * @param access the owner, group and permissions
     */
    record Kind(Schema schema, Object keys, @Nullable String bucket, boolean encrypted, String access) {}
}
