package io.pq2.read;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.io.DecodeLimits;
import io.pq2.io.RangeSource;
import io.pq2.statistics.StatisticsTrust;

/**
 * How files are read: requests, memory, which kinds of pruning are used, and what damage leads to. No option changes
 * which rows match a filter. Immutable; create one with {@link #builder()}.
 */
public final class ReadOptions {

    /** The default options. */
    public static final ReadOptions DEFAULT = builder().build();

    /**
     * The value of {@link #tailBytes()} and {@link #coalesceGap()} that means the cost of one more request to the
     * file's source, {@link RangeSource#requestCost}: 1 KiB for local files, 64 KiB for others unless their source says
     * otherwise.
     */
    public static final int REQUEST_COST = -1;

    /** The length of the footer's length and the magic. */
    private static final int MIN_TAIL_BYTES = 8;

    private final boolean verifyChecksums;
    private final int tailBytes;
    private final int coalesceGap;
    private final int maxRequestBytes;
    private final long prefetchBytes;
    private final int maxChunkBytes;
    private final boolean statistics;
    private final StatisticsTrust statisticsTrust;
    private final boolean bloomFilters;
    private final boolean dictionaries;
    private final long dictionaryMinBytes;
    private final int pruneAhead;
    private final boolean pageIndexes;
    private final boolean filterRows;
    private final long lateMaterializationMinBytes;
    private final OnCorruption onCorruption;
    private final long maxDecodingBytes;
    private final int maxPageBytes;
    private final long maxBatchBytes;
    private final long maxExpansion;
    private final long maxValuesPerByte;

    private ReadOptions(Builder builder) {
        this.verifyChecksums = builder.verifyChecksums;
        this.tailBytes = builder.tailBytes;
        this.coalesceGap = builder.coalesceGap;
        this.maxRequestBytes = builder.maxRequestBytes;
        this.prefetchBytes = builder.prefetchBytes;
        this.maxChunkBytes = builder.maxChunkBytes;
        this.statistics = builder.statistics;
        this.statisticsTrust = builder.statisticsTrust;
        this.bloomFilters = builder.bloomFilters;
        this.dictionaries = builder.dictionaries;
        this.dictionaryMinBytes = builder.dictionaryMinBytes;
        this.pruneAhead = builder.pruneAhead;
        this.pageIndexes = builder.pageIndexes;
        this.filterRows = builder.filterRows;
        this.lateMaterializationMinBytes = builder.lateMaterializationMinBytes;
        this.onCorruption = builder.onCorruption;
        this.maxDecodingBytes =
                builder.maxDecodingBytes > 0 ? builder.maxDecodingBytes : DecodeLimits.defaultDecodingBytes();
        this.maxPageBytes = builder.maxPageBytes;
        this.maxBatchBytes = builder.maxBatchBytes;
        this.maxExpansion = builder.maxExpansion;
        this.maxValuesPerByte = builder.maxValuesPerByte;
    }

    /** Whether the checksum of a page is verified if its header has a {@code crc}. Default: true. */
    public boolean verifyChecksums() {
        return verifyChecksums;
    }

    /**
     * Returns the number of bytes at the end of a file that opening it reads first. If they contain the footer, no
     * second request is needed; a file that is not longer is read whole. Default: {@link #REQUEST_COST}.
     */
    public int tailBytes() {
        return tailBytes;
    }

    /**
     * Returns the largest gap in bytes between two ranges that are requested together. The gap is read and dropped.
     * Default: {@link #REQUEST_COST}.
     */
    public int coalesceGap() {
        return coalesceGap;
    }

    /**
     * Returns the number of bytes up to which ranges are joined to one request. A longer column chunk or page run is
     * still one request, unless the file's source asks for shorter ones ({@link RangeSource#requestBytes}). Default: 16
     * MiB.
     */
    public int maxRequestBytes() {
        return maxRequestBytes;
    }

