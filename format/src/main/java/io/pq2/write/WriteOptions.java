package io.pq2.write;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.internal.write.options.ColumnSwitch;
import io.pq2.internal.write.options.Compression;
import io.pq2.internal.write.options.CompressionRules;
import io.pq2.internal.write.options.EncodingRules;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;

/** How a file is written. Immutable; {@link #DEFAULT} is a good choice, {@link #builder()} makes others. */
public final class WriteOptions {

    /** What a new builder builds. */
    public static final WriteOptions DEFAULT = builder().build();

    private static final int PAGE_BYTES = 1 << 20;
    private static final int ENCRYPTED_PAGE_BYTES = 128 << 10;

    private final CompressionRules compression;
    private final long rowGroupBytes;
    private final long maxPaddingBytes;
    private final long rowGroupRows;
    /** 0 if it is not set. */
    private final int pageBytes;

    private final int pageRows;
    private final ColumnSwitch dictionary;
    private final int dictionaryBytes;
    private final Profile profile;
    private final EncodingRules encodings;
    private final DataPageVersion dataPageVersion;
    private final boolean checksums;
    private final ColumnSwitch statistics;
    private final int statisticsBoundBytes;
    private final int columnIndexBoundBytes;
    private final boolean totalOrder;
    private final ColumnSwitch sizeStatistics;
    private final boolean pageIndexes;
    private final Map<String, String> keyValueMetadata;
    private final Map<String, Map<String, String>> columnKeyValueMetadata;
    private final BloomFilterOptions bloomFilter;
    private final Map<String, BloomFilterOptions> bloomFilters;
    private final List<SortedBy> sortedBy;
    private final boolean checkText;
    private final boolean checkColumns;
    private final MemoryBudget memoryBudget;
    private final Executor executor;
    private final int threads;
    private final FileEncryptionProperties encryption;

    private WriteOptions(Builder builder) {
        compression = new CompressionRules(builder.compression);
        rowGroupBytes = builder.rowGroupBytes;
        maxPaddingBytes = builder.maxPaddingBytes;
        rowGroupRows = builder.rowGroupRows;
        pageBytes = builder.pageBytes;
        pageRows = builder.pageRows;
        dictionary = new ColumnSwitch(builder.dictionary);
        dictionaryBytes = builder.dictionaryBytes;
        profile = builder.profile;
        encodings = new EncodingRules(builder.encodings);
        dataPageVersion = builder.dataPageVersion;
        checksums = builder.checksums;
        statistics = new ColumnSwitch(builder.statistics);
        statisticsBoundBytes = builder.statisticsBoundBytes;
        columnIndexBoundBytes = builder.columnIndexBoundBytes;
        totalOrder = builder.totalOrder;
        sizeStatistics = new ColumnSwitch(builder.sizeStatistics);
        pageIndexes = builder.pageIndexes;
        keyValueMetadata = Collections.unmodifiableMap(new LinkedHashMap<>(builder.keyValueMetadata));
        Map<String, Map<String, String>> ofColumns = new HashMap<>();
        builder.columnKeyValueMetadata.forEach(
                (column, values) -> ofColumns.put(column, Collections.unmodifiableMap(new LinkedHashMap<>(values))));
        columnKeyValueMetadata = ofColumns;
        bloomFilter = builder.bloomFilter;
        bloomFilters = Map.copyOf(builder.bloomFilters);
        sortedBy = builder.sortedBy;
        checkText = builder.checkText;
        checkColumns = builder.checkColumns;
        memoryBudget = builder.memoryBudget;
        executor = builder.executor;
        threads = builder.threads;
        encryption = builder.encryption;
    }

