package io.pq2.exception;

import io.pq2.internal.exception.DisplayText;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A place in a Parquet file. Each part may be unknown.
 *
 * @param file the location of the file as its {@link io.pq2.io.InputFile} names it; absent when unknown
 * @param rowGroup the ordinal of the row group, from 0; -1 if unknown
 * @param column the dotted path of the column; absent when unknown
 * @param page the ordinal of the data page in its column chunk, from 0; -1 if unknown
 * @param offset the offset from the start of the file in bytes; -1 if unknown
 */
public record FileLocation(
        @Nullable String file, int rowGroup, @Nullable String column, int page, long offset) implements Serializable {

    /** The location without any known part. */
    public static final FileLocation UNKNOWN = new FileLocation(null, -1, null, -1, -1);

    /** Returns the location of a whole file. */
    public static FileLocation file(String file) {
        return new FileLocation(file, -1, null, -1, -1);
    }

    /** Returns the location of a column of an unknown file. */
    public static FileLocation column(String column) {
        return new FileLocation(null, -1, column, -1, -1);
    }

    /**
     * Returns this location with another offset.
     *
     * @param newOffset the offset from the start of the file in bytes
     */
    public FileLocation atOffset(long newOffset) {
        return new FileLocation(file, rowGroup, column, page, newOffset);
    }

    /** Returns this location with its unknown parts taken from another one. */
    public FileLocation orElse(FileLocation other) {
        return new FileLocation(
                file != null ? file : other.file,
                rowGroup >= 0 ? rowGroup : other.rowGroup,
                column != null ? column : other.column,
                page >= 0 ? page : other.page,
                offset >= 0 ? offset : other.offset);
    }

    /**
     * Returns the known parts as text, for example {@code file a.parquet, row group 0, column x.y, page 3, offset
     * 1234}; empty text if no part is known. Control characters are escaped and long names are cut.
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (file != null) {
            append(text, "file ").append(DisplayText.name(file));
        }
        if (rowGroup >= 0) {
            append(text, "row group ").append(rowGroup);
        }
        if (column != null) {
            append(text, "column ").append(DisplayText.name(column));
        }
        if (page >= 0) {
            append(text, "page ").append(page);
        }
        if (offset >= 0) {
            append(text, "offset ").append(offset);
        }
        return text.toString();
    }

    private static StringBuilder append(StringBuilder text, String name) {
        return text.append(text.length() == 0 ? "" : ", ").append(name);
    }
}
