package io.pq2.read;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a scan lost because the file is damaged. {@code rowGroup}, {@code column} and {@code page} are the place of
 * the damage, {@code firstRow} and {@code rowCount} the rows that were lost through it. Damage in several columns gives
 * several reports, whose rows can overlap.
 *
 * @param file the location of the file
 * @param rowGroup the index in the file of the damaged row group; -1 if the whole file is damaged
 * @param firstRow the index in the file of the first lost row; -1 if it is unknown
 * @param rowCount the number of lost rows, before the filter; -1 if it is unknown
 * @param column the dotted path of the damaged column; null if several columns or the footer are damaged
 * @param page the ordinal of the damaged data page in its column chunk, from 0; -1 if the damage is not in one data
 * page
 * @param reason what is damaged and how that was found
 */
public record CorruptionReport(
        String file,
        int rowGroup,
        long firstRow,
        long rowCount,
        @Nullable String column,
        int page,
        String reason) implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * Returns the report of a file that cannot be opened: all its rows are lost.
     *
     * @param file the location of the file, for damage without one
     * @param damage the error
     */
    public static CorruptionReport ofFile(String file, CorruptFileException damage) {
        String location = damage.location().file();
        return new CorruptionReport(
                location == null ? file : location,
                -1,
                -1,
                -1,
                damage.location().column(),
                damage.location().page(),
                damage.detail());
    }

    /** Returns the report in one line. */
    @Override
    public String toString() {
        String rows = rowCount < 0
                ? "all rows"
                : rowCount == 1 ? "row " + firstRow : "rows " + firstRow + " to " + (firstRow + rowCount - 1);
        return new FileLocation(file, rowGroup, column, page, -1) + ": lost " + rows + ": " + reason;
    }
}