    /** A builder with the defaults that the getters name. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with these options. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.compression = new CompressionRules(compression);
        builder.rowGroupBytes = rowGroupBytes;
        builder.maxPaddingBytes = maxPaddingBytes;
        builder.rowGroupRows = rowGroupRows;
        builder.pageBytes = pageBytes;
        builder.pageRows = pageRows;
        builder.dictionary = new ColumnSwitch(dictionary);
        builder.dictionaryBytes = dictionaryBytes;
        builder.profile = profile;
        builder.encodings = new EncodingRules(encodings);
        builder.dataPageVersion = dataPageVersion;
        builder.checksums = checksums;
        builder.statistics = new ColumnSwitch(statistics);
        builder.statisticsBoundBytes = statisticsBoundBytes;
        builder.columnIndexBoundBytes = columnIndexBoundBytes;
        builder.totalOrder = totalOrder;
        builder.sizeStatistics = new ColumnSwitch(sizeStatistics);
        builder.pageIndexes = pageIndexes;
        builder.keyValueMetadata.putAll(keyValueMetadata);
        columnKeyValueMetadata.forEach(
                (column, values) -> builder.columnKeyValueMetadata.put(column, new LinkedHashMap<>(values)));
        builder.bloomFilter = bloomFilter;
        builder.bloomFilters.putAll(bloomFilters);
        builder.sortedBy = sortedBy;
        builder.checkText = checkText;
        builder.checkColumns = checkColumns;
        builder.memoryBudget = memoryBudget;
        builder.executor = executor;
        builder.threads = threads;
        builder.encryption = encryption;
        return builder;
    }

    /** How pages of columns that are not named are compressed; SNAPPY unless set. */
    public CompressionCodec codec() {
        return compression.ofAll().codec();
    }

    /** How pages of that column are compressed; {@link #codec()} unless set for the column. */
    public CompressionCodec codec(String dottedPath) {
        return compression.of(dottedPath).codec();
    }

    /** The level of {@link #codec()}, null (the default) for the codec's own default. */
    public Integer compressionLevel() {
        return compression.ofAll().level();
    }

    /**
     * The level of that column's codec, null for the codec's own default; unless set for the column, {@link #compressionLevel()} if the
     * column has the codec of all, and otherwise null.
     */
    public Integer compressionLevel(String dottedPath) {
        return compression.of(dottedPath).level();
    }

    public Compression compression(Column column) {
        return compression.of(column.dottedPath());
    }

    /** The size of a row group as it lies in the file, in bytes, that is not exceeded by much; 128 MiB unless set. */
    public long rowGroupBytes() {
        return rowGroupBytes;
    }

    /**
     * On a file system with blocks ({@link io.pq2.io.ByteSink#blockBytes}): what is left of a block is padded with zeros if it is at most so many
     * bytes and at most half a row group, and a row group ends with its block where it would not end before. 8 MiB unless set; 0 takes no
     * notice of blocks.
     */
    public long maxPaddingBytes() {
        return maxPaddingBytes;
    }

    /** The greatest number of rows of a row group; no limit unless set. */
    public long rowGroupRows() {
        return rowGroupRows;
    }

    /**
     * The uncompressed size of a data page, in bytes, that is not exceeded by much; 1 MiB unless set. Unless set, it is 128 KiB for
     * columns that are encrypted: readers on the JDK's AES are slow with longer ones.
     */
    public int pageBytes() {
        return pageBytes == 0 ? PAGE_BYTES : pageBytes;
    }

    public int pageBytes(Column column) {
        return pageBytes == 0 && isEncrypted(column) ? ENCRYPTED_PAGE_BYTES : pageBytes();
    }

    private boolean isEncrypted(Column column) {
        return encryption != null && encryption.isEncrypted(column);
    }

    /** The greatest number of rows that begin in a data page; 20,000 unless set. */
    public int pageRows() {
        return pageRows;
    }

    /** Whether that column is to be dictionary encoded while that pays; true unless set for the column or for all. */
    public boolean dictionary(String dottedPath) {
        return dictionary.get(dottedPath);
    }

    /** The size of a dictionary, in bytes, that is never exceeded; 1 MiB unless set. */
    public int dictionaryBytes() {
        return dictionaryBytes;
    }