    /**
     * Returns the number of bytes of column chunks that a scan may hold in memory to request the next row group while
     * one is decoded. If both row groups do not fit, the next one is requested after the current one. 0 requests
     * nothing ahead. Default: 64 MiB.
     */
    public long prefetchBytes() {
        return prefetchBytes;
    }

    /**
     * Returns the largest number of bytes of a column chunk that are held in memory. A longer chunk is read in parts
     * of this size while its pages are decoded; a longer page is held whole. Default: 128 MiB.
     */
    public int maxChunkBytes() {
        return maxChunkBytes;
    }

    /** Whether row groups are skipped by the statistics in the footer. Default: true. */
    public boolean statistics() {
        return statistics;
    }

    /**
     * Returns which statistics, page indexes and bloom filters are believed, for pruning and for aggregates. Default:
     * {@link StatisticsTrust#KNOWN}.
     */
    public StatisticsTrust statisticsTrust() {
        return statisticsTrust;
    }

    /** Whether bloom filters are read to skip row groups. Default: true. */
    public boolean bloomFilters() {
        return bloomFilters;
    }

    /** Whether dictionaries are read before their data pages to skip row groups. Default: true. */
    public boolean dictionaries() {
        return dictionaries;
    }

    /**
     * Returns the number of bytes that skipping a row group must save, so that dictionaries are read before their data
     * pages. That costs one more request; the dictionaries are not read again. Default: 256 KiB.
     */
    public long dictionaryMinBytes() {
        return dictionaryMinBytes;
    }

    /**
     * Returns the number of row groups after the current one whose bloom filters, page indexes and dictionaries are
     * requested ahead. Unused if {@link #prefetchBytes()} is 0. Default: 4.
     */
    public int pruneAhead() {
        return pruneAhead;
    }

    /** Whether page indexes are read to skip pages. Otherwise column chunks are read in full. Default: true. */
    public boolean pageIndexes() {
        return pageIndexes;
    }

    /** Whether single rows are removed by scans with {@link RowFiltering#ADAPTIVE}. Default: true. */
    public boolean filterRows() {
        return filterRows;
    }

    /**
     * Returns the number of bytes from which late materialization is used: if the columns that the filter does not need
     * have at least this number of bytes in a row group, they are requested after the filter has been evaluated, and
     * only pages with matching rows. That costs one more wait per row group. Only used where single rows are removed
     * and few are expected to match. Default: 1 MiB.
     */
    public long lateMaterializationMinBytes() {
        return lateMaterializationMinBytes;
    }

    /** Returns what damage of the file leads to in scans. Default: {@link OnCorruption#FAIL}. */
    public OnCorruption onCorruption() {
        return onCorruption;
    }

    /**
     * Returns the largest number of bytes that the decoded data of one scan may occupy at once: decompressed pages,
     * dictionaries, levels and values of all columns. Also limits the estimated memory of a decoded footer. A file that
     * needs more leads to a {@link io.pq2.exception.LimitExceededException}. Default: half of the JVM's maximum heap.
     */
    public long maxDecodingBytes() {
        return maxDecodingBytes;
    }

    /**
     * Returns the largest size of a page after decompression, in bytes. A larger page leads to a
     * {@link io.pq2.exception.LimitExceededException}. Default: 1 GiB.
     */
    public int maxPageBytes() {
        return maxPageBytes;
    }

    /**
     * Returns the number of bytes that the values of a batch should have at most. Batches of wide or long rows get
     * fewer rows, but at least one; the estimate uses the footer. Default: 128 MiB.
     */
    public long maxBatchBytes() {
        return maxBatchBytes;
    }

    /**
     * Returns the largest number of bytes that a scan may decode for each byte of the column chunks it reads. The first
     * GiB is free. A file that expands more leads to a {@link io.pq2.exception.LimitExceededException}. Default: 32768.
     */
    public long maxExpansion() {
        return maxExpansion;
    }

    /**
     * Returns the largest number of values, and of rows, that a scan may read for each byte of the file. The first
     * 2<sup>31</sup> are free. A file with more leads to a {@link io.pq2.exception.LimitExceededException}. Default:
     * 65536.
     */
    public long maxValuesPerByte() {
        return maxValuesPerByte;
    }

