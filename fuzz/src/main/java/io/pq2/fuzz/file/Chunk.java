package io.pq2.fuzz.file;

import io.pq2.fuzz.thrift.ThriftValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a column chunk outside of the footer. */
final class Chunk {

    final int rowGroup;
    final int column;
    final int codec;
    List<Page> pages = new ArrayList<>();

    @Nullable
    ThriftValue columnIndex;

    @Nullable
    ThriftValue offsetIndex;

    @Nullable
    ThriftValue bloomHeader;

    byte @Nullable [] bloomBits;
    /** Whether the page locations of the offset index stay as they are, although pages may move. */
    boolean keepLocations;

    Chunk(int rowGroup, int column, int codec) {
        this.rowGroup = rowGroup;
        this.column = column;
        this.codec = codec;
    }

    /** Returns a copy that shares pages and trees, which mutations replace and do not change. */
    Chunk copy() {
        Chunk copy = new Chunk(rowGroup, column, codec);
        copy.pages = new ArrayList<>(pages);
        copy.columnIndex = columnIndex;
        copy.offsetIndex = offsetIndex;
        copy.bloomHeader = bloomHeader;
        copy.bloomBits = bloomBits;
        copy.keepLocations = keepLocations;
        return copy;
    }
}