    /** Which readers the file is for, and so which encodings may be chosen; {@link Profile#COMPATIBLE} unless set. */
    public Profile profile() {
        return profile;
    }

    /**
     * The encoding that was named for that very column, for its values where they are not dictionary encoded; null (the default) if
     * it is what is named for the type, or else chosen by size.
     */
    public Encoding encoding(String dottedPath) {
        return encodings.wanted(dottedPath);
    }

    /**
     * The encoding that was named for columns of that type, or else for all columns, where they are not dictionary encoded; null (the
     * default) if it is chosen by size. Columns whose type does not have it, or for which it is forbidden, go without.
     */
    public Encoding encoding(PhysicalType type) {
        return encodings.wanted(type);
    }

    /**
     * The encodings that are not to be chosen for that column; empty unless set for the column or for all. RLE_DICTIONARY stands for
     * dictionaries.
     */
    public Set<Encoding> forbiddenEncodings(String dottedPath) {
        return encodings.forbidden(dottedPath);
    }

    /**
     * The kind of data pages; {@link DataPageVersion#V1} unless set. Columns that are encrypted have pages of version 1 in any case: of those
     * of version 2, parquet-java leaves the levels in plain, and others do not.
     */
    public DataPageVersion dataPageVersion() {
        return dataPageVersion;
    }

    public DataPageVersion dataPageVersion(Column column) {
        return isEncrypted(column) ? DataPageVersion.V1 : dataPageVersion;
    }

    /** Whether each page carries a CRC32 of its bytes; true unless set. */
    public boolean checksums() {
        return checksums;
    }

    /**
     * Whether chunks and pages of that column carry the minimum and maximum of their values; true unless set for the column or for
     * all. Null counts are always there.
     */
    public boolean statistics(String dottedPath) {
        return statistics.get(dottedPath);
    }

    /** The length in bytes from which on the bounds of a chunk's strings are shortened; 64 unless set. */
    public int statisticsBoundBytes() {
        return statisticsBoundBytes;
    }

    /** The length in bytes from which on the bounds of a page's strings are shortened; 64 unless set. */
    public int columnIndexBoundBytes() {
        return columnIndexBoundBytes;
    }

    /**
     * Whether the bounds of floating point numbers follow IEEE 754 total order; false unless set. Then there are bounds where there
     * are NaNs too, for those readers that know the order; others take such columns as columns without bounds.
     */
    public boolean totalOrder() {
        return totalOrder;
    }

    /**
     * Whether chunks and pages of that column carry what helps readers to estimate their size in memory: the bytes of strings, how
     * many values have which levels. True unless set for the column or for all.
     */
    public boolean sizeStatistics(String dottedPath) {
        return sizeStatistics.get(dottedPath);
    }

    /** Whether column indexes (if there are statistics) and offset indexes are written; true unless set. */
    public boolean pageIndexes() {
        return pageIndexes;
    }

    /** What the footer carries besides, in this order; empty unless set. Values may be null. */
    public Map<String, String> keyValueMetadata() {
        return keyValueMetadata;
    }

    /** What each chunk of that column carries besides, in this order; empty unless set. Values may be null. */
    public Map<String, String> keyValueMetadata(String dottedPath) {
        return columnKeyValueMetadata.getOrDefault(dottedPath, Map.of());
    }

    /** The bloom filters of that column; {@link BloomFilterOptions#OFF} unless set for the column or for all. */
    public BloomFilterOptions bloomFilter(String dottedPath) {
        return bloomFilters.getOrDefault(dottedPath, bloomFilter);
    }

    /** By what the rows of each row group are sorted; empty unless set. Rows that are not are refused. */
    public List<SortedBy> sortedBy() {
        return sortedBy;
    }

    /** Whether STRING, ENUM and JSON values that are not UTF-8 are refused; true unless set. Readers may fail at them. */
    public boolean checkText() {
        return checkText;
    }

