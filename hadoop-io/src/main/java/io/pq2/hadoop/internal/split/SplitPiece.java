package io.pq2.hadoop.internal.split;

import java.util.Comparator;

/**
 * A part of a file that is not divided further.
 *
 * @param file the index of the file in the list of planned files
 * @param index the position of the piece in its file
 * @param run the row groups or byte range of the piece
 */
public record SplitPiece(int file, int index, RowGroupRun run) {

    /** Orders pieces by file and by their position in it. */
    public static final Comparator<SplitPiece> IN_ORDER =
            Comparator.comparingInt(SplitPiece::file).thenComparingInt(SplitPiece::index);
}
