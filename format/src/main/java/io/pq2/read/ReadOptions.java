package io.pq2.read;

import io.pq2.exception.InvalidDataException;
import io.pq2.io.RangeSource;

/** How files are read; none of it changes what comes out. Immutable. */
public final class ReadOptions {

    /** What is used where nobody says otherwise. */
    public static final ReadOptions DEFAULT = builder().build();

    /** For what the file's source says. */
    private static final int OF_SOURCE = -1;

    /** The length of the footer and the magic. */
    private static final int LEAST_TAIL = 8;

    private final boolean verifyChecksums;
    private final int tailBytes;
    private final int coalesceGap;
    private final int maxRequestBytes;
    private final long prefetchBytes;
    private final int maxChunkBytes;
    private final boolean statistics;
    private final boolean bloomFilters;
    private final boolean dictionaries;
    private final long dictionaryMinBytes;
    private final int proofsAhead;
    private final boolean pageIndexes;
    private final boolean filterRows;
    private final long lateColumnBytes;

    private ReadOptions(Builder builder) {
        this.verifyChecksums = builder.verifyChecksums;
        this.tailBytes = builder.tailBytes;
        this.coalesceGap = builder.coalesceGap;
        this.maxRequestBytes = builder.maxRequestBytes;
        this.prefetchBytes = builder.prefetchBytes;
        this.maxChunkBytes = builder.maxChunkBytes;
        this.statistics = builder.statistics;
        this.bloomFilters = builder.bloomFilters;
        this.dictionaries = builder.dictionaries;
        this.dictionaryMinBytes = builder.dictionaryMinBytes;
        this.proofsAhead = builder.proofsAhead;
        this.pageIndexes = builder.pageIndexes;
        this.filterRows = builder.filterRows;
        this.lateColumnBytes = builder.lateColumnBytes;
    }

    /** Whether a page that carries a {@code crc} is held against it. Default true. */
    public boolean verifyChecksums() {
        return verifyChecksums;
    }

    /**
     * How many bytes of the end of a file are read at once when it is opened, in the hope that the footer is among them. A file
     * that is not longer is read whole by that. Default -1: as many as one more request costs, {@link RangeSource#requestCost}.
     */
    public int tailBytes() {
        return tailBytes;
    }

    int tailBytes(RangeSource source) {
        return tailBytes == OF_SOURCE ? Math.max(LEAST_TAIL, source.requestCost()) : tailBytes;
    }

    /**
     * How many needless bytes are read rather than making two requests. Default -1: as many as one more request costs, {@link
     * RangeSource#requestCost}.
     */
    public int coalesceGap() {
        return coalesceGap;
    }

    public int coalesceGap(RangeSource source) {
        return coalesceGap == OF_SOURCE ? Math.max(0, source.requestCost()) : coalesceGap;
    }

    /** The length in bytes that requests do not grow beyond by merging; a longer column chunk, or stretch of one, is one request. Default 16 MiB. */
    public int maxRequestBytes() {
        return maxRequestBytes;
    }

    /**
     * How many bytes of column chunks may be held so that the next row group is requested while one is decoded; if both do not
     * fit, the next is requested when its turn comes. 0 never looks ahead. Default 64 MiB.
     */
    public long prefetchBytes() {
        return prefetchBytes;
    }

    /**
     * How many bytes of a column chunk are held at once. A chunk that is longer is read a stretch at a time while its pages are
     * decoded; a page is held whole. Default 128 MiB.
     */
    public int maxChunkBytes() {
        return maxChunkBytes;
    }

    /** Whether the statistics of column chunks leave row groups out that a filter proves not to be needed. Default true. */
    public boolean statistics() {
        return statistics;
    }

    /** Whether bloom filters are read to leave row groups out that a filter proves not to be needed. Default true. */
    public boolean bloomFilters() {
        return bloomFilters;
    }

    /**
     * Whether dictionaries are read ahead of their pages to leave row groups out that a filter proves not to be needed. Default
     * true.
     */
    public boolean dictionaries() {
        return dictionaries;
    }

    /**
     * How many bytes of a row group the dictionaries of its filter's columns must be able to save, so that they are read ahead of
     * their pages. That costs a request; what is read is not read again. Default 256 KiB.
     */
    public long dictionaryMinBytes() {
        return dictionaryMinBytes;
    }

    /**
     * Of how many row groups, behind the one that is decoded, bloom filters, page indexes and dictionaries are requested at once to
     * find those that are not needed. Only if {@link #prefetchBytes} lets anything be requested ahead. Default 4.
     */
    public int proofsAhead() {
        return proofsAhead;
    }