    /**
     * Whether options for columns that the schema does not have are refused when the writer is made; true unless set. Options that
     * serve several schemas may have to be forgiving.
     */
    public boolean checkColumns() {
        return checkColumns;
    }

    /** The columns that options name, by the options' names. */
    public Map<String, Set<String>> namedColumns() {
        Map<String, Set<String>> named = new LinkedHashMap<>();
        named.put("codec", compression.columns());
        named.put("dictionary", dictionary.columns());
        named.put("encoding", encodings.columns());
        named.put("statistics", statistics.columns());
        named.put("sizeStatistics", sizeStatistics.columns());
        named.put("bloomFilter", new TreeSet<>(bloomFilters.keySet()));
        named.put("keyValueMetadata", new TreeSet<>(columnKeyValueMetadata.keySet()));
        return named;
    }

    /** What all writers with this budget may buffer together; null (the default) for as much as it takes. */
    public MemoryBudget memoryBudget() {
        return memoryBudget;
    }

    /**
     * Whose threads help the one that writes to encode columns; null (the default) for none. The file has the same bytes with and
     * without, unless it is encrypted, which makes all files differ, or a {@link #memoryBudget()} ends row groups: more threads take more memory. No thread of it works for a writer while none of the writer's methods runs. The writing thread may be one of its
     * own, any number of writers may share it, and where it is slow or refuses the writing thread does the work.
     */
    public Executor executor() {
        return executor;
    }

    /** How many threads encode a file at most, the one that writes among them; 1 unless set. */
    public int threads() {
        return threads;
    }

    /** With which keys the file is encrypted, and what of it; null (the default) for not at all. */
    public FileEncryptionProperties encryption() {
        return encryption;
    }

    /** Makes {@link WriteOptions}. Values out of range are refused at once with an {@link IllegalArgumentException}. */
    public static final class Builder {

        private CompressionRules compression = new CompressionRules(CompressionCodec.SNAPPY);
        private long rowGroupBytes = 128L << 20;
        private long maxPaddingBytes = 8L << 20;
        private long rowGroupRows = Long.MAX_VALUE;
        private int pageBytes;
        private int pageRows = 20_000;
        private ColumnSwitch dictionary = new ColumnSwitch(true);
        private int dictionaryBytes = 1 << 20;
        private Profile profile = Profile.COMPATIBLE;
        private EncodingRules encodings = new EncodingRules();
        private DataPageVersion dataPageVersion = DataPageVersion.V1;
        private boolean checksums = true;
        private ColumnSwitch statistics = new ColumnSwitch(true);
        private int statisticsBoundBytes = 64;
        private int columnIndexBoundBytes = 64;
        private boolean totalOrder;
        private ColumnSwitch sizeStatistics = new ColumnSwitch(true);
        private boolean pageIndexes = true;
        private final Map<String, String> keyValueMetadata = new LinkedHashMap<>();
        private final Map<String, Map<String, String>> columnKeyValueMetadata = new HashMap<>();
        private BloomFilterOptions bloomFilter = BloomFilterOptions.OFF;
        private final Map<String, BloomFilterOptions> bloomFilters = new HashMap<>();
        private List<SortedBy> sortedBy = List.of();
        private boolean checkText = true;
        private boolean checkColumns = true;
        private MemoryBudget memoryBudget;
        private Executor executor;
        private int threads = 1;
        private FileEncryptionProperties encryption;

        private Builder() {}

        /** See {@link WriteOptions#codec()}. */
        public Builder codec(CompressionCodec value) {
            compression.codec(value);
            return this;
        }

        /** See {@link WriteOptions#codec(String)}. */
        public Builder codec(String dottedPath, CompressionCodec value) {
            compression.codec(dottedPath, value);
            return this;
        }

        /** See {@link WriteOptions#compressionLevel()}; null for the codec's default. */
        public Builder compressionLevel(Integer value) {
            compression.level(value);
            return this;
        }

