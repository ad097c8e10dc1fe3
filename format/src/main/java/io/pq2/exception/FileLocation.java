package io.pq2.exception;

/**
 * A place in a Parquet file, as exactly as it is known.
 *
 * @param file the file's location as its {@code InputFile} names it, null if unknown
 * @param rowGroup the ordinal of the row group from 0, -1 if unknown
 * @param column the column's dotted path, null if unknown
 * @param page the ordinal of the data page in its column chunk from 0, -1 if unknown
 * @param offset the byte offset from the start of the file, -1 if unknown
 */
public record FileLocation(String file, int rowGroup, String column, int page, long offset) {

    /** Nothing is known. */
    public static final FileLocation UNKNOWN = new FileLocation(null, -1, null, -1, -1);

    /** The file is known and nothing else. */
    public static FileLocation file(String file) {
        return new FileLocation(file, -1, null, -1, -1);
    }

    /** The same place, narrowed to a byte offset from the start of the file. */
    public FileLocation atOffset(long newOffset) {
        return new FileLocation(file, rowGroup, column, page, newOffset);
    }

    /** What this location knows, and what {@code other} knows where this one does not. */
    public FileLocation orElse(FileLocation other) {
        return new FileLocation(
                file != null ? file : other.file,
                rowGroup >= 0 ? rowGroup : other.rowGroup,
                column != null ? column : other.column,
                page >= 0 ? page : other.page,
                offset >= 0 ? offset : other.offset);
    }

    /** The known parts in words, such as {@code file a.parquet, row group 0, column x.y, page 3, offset 1234}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (file != null) {
            append(text, "file ").append(file);
        }
        if (rowGroup >= 0) {
            append(text, "row group ").append(rowGroup);
        }
        if (column != null) {
            append(text, "column ").append(column);
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