    /** Whether page indexes are read to leave pages out that a filter proves not to be needed. Default true. */
    public boolean pageIndexes() {
        return pageIndexes;
    }

    /** Whether single rows are left out where a scan leaves it to what pays, see {@link RowFiltering#WHERE_IT_PAYS}. Default true. */
    public boolean filterRows() {
        return filterRows;
    }

    /**
     * From how many bytes on the columns of a row group that the filter does not look at are requested only when it is known which
     * rows it keeps, and of those pages that have some; only where single rows are left out and few are likely to be kept. That
     * is one more wait for each row group. Default 1 MiB.
     */
    public long lateColumnBytes() {
        return lateColumnBytes;
    }

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Makes {@link ReadOptions}. */
    public static final class Builder {

        private boolean verifyChecksums = true;
        private int tailBytes = OF_SOURCE;
        private int coalesceGap = OF_SOURCE;
        private int maxRequestBytes = 16 << 20;
        private long prefetchBytes = 64L << 20;
        private int maxChunkBytes = 128 << 20;
        private boolean statistics = true;
        private boolean bloomFilters = true;
        private boolean dictionaries = true;
        private long dictionaryMinBytes = 256 << 10;
        private int proofsAhead = 4;
        private boolean pageIndexes = true;
        private boolean filterRows = true;
        private long lateColumnBytes = 1 << 20;

        private Builder() {}

        /** See {@link ReadOptions#verifyChecksums()}. */
        public Builder verifyChecksums(boolean verify) {
            verifyChecksums = verify;
            return this;
        }

        /** See {@link ReadOptions#tailBytes()}; at least 8. */
        public Builder tailBytes(int bytes) {
            tailBytes = (int) atLeast("tailBytes", bytes, LEAST_TAIL);
            return this;
        }

        /** See {@link ReadOptions#coalesceGap()}; at least 0. */
        public Builder coalesceGap(int bytes) {
            coalesceGap = (int) atLeast("coalesceGap", bytes, 0);
            return this;
        }

        /** See {@link ReadOptions#maxRequestBytes()}; at least 1. */
        public Builder maxRequestBytes(int bytes) {
            maxRequestBytes = (int) atLeast("maxRequestBytes", bytes, 1);
            return this;
        }

        /** See {@link ReadOptions#prefetchBytes()}; at least 0. */
        public Builder prefetchBytes(long bytes) {
            prefetchBytes = atLeast("prefetchBytes", bytes, 0);
            return this;
        }

        /** See {@link ReadOptions#maxChunkBytes()}; at least 1. */
        public Builder maxChunkBytes(int bytes) {
            maxChunkBytes = (int) atLeast("maxChunkBytes", bytes, 1);
            return this;
        }

        /** See {@link ReadOptions#statistics()}. */
        public Builder statistics(boolean use) {
            statistics = use;
            return this;
        }

        /** See {@link ReadOptions#bloomFilters()}. */
        public Builder bloomFilters(boolean use) {
            bloomFilters = use;
            return this;
        }

        /** See {@link ReadOptions#dictionaries()}. */
        public Builder dictionaries(boolean use) {
            dictionaries = use;
            return this;
        }

        /** See {@link ReadOptions#dictionaryMinBytes()}; at least 0. */
        public Builder dictionaryMinBytes(long bytes) {
            dictionaryMinBytes = atLeast("dictionaryMinBytes", bytes, 0);
            return this;
        }

        /** See {@link ReadOptions#proofsAhead()}; at least 1. */
        public Builder proofsAhead(int rowGroups) {
            proofsAhead = (int) atLeast("proofsAhead", rowGroups, 1);
            return this;
        }

        /** See {@link ReadOptions#pageIndexes()}. */
        public Builder pageIndexes(boolean use) {
            pageIndexes = use;
            return this;
        }

        /** See {@link ReadOptions#filterRows()}. */
        public Builder filterRows(boolean filter) {
            filterRows = filter;
            return this;
        }

        /** See {@link ReadOptions#lateColumnBytes()}; at least 0. */
        public Builder lateColumnBytes(long bytes) {
            lateColumnBytes = atLeast("lateColumnBytes", bytes, 0);
            return this;
        }

        private static long atLeast(String name, long value, long least) {
            if (value < least) {
                throw new InvalidDataException(name + " is " + value + "; it must be at least " + least);
            }
            return value;
        }

        /** The options. */
        public ReadOptions build() {
            return new ReadOptions(this);
        }
    }
}