        /** See {@link WriteOptions#compressionLevel(String)}; null for the default of the column's codec. */
        public Builder compressionLevel(String dottedPath, Integer value) {
            compression.level(dottedPath, value);
            return this;
        }

        /** See {@link WriteOptions#rowGroupBytes()}. */
        public Builder rowGroupBytes(long value) {
            rowGroupBytes = positive(value, "rowGroupBytes");
            return this;
        }

        /** See {@link WriteOptions#maxPaddingBytes()}. */
        public Builder maxPaddingBytes(long value) {
            if (value < 0) {
                throw new IllegalArgumentException("maxPaddingBytes is " + value);
            }
            maxPaddingBytes = value;
            return this;
        }

        /** See {@link WriteOptions#rowGroupRows()}. */
        public Builder rowGroupRows(long value) {
            rowGroupRows = positive(value, "rowGroupRows");
            return this;
        }

        /** See {@link WriteOptions#pageBytes()}. */
        public Builder pageBytes(int value) {
            pageBytes = (int) positive(value, "pageBytes");
            return this;
        }

        /** See {@link WriteOptions#pageRows()}. */
        public Builder pageRows(int value) {
            pageRows = (int) positive(value, "pageRows");
            return this;
        }

        /** See {@link WriteOptions#dictionary(String)}; for all columns that are not set by their path. */
        public Builder dictionary(boolean value) {
            dictionary.set(value);
            return this;
        }

        /** See {@link WriteOptions#dictionary(String)}. */
        public Builder dictionary(String dottedPath, boolean value) {
            dictionary.set(dottedPath, value);
            return this;
        }

        /** See {@link WriteOptions#dictionaryBytes()}. */
        public Builder dictionaryBytes(int value) {
            dictionaryBytes = (int) positive(value, "dictionaryBytes");
            return this;
        }

        /** See {@link WriteOptions#profile()}. */
        public Builder profile(Profile value) {
            profile = Objects.requireNonNull(value, "profile");
            return this;
        }

        /** See {@link WriteOptions#encoding(PhysicalType)}; for all types that have it. Null: chosen by size. */
        public Builder encoding(Encoding value) {
            encodings.want(value);
            return this;
        }

        /** See {@link WriteOptions#encoding(PhysicalType)}; for that type. Null: chosen by size. */
        public Builder encoding(PhysicalType type, Encoding value) {
            encodings.want(type, value);
            return this;
        }

        /**
         * See {@link WriteOptions#encoding(String)}. It is stronger than anything that is forbidden. An encoding that the format does
         * not have for the column's type is refused when the writer is made.
         */
        public Builder encoding(String dottedPath, Encoding value) {
            encodings.want(dottedPath, value);
            return this;
        }

        /** Adds to {@link WriteOptions#forbiddenEncodings(String)} for all columns. */
        public Builder forbidEncoding(Encoding value) {
            encodings.forbid(value);
            return this;
        }

        /**
         * Adds to {@link WriteOptions#forbiddenEncodings(String)}. That nothing is left to choose from is refused when the writer is
         * made.
         */
        public Builder forbidEncoding(String dottedPath, Encoding value) {
            encodings.forbid(dottedPath, value);
            return this;
        }

        /** See {@link WriteOptions#dataPageVersion()}. */
        public Builder dataPageVersion(DataPageVersion value) {
            dataPageVersion = Objects.requireNonNull(value, "dataPageVersion");
            return this;
        }

        /** See {@link WriteOptions#checksums()}. */
        public Builder checksums(boolean value) {
            checksums = value;
            return this;
        }

        /** See {@link WriteOptions#statistics(String)}; for all columns that are not set by their path. */
        public Builder statistics(boolean value) {
            statistics.set(value);
            return this;
        }

        /** See {@link WriteOptions#statistics(String)}. */
        public Builder statistics(String dottedPath, boolean value) {
            statistics.set(dottedPath, value);
            return this;
        }