    /** Returns a builder with these options. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Returns a builder with the default options. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds {@link ReadOptions}. Each method returns this builder. */
    public static final class Builder {

        private boolean verifyChecksums = true;
        private int tailBytes = REQUEST_COST;
        private int coalesceGap = REQUEST_COST;
        private int maxRequestBytes = 16 << 20;
        private long prefetchBytes = 64L << 20;
        private int maxChunkBytes = 128 << 20;
        private boolean statistics = true;
        private StatisticsTrust statisticsTrust = StatisticsTrust.KNOWN;
        private boolean bloomFilters = true;
        private boolean dictionaries = true;
        private long dictionaryMinBytes = 256 << 10;
        private int pruneAhead = 4;
        private boolean pageIndexes = true;
        private boolean filterRows = true;
        private long lateMaterializationMinBytes = 1 << 20;
        private OnCorruption onCorruption = OnCorruption.FAIL;
        /** 0 for the default. */
        private long maxDecodingBytes;

        private int maxPageBytes = DecodeLimits.MAX_PAGE_BYTES;
        private long maxBatchBytes = 128L << 20;
        private long maxExpansion = DecodeLimits.MAX_EXPANSION;
        private long maxValuesPerByte = DecodeLimits.MAX_VALUES_PER_BYTE;

        private Builder() {}

        private Builder(ReadOptions options) {
            verifyChecksums = options.verifyChecksums;
            tailBytes = options.tailBytes;
            coalesceGap = options.coalesceGap;
            maxRequestBytes = options.maxRequestBytes;
            prefetchBytes = options.prefetchBytes;
            maxChunkBytes = options.maxChunkBytes;
            statistics = options.statistics;
            statisticsTrust = options.statisticsTrust;
            bloomFilters = options.bloomFilters;
            dictionaries = options.dictionaries;
            dictionaryMinBytes = options.dictionaryMinBytes;
            pruneAhead = options.pruneAhead;
            pageIndexes = options.pageIndexes;
            filterRows = options.filterRows;
            lateMaterializationMinBytes = options.lateMaterializationMinBytes;
            onCorruption = options.onCorruption;
            maxDecodingBytes = options.maxDecodingBytes;
            maxPageBytes = options.maxPageBytes;
            maxBatchBytes = options.maxBatchBytes;
            maxExpansion = options.maxExpansion;
            maxValuesPerByte = options.maxValuesPerByte;
        }

        /** Sets {@link ReadOptions#verifyChecksums()}. */
        public Builder verifyChecksums(boolean verify) {
            verifyChecksums = verify;
            return this;
        }

        /**
         * Sets {@link ReadOptions#tailBytes()}.
         *
         * @throws InvalidDataException if the value is less than 8
         */
        public Builder tailBytes(int bytes) {
            tailBytes = (int) atLeast("tailBytes", bytes, MIN_TAIL_BYTES);
            return this;
        }

        /**
         * Sets {@link ReadOptions#coalesceGap()}.
         *
         * @throws InvalidDataException if the value is less than 0
         */
        public Builder coalesceGap(int bytes) {
            coalesceGap = (int) atLeast("coalesceGap", bytes, 0);
            return this;
        }

        /**
         * Sets {@link ReadOptions#maxRequestBytes()}.
         *
         * @throws InvalidDataException if the value is less than 1
         */
        public Builder maxRequestBytes(int bytes) {
            maxRequestBytes = (int) atLeast("maxRequestBytes", bytes, 1);
            return this;
        }

        /**
         * Sets {@link ReadOptions#prefetchBytes()}.
         *
         * @throws InvalidDataException if the value is less than 0
         */
        public Builder prefetchBytes(long bytes) {
            prefetchBytes = atLeast("prefetchBytes", bytes, 0);
            return this;
        }

        /**
         * Sets {@link ReadOptions#maxChunkBytes()}.
         *
         * @throws InvalidDataException if the value is less than 1
         */
        public Builder maxChunkBytes(int bytes) {
            maxChunkBytes = (int) atLeast("maxChunkBytes", bytes, 1);
            return this;
        }