        /** See {@link WriteOptions#statisticsBoundBytes()}. */
        public Builder statisticsBoundBytes(int value) {
            statisticsBoundBytes = (int) positive(value, "statisticsBoundBytes");
            return this;
        }

        /** See {@link WriteOptions#columnIndexBoundBytes()}. */
        public Builder columnIndexBoundBytes(int value) {
            columnIndexBoundBytes = (int) positive(value, "columnIndexBoundBytes");
            return this;
        }

        /** See {@link WriteOptions#totalOrder()}. */
        public Builder totalOrder(boolean value) {
            totalOrder = value;
            return this;
        }

        /** See {@link WriteOptions#sizeStatistics(String)}; for all columns that are not set by their path. */
        public Builder sizeStatistics(boolean value) {
            sizeStatistics.set(value);
            return this;
        }

        /** See {@link WriteOptions#sizeStatistics(String)}. */
        public Builder sizeStatistics(String dottedPath, boolean value) {
            sizeStatistics.set(dottedPath, value);
            return this;
        }

        /** See {@link WriteOptions#pageIndexes()}. */
        public Builder pageIndexes(boolean value) {
            pageIndexes = value;
            return this;
        }

        /** Adds to {@link WriteOptions#keyValueMetadata()}; the value may be null. */
        public Builder keyValueMetadata(String key, String value) {
            keyValueMetadata.put(Objects.requireNonNull(key, "key"), value);
            return this;
        }

        /** Adds all of them to {@link WriteOptions#keyValueMetadata()}. */
        public Builder keyValueMetadata(Map<String, String> values) {
            values.forEach(this::keyValueMetadata);
            return this;
        }

        /** Adds to {@link WriteOptions#keyValueMetadata(String)}; the value may be null. */
        public Builder keyValueMetadata(String dottedPath, String key, String value) {
            columnKeyValueMetadata
                    .computeIfAbsent(dottedPath, path -> new LinkedHashMap<>())
                    .put(Objects.requireNonNull(key, "key"), value);
            return this;
        }

        /** See {@link WriteOptions#bloomFilter(String)}; for all columns that are not set by their path. */
        public Builder bloomFilter(BloomFilterOptions value) {
            bloomFilter = Objects.requireNonNull(value, "bloomFilter");
            return this;
        }

        /** See {@link WriteOptions#bloomFilter(String)}. */
        public Builder bloomFilter(String dottedPath, BloomFilterOptions value) {
            bloomFilters.put(dottedPath, Objects.requireNonNull(value, "bloomFilter"));
            return this;
        }

        /** See {@link WriteOptions#sortedBy()}; the column that decides first comes first. */
        public Builder sortedBy(SortedBy... value) {
            sortedBy = List.of(value);
            return this;
        }

        /** See {@link WriteOptions#checkColumns()}. */
        public Builder checkColumns(boolean value) {
            checkColumns = value;
            return this;
        }

        /** See {@link WriteOptions#checkText()}. */
        public Builder checkText(boolean value) {
            checkText = value;
            return this;
        }

        /** See {@link WriteOptions#memoryBudget()}. */
        public Builder memoryBudget(MemoryBudget value) {
            memoryBudget = value;
            return this;
        }

        /**
         * See {@link WriteOptions#executor()}.
         *
         * @param value null to encode in the writing thread alone
         * @param most how many threads encode a file at most, the one that writes among them
         */
        public Builder executor(Executor value, int most) {
            executor = value;
            threads = value == null ? 1 : (int) positive(most, "threads");
            return this;
        }

        /** See {@link WriteOptions#encryption()}. */
        public Builder encryption(FileEncryptionProperties value) {
            encryption = value;
            return this;
        }

        /** The options as set so far. */
        public WriteOptions build() {
            return new WriteOptions(this);
        }

        private static long positive(long value, String name) {
            if (value < 1) {
                throw new IllegalArgumentException(name + " must be at least 1: " + value);
            }
            return value;
        }
    }
}