        /** Sets {@link ReadOptions#statistics()}. */
        public Builder statistics(boolean use) {
            statistics = use;
            return this;
        }

        /** Sets {@link ReadOptions#statisticsTrust()}. */
        public Builder statisticsTrust(StatisticsTrust trust) {
            statisticsTrust = trust;
            return this;
        }

        /** Sets {@link ReadOptions#bloomFilters()}. */
        public Builder bloomFilters(boolean use) {
            bloomFilters = use;
            return this;
        }

        /** Sets {@link ReadOptions#dictionaries()}. */
        public Builder dictionaries(boolean use) {
            dictionaries = use;
            return this;
        }

        /**
         * Sets {@link ReadOptions#dictionaryMinBytes()}.
         *
         * @throws InvalidDataException if the value is less than 0
         */
        public Builder dictionaryMinBytes(long bytes) {
            dictionaryMinBytes = atLeast("dictionaryMinBytes", bytes, 0);
            return this;
        }

        /**
         * Sets {@link ReadOptions#pruneAhead()}.
         *
         * @throws InvalidDataException if the value is less than 1
         */
        public Builder pruneAhead(int rowGroups) {
            pruneAhead = (int) atLeast("pruneAhead", rowGroups, 1);
            return this;
        }

        /** Sets {@link ReadOptions#pageIndexes()}. */
        public Builder pageIndexes(boolean use) {
            pageIndexes = use;
            return this;
        }

        /** Sets {@link ReadOptions#filterRows()}. */
        public Builder filterRows(boolean filter) {
            filterRows = filter;
            return this;
        }

        /**
         * Sets {@link ReadOptions#lateMaterializationMinBytes()}.
         *
         * @throws InvalidDataException if the value is less than 0
         */
        public Builder lateMaterializationMinBytes(long bytes) {
            lateMaterializationMinBytes = atLeast("lateMaterializationMinBytes", bytes, 0);
            return this;
        }

        /** Sets {@link ReadOptions#onCorruption()}. */
        public Builder onCorruption(OnCorruption mode) {
            onCorruption = mode;
            return this;
        }

        /**
         * Sets {@link ReadOptions#maxDecodingBytes()}.
         *
         * @throws InvalidDataException if the value is less than 1
         */
        public Builder maxDecodingBytes(long bytes) {
            maxDecodingBytes = atLeast("maxDecodingBytes", bytes, 1);
            return this;
        }

        /**
         * Sets {@link ReadOptions#maxPageBytes()}.
         *
         * @throws InvalidDataException if the value is less than 1
         */
        public Builder maxPageBytes(int bytes) {
            maxPageBytes = (int) atLeast("maxPageBytes", bytes, 1);
            return this;
        }

        /**
         * Sets {@link ReadOptions#maxBatchBytes()}.
         *
         * @throws InvalidDataException if the value is less than 1
         */
        public Builder maxBatchBytes(long bytes) {
            maxBatchBytes = atLeast("maxBatchBytes", bytes, 1);
            return this;
        }

        /**
         * Sets {@link ReadOptions#maxExpansion()}.
         *
         * @throws InvalidDataException if the value is less than 1
         */
        public Builder maxExpansion(long ratio) {
            maxExpansion = atLeast("maxExpansion", ratio, 1);
            return this;
        }

        /**
         * Sets {@link ReadOptions#maxValuesPerByte()}.
         *
         * @throws InvalidDataException if the value is less than 1
         */
        public Builder maxValuesPerByte(long values) {
            maxValuesPerByte = atLeast("maxValuesPerByte", values, 1);
            return this;
        }

        private static long atLeast(String name, long value, long min) {
            if (value < min) {
                throw new InvalidDataException(name + " is " + value + "; it must be at least " + min);
            }
            return value;
        }

        /** Returns the options. */
        public ReadOptions build() {
            return new ReadOptions(this);
        }
    }
}
