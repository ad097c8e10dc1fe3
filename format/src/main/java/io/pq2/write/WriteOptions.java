package io.pq2.write;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.write.options.CheckOptions;
import io.pq2.internal.write.options.CompressionOptions;
import io.pq2.internal.write.options.EncodingOptions;
import io.pq2.internal.write.options.MetadataOptions;
import io.pq2.internal.write.options.PageOptions;
import io.pq2.internal.write.options.PerColumn;
import io.pq2.internal.write.options.ResourceOptions;
import io.pq2.internal.write.options.RowGroupOptions;
import io.pq2.internal.write.options.StatisticsOptions;
import io.pq2.internal.write.options.VariantOptions;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import io.pq2.variant.VariantShredding;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link ParquetWriter}. Immutable and thread-safe. {@link #DEFAULT} suits most files; {@link #builder()}
 * changes single options.
 *
 * <p>Options of single columns take the dotted path of a column, for example {@code address.city}. An option of a
 * column is stronger than the same option for all columns, in whichever order they are set.
 */
public final class WriteOptions {

    static {
        WriteSettings.setAccessor(options -> options.settings);
    }

    /** The options of a new builder. */
    public static final WriteOptions DEFAULT = builder().build();

    private final WriteSettings settings;

    private WriteOptions(WriteSettings settings) {
        this.settings = settings;
    }

    /** Returns a builder with the default of each option. */
    public static Builder builder() {
        return new Builder(new WriteSettings(
                RowGroupOptions.DEFAULT,
                PageOptions.DEFAULT,
                CompressionOptions.DEFAULT,
                EncodingOptions.DEFAULT,
                StatisticsOptions.DEFAULT,
                PerColumn.all(BloomFilterOptions.OFF),
                VariantOptions.DEFAULT,
                MetadataOptions.DEFAULT,
                CheckOptions.DEFAULT,
                ResourceOptions.DEFAULT,
                null));
    }

    /** Returns a builder with these options. */
    public Builder toBuilder() {
        return new Builder(settings);
    }

    /** Returns the codec of columns without a codec of their own. The default is SNAPPY. */
    public CompressionCodec codec() {
        return settings.compression().codec().general();
    }

    /** Returns the codec of a column. The default is {@link #codec()}. */
    public CompressionCodec codec(String dottedPath) {
        return settings.compression().of(dottedPath).codec();
    }

    /** Returns the level of {@link #codec()}. The default is null, the default level of the codec. */
    public @Nullable Integer compressionLevel() {
        return settings.compression().level().general();
    }

    /**
     * Returns the level of a column's codec, or null for the default level of the codec. The default is
     * {@link #compressionLevel()} if the column has the codec {@link #codec()}, and null otherwise.
     */
    public @Nullable Integer compressionLevel(String dottedPath) {
        return settings.compression().of(dottedPath).level();
    }

    /**
     * Returns the target size of a row group in the file, in bytes. The writer exceeds it only slightly. The default is
     * 128 MiB.
     */
    public long rowGroupBytes() {
        return settings.rowGroups().bytes();
    }

    /**
     * Returns the maximum padding in front of a row group, in bytes. It matters on file systems with blocks ({@link
     * io.pq2.io.ByteSink#blockBytes}): if at most this many bytes are left of a block, and at most half a row group,
     * the writer fills them with zeros and starts the row group in the next block. Row groups also end early to fit
     * into their block. The default is 8 MiB; 0 ignores blocks.
     */
    public long maxPaddingBytes() {
        return settings.rowGroups().maxPaddingBytes();
    }

    /** Returns the maximum number of rows of a row group. The default is {@link Long#MAX_VALUE}, no limit. */
    public long rowGroupRows() {
        return settings.rowGroups().rows();
    }

    /**
     * Returns the maximum size of a data page, in bytes, counted in PLAIN encoding and before compression. A page
     * exceeds it only if a single row does. The default is 1 MiB, and 128 KiB for encrypted columns because readers
     * that use the AES of the JDK decrypt longer pages slowly.
     */
    public int pageBytes() {
        return settings.pages().bytes(false);
    }

    /** Returns the maximum number of rows that begin in a data page. The default is 20,000. */
    public int pageRows() {
        return settings.pages().rows();
    }

    /**
     * Whether a column may be dictionary encoded. Each column chunk keeps its dictionary only if that makes it smaller.
     * The default is true.
     */
    public boolean dictionary(String dottedPath) {
        return settings.encodings().dictionary().get(dottedPath);
    }

    /** Returns the maximum size of a dictionary in PLAIN encoding, in bytes. The default is 1 MiB. */
    public int dictionaryBytes() {
        return settings.encodings().dictionaryBytes();
    }

    /**
     * Returns the readers that the file addresses, which limits the encodings that the writer may choose. The default
     * is {@link Profile#COMPATIBLE}.
     */
    public Profile profile() {
        return settings.encodings().profile();
    }

    /**
     * Returns the encoding that is required for one column itself, for values without a dictionary. The default is
     * null: the encoding of the column's physical type applies.
     */
    public @Nullable Encoding encoding(String dottedPath) {
        return settings.encodings().required(dottedPath);
    }

    /**
     * Returns the encoding that is required for columns of a physical type, for values without a dictionary. It does
     * not apply to types that the format does not define it for, nor to columns that forbid it. The default is null:
     * the writer chooses the encoding by size.
     */
    public @Nullable Encoding encoding(PhysicalType type) {
        return settings.encodings().required(type);
    }

    /**
     * Returns the encodings that the writer must not choose for a column. RLE_DICTIONARY forbids dictionaries. The
     * default is the empty set. The set is the caller's.
     */
    public Set<Encoding> forbiddenEncodings(String dottedPath) {
        return settings.encodings().forbidden(dottedPath);
    }

    /**
     * Returns the kind of data pages. The default is {@link DataPageVersion#V1}, the only kind that {@link
     * Profile#PORTABLE} allows. Encrypted columns always have version 1, because implementations disagree whether the
     * levels of encrypted pages of version 2 are encrypted.
     */
    public DataPageVersion dataPageVersion() {
        return settings.pages().version();
    }

    /** Whether each page header carries a CRC-32 of the page. The default is true. */
    public boolean checksums() {
        return settings.pages().checksums();
    }

    /**
     * Whether column chunks and pages of a column have min/max statistics, and geospatial statistics where they apply.
     * Null counts are always written. The default is true.
     */
    public boolean statistics(String dottedPath) {
        return settings.statistics().minMax().get(dottedPath);
    }

    /**
     * Returns the length in bytes above which min and max of BYTE_ARRAY column chunks are truncated. The default is 64.
     */
    public int statisticsBoundBytes() {
        return settings.statistics().chunkMinMaxBytes();
    }

    /** Returns the length in bytes above which min and max of BYTE_ARRAY pages are truncated. The default is 64. */
    public int columnIndexBoundBytes() {
        return settings.statistics().pageMinMaxBytes();
    }

    /**
     * Whether min and max of floating point columns use the IEEE 754 total order. With it, pages with NaNs have min and
     * max too. Readers that do not know this order ignore min and max of these columns. The default is false.
     */
    public boolean totalOrder() {
        return settings.statistics().totalOrder();
    }

    /**
     * Whether column chunks and pages of a column have size statistics ({@code SizeStatistics}: level histograms and
     * the unencoded bytes of BYTE_ARRAY values), from which readers estimate memory. The default is true.
     */
    public boolean sizeStatistics(String dottedPath) {
        return settings.statistics().sizes().get(dottedPath);
    }

    /** Whether the file has offset indexes, and column indexes for columns with statistics. The default is true. */
    public boolean pageIndexes() {
        return settings.statistics().pageIndexes();
    }

    /**
     * Returns the key-value metadata of the footer, in its order. Values may be null. The default is the empty map. The
     * map is unmodifiable.
     */
    public Map<String, @Nullable String> keyValueMetadata() {
        return settings.metadata().file();
    }

    /**
     * Returns the key-value metadata of each chunk of a column, in its order. Values may be null. The default is the
     * empty map. The map is unmodifiable.
     */
    public Map<String, @Nullable String> keyValueMetadata(String dottedPath) {
        return settings.metadata().column(dottedPath);
    }

    /**
     * Returns whether the footer gets GeoParquet metadata, in the entry {@code geo} of its key-value metadata:
     * encoding, types, coordinate reference system, edges and box of each GEOMETRY and GEOGRAPHY column at the top
     * level. An entry {@code geo} of {@link #keyValueMetadata()} replaces it. The default is {@link
     * GeoParquetVersion#NONE}.
     *
     * <p>GeoParquet states coordinate reference systems as PROJJSON. A column whose system is PROJJSON, or {@code
     * projjson:KEY} with PROJJSON in the entry KEY of {@link #keyValueMetadata()}, gets it; the default, {@code
     * EPSG:4326} and {@code srid:4326} are GeoParquet's default; all others are unknown to readers of this metadata.
     */
    public GeoParquetVersion geoParquet() {
        return settings.metadata().geoParquet();
    }

    /**
     * Returns the type of the bounds of covering columns, if the file gets any. A covering column is a group with the
     * fields {@code xmin}, {@code ymin}, {@code xmax} and {@code ymax}, the bounding box of the geometry in the same
     * row (GeoParquet 1.1, "covering"). Each GEOMETRY column at the top level gets one; GEOGRAPHY columns get none. The
     * writer computes the boxes and appends the columns to the schema. Readers see them as ordinary columns. Their
     * statistics and page indexes prune filters on boxes.
     *
     * <p>The group is null where the geometry is. Its fields are null if the geometry has no box: it is empty, has no
     * x or y, or is not valid well-known binary. The default is {@link GeoParquetCovering#NONE}.
     */
    public GeoParquetCovering geoParquetCovering() {
        return settings.metadata().coverings().bounds();
    }

    /**
     * Returns the name of the covering column of a geometry column. The default is null, which means {@code bbox} if
     * the file has one covering column, and the name of the geometry column with {@code _bbox} if it has several.
     *
     * @param geometry the name of a geometry column
     */
    public @Nullable String geoParquetCovering(String geometry) {
        return settings.metadata().coverings().names().get(geometry);
    }

    /** Returns the options of a column's bloom filters. The default is {@link BloomFilterOptions#OFF}. */
    public BloomFilterOptions bloomFilter(String dottedPath) {
        return settings.bloomFilters().get(dottedPath);
    }

    /**
     * Returns how the variants of a group are shredded. The schema of the rows has the unshredded variant: a group of
     * the BYTE_ARRAY columns metadata and value, with the annotation VARIANT. The schema of the file has the column
     * typed_value in addition; options of single columns name the columns of the file. A variant of which {@link
     * #encryption()} names single columns, and not the variant itself, is not shredded. The default is {@link
     * VariantShredding#NONE}.
     *
     * @param dottedPath the path of the group
     */
    public VariantShredding variantShredding(String dottedPath) {
        return settings.variants().shredding().get(dottedPath);
    }

    /**
     * Returns the columns by which the rows of each row group are sorted, most significant first. The writer records
     * the order in the footer and refuses rows that violate it; it does not sort. The default is the empty list. The
     * list is unmodifiable.
     */
    public List<SortedBy> sortedBy() {
        return settings.rowGroups().sortedBy();
    }

    /**
     * Whether the writer refuses STRING, ENUM and JSON values that are not UTF-8. Readers may fail at such values. The
     * default is true.
     */
    public boolean checkText() {
        return settings.checks().text();
    }

    /**
     * Whether creating a writer fails when an option names a column that the schema does not have. Set it to false to
     * use one set of options for several schemas. The default is true.
     */
    public boolean checkColumns() {
        return settings.checks().columns();
    }

    /** Returns the memory that this writer shares with others. The default is null, no limit. */
    public @Nullable MemoryBudget memoryBudget() {
        return settings.resources().memoryBudget();
    }

    /**
     * Returns the executor whose threads help the writing thread to encode columns. The default is null: the writing
     * thread encodes alone.
     *
     * <p>Any number of writers may share an executor, and the writing thread may be one of its threads. Tasks run only
     * while a method of the writer runs. If the executor is slow or rejects tasks, the writing thread does the work.
     * The bytes of the file do not depend on the executor, with two exceptions: encryption makes every file different,
     * and a {@link #memoryBudget()} may end row groups earlier because more threads use more memory.
     */
    public @Nullable Executor executor() {
        return settings.resources().executor();
    }

    /** Returns the maximum number of threads that encode a file, including the writing thread. The default is 1. */
    public int threads() {
        return settings.resources().threads();
    }

    /** Returns the keys and the encrypted columns of the file. The default is null: the file is not encrypted. */
    public @Nullable FileEncryptionProperties encryption() {
        return settings.encryption();
    }

    /**
     * Builds {@link WriteOptions}. Each method returns this builder. Not thread-safe.
     *
     * <p>Methods that take a number throw {@link IllegalArgumentException} if it is out of range. Methods throw
     * {@link NullPointerException} for null arguments that are not described as nullable.
     */
    public static final class Builder {

        private RowGroupOptions rowGroups;
        private PageOptions pages;
        private CompressionOptions compression;
        private EncodingOptions encodings;
        private StatisticsOptions statistics;
        private PerColumn<BloomFilterOptions> bloomFilters;
        private VariantOptions variants;
        private MetadataOptions metadata;
        private CheckOptions checks;
        private ResourceOptions resources;
        private @Nullable FileEncryptionProperties encryption;

        private Builder(WriteSettings settings) {
            rowGroups = settings.rowGroups();
            pages = settings.pages();
            compression = settings.compression();
            encodings = settings.encodings();
            statistics = settings.statistics();
            bloomFilters = settings.bloomFilters();
            variants = settings.variants();
            metadata = settings.metadata();
            checks = settings.checks();
            resources = settings.resources();
            encryption = settings.encryption();
        }

        /** Sets the codec of columns without a codec of their own; see {@link WriteOptions#codec()}. */
        public Builder codec(CompressionCodec value) {
            Objects.requireNonNull(value, "codec");
            compression = compression.withCodec(compression.codec().with(value));
            return this;
        }

        /** Sets the codec of a column; see {@link WriteOptions#codec(String)}. */
        public Builder codec(String dottedPath, CompressionCodec value) {
            Objects.requireNonNull(value, "codec");
            compression = compression.withCodec(compression.codec().with(dottedPath, value));
            return this;
        }

        /**
         * Sets the level of the general codec; see {@link WriteOptions#compressionLevel()}. {@link
         * ParquetWriter#create} checks the range.
         *
         * @param value null for the default level of the codec
         */
        public Builder compressionLevel(@Nullable Integer value) {
            compression = compression.withLevel(compression.level().with(value));
            return this;
        }

        /**
         * Sets the level of a column's codec; see {@link WriteOptions#compressionLevel(String)}. {@link
         * ParquetWriter#create} checks the range.
         *
         * @param value null for the default level of the column's codec
         */
        public Builder compressionLevel(String dottedPath, @Nullable Integer value) {
            compression = compression.withLevel(compression.level().with(dottedPath, value));
            return this;
        }

        /**
         * Sets the target size of row groups; see {@link WriteOptions#rowGroupBytes()}.
         *
         * @param value a size in bytes, at least 1
         * @throws IllegalArgumentException if the value is less than 1
         */
        public Builder rowGroupBytes(long value) {
            rowGroups = rowGroups.withBytes(positive(value, "rowGroupBytes"));
            return this;
        }

        /**
         * Sets the maximum padding in front of row groups; see {@link WriteOptions#maxPaddingBytes()}.
         *
         * @param value a size in bytes, at least 0
         * @throws IllegalArgumentException if the value is negative
         */
        public Builder maxPaddingBytes(long value) {
            if (value < 0) {
                throw new IllegalArgumentException("maxPaddingBytes must be at least 0: " + value);
            }
            rowGroups = rowGroups.withMaxPaddingBytes(value);
            return this;
        }

        /**
         * Sets the maximum number of rows of row groups; see {@link WriteOptions#rowGroupRows()}.
         *
         * @param value at least 1
         * @throws IllegalArgumentException if the value is less than 1
         */
        public Builder rowGroupRows(long value) {
            rowGroups = rowGroups.withRows(positive(value, "rowGroupRows"));
            return this;
        }

        /**
         * Sets the target size of data pages, also for encrypted columns; see {@link WriteOptions#pageBytes()}.
         *
         * @param value a size in bytes, at least 1
         * @throws IllegalArgumentException if the value is less than 1
         */
        public Builder pageBytes(int value) {
            pages = pages.withBytes((int) positive(value, "pageBytes"));
            return this;
        }

        /**
         * Sets the maximum number of rows of data pages; see {@link WriteOptions#pageRows()}.
         *
         * @param value at least 1
         * @throws IllegalArgumentException if the value is less than 1
         */
        public Builder pageRows(int value) {
            pages = pages.withRows((int) positive(value, "pageRows"));
            return this;
        }

        /** Allows or forbids dictionaries for all columns; see {@link WriteOptions#dictionary(String)}. */
        public Builder dictionary(boolean value) {
            encodings = encodings.withDictionary(encodings.dictionary().with(value));
            return this;
        }

        /** Allows or forbids dictionaries for a column; see {@link WriteOptions#dictionary(String)}. */
        public Builder dictionary(String dottedPath, boolean value) {
            encodings = encodings.withDictionary(encodings.dictionary().with(dottedPath, value));
            return this;
        }

        /**
         * Sets the maximum size of dictionaries; see {@link WriteOptions#dictionaryBytes()}.
         *
         * @param value a size in bytes, at least 1
         * @throws IllegalArgumentException if the value is less than 1
         */
        public Builder dictionaryBytes(int value) {
            encodings = encodings.withDictionaryBytes((int) positive(value, "dictionaryBytes"));
            return this;
        }

        /** Sets the readers that the file addresses; see {@link WriteOptions#profile()}. */
        public Builder profile(Profile value) {
            encodings = encodings.withProfile(Objects.requireNonNull(value, "profile"));
            return this;
        }

        /**
         * Requires an encoding for all columns whose type supports it; see {@link WriteOptions#encoding(PhysicalType)}.
         *
         * @param value null to choose by size
         */
        public Builder encoding(@Nullable Encoding value) {
            encodings = encodings.withEncoding(encodings.encoding().with(value));
            return this;
        }

        /**
         * Requires an encoding for all columns of a physical type; see {@link WriteOptions#encoding(PhysicalType)}.
         *
         * @param value null to choose by size
         */
        public Builder encoding(PhysicalType type, @Nullable Encoding value) {
            encodings = encodings.withEncoding(Objects.requireNonNull(type, "type"), value);
            return this;
        }

        /**
         * Requires an encoding for a column; see {@link WriteOptions#encoding(String)}. It is stronger than {@link
         * #forbidEncoding}. {@link ParquetWriter#create} fails if the format does not define the encoding for the
         * column's type.
         *
         * @param value null to use the encoding of the column's type
         */
        public Builder encoding(String dottedPath, @Nullable Encoding value) {
            encodings = encodings.withEncoding(encodings.encoding().with(dottedPath, value));
            return this;
        }

        /** Forbids one more encoding for all columns; see {@link WriteOptions#forbiddenEncodings(String)}. */
        public Builder forbidEncoding(Encoding value) {
            encodings = encodings.withForbidden(Objects.requireNonNull(value, "encoding"));
            return this;
        }

        /**
         * Forbids one more encoding for a column; see {@link WriteOptions#forbiddenEncodings(String)}. {@link
         * ParquetWriter#create} fails if no encoding is left.
         */
        public Builder forbidEncoding(String dottedPath, Encoding value) {
            encodings = encodings.withForbidden(dottedPath, Objects.requireNonNull(value, "encoding"));
            return this;
        }

        /** Sets the kind of data pages; see {@link WriteOptions#dataPageVersion()}. */
        public Builder dataPageVersion(DataPageVersion value) {
            pages = pages.withVersion(Objects.requireNonNull(value, "dataPageVersion"));
            return this;
        }

        /** Turns checksums on or off; see {@link WriteOptions#checksums()}. */
        public Builder checksums(boolean value) {
            pages = pages.withChecksums(value);
            return this;
        }

        /** Turns min/max statistics on or off for all columns; see {@link WriteOptions#statistics(String)}. */
        public Builder statistics(boolean value) {
            statistics = statistics.withMinMax(statistics.minMax().with(value));
            return this;
        }

        /** Turns min/max statistics on or off for a column; see {@link WriteOptions#statistics(String)}. */
        public Builder statistics(String dottedPath, boolean value) {
            statistics = statistics.withMinMax(statistics.minMax().with(dottedPath, value));
            return this;
        }

        /**
         * Sets the maximum length of min and max of column chunks; see {@link WriteOptions#statisticsBoundBytes()}.
         *
         * @param value a length in bytes, at least 1
         * @throws IllegalArgumentException if the value is less than 1
         */
        public Builder statisticsBoundBytes(int value) {
            statistics = statistics.withChunkMinMaxBytes((int) positive(value, "statisticsBoundBytes"));
            return this;
        }

        /**
         * Sets the maximum length of min and max of pages; see {@link WriteOptions#columnIndexBoundBytes()}.
         *
         * @param value a length in bytes, at least 1
         * @throws IllegalArgumentException if the value is less than 1
         */
        public Builder columnIndexBoundBytes(int value) {
            statistics = statistics.withPageMinMaxBytes((int) positive(value, "columnIndexBoundBytes"));
            return this;
        }

        /** Turns the IEEE 754 total order on or off; see {@link WriteOptions#totalOrder()}. */
        public Builder totalOrder(boolean value) {
            statistics = statistics.withTotalOrder(value);
            return this;
        }

        /** Turns size statistics on or off for all columns; see {@link WriteOptions#sizeStatistics(String)}. */
        public Builder sizeStatistics(boolean value) {
            statistics = statistics.withSizes(statistics.sizes().with(value));
            return this;
        }

        /** Turns size statistics on or off for a column; see {@link WriteOptions#sizeStatistics(String)}. */
        public Builder sizeStatistics(String dottedPath, boolean value) {
            statistics = statistics.withSizes(statistics.sizes().with(dottedPath, value));
            return this;
        }

        /** Turns page indexes on or off; see {@link WriteOptions#pageIndexes()}. */
        public Builder pageIndexes(boolean value) {
            statistics = statistics.withPageIndexes(value);
            return this;
        }

        /**
         * Adds or replaces an entry of the footer's key-value metadata; see {@link WriteOptions#keyValueMetadata()}.
         *
         * @param value may be null
         */
        public Builder keyValueMetadata(String key, @Nullable String value) {
            metadata = metadata.with(Objects.requireNonNull(key, "key"), value);
            return this;
        }

        /**
         * Adds or replaces entries of the footer's key-value metadata; see {@link WriteOptions#keyValueMetadata()}.
         *
         * @param values may contain null values; the map stays the caller's
         */
        public Builder keyValueMetadata(Map<String, @Nullable String> values) {
            values.forEach(this::keyValueMetadata);
            return this;
        }

        /**
         * Adds or replaces an entry of the key-value metadata of a column's chunks; see
         * {@link WriteOptions#keyValueMetadata(String)}.
         *
         * @param value may be null
         */
        public Builder keyValueMetadata(String dottedPath, String key, @Nullable String value) {
            metadata = metadata.with(dottedPath, Objects.requireNonNull(key, "key"), value);
            return this;
        }

        /** Sets whether the footer gets GeoParquet metadata; see {@link WriteOptions#geoParquet()}. */
        public Builder geoParquet(GeoParquetVersion value) {
            metadata = metadata.with(Objects.requireNonNull(value, "geoParquet"));
            return this;
        }

        /**
         * Sets whether the file gets covering columns; see {@link WriteOptions#geoParquetCovering()}. They need {@link
         * GeoParquetVersion#V1_1}, and no entry {@code geo} in {@link WriteOptions#keyValueMetadata()}.
         * {@link ParquetWriter#create} checks that the schema has no columns of their names, and that encryption
         * protects them like the geometries.
         */
        public Builder geoParquetCovering(GeoParquetCovering value) {
            Objects.requireNonNull(value, "geoParquetCovering");
            metadata = metadata.with(metadata.coverings().with(value));
            return this;
        }

        /**
         * Sets the name of the covering column of a geometry column; see {@link
         * WriteOptions#geoParquetCovering(String)}.
         *
         * @param geometry the name of a geometry column at the top level
         * @param name the name of its covering column
         */
        public Builder geoParquetCovering(String geometry, String name) {
            Objects.requireNonNull(geometry, "geometry");
            Objects.requireNonNull(name, "name");
            metadata = metadata.with(metadata.coverings().withName(geometry, name));
            return this;
        }

        /** Sets the bloom filters of all columns; see {@link WriteOptions#bloomFilter(String)}. */
        public Builder bloomFilter(BloomFilterOptions value) {
            bloomFilters = bloomFilters.with(Objects.requireNonNull(value, "bloomFilter"));
            return this;
        }

        /** Sets the bloom filters of a column; see {@link WriteOptions#bloomFilter(String)}. */
        public Builder bloomFilter(String dottedPath, BloomFilterOptions value) {
            bloomFilters = bloomFilters.with(dottedPath, Objects.requireNonNull(value, "bloomFilter"));
            return this;
        }

        /** Sets the shredding of all variants; see {@link WriteOptions#variantShredding(String)}. */
        public Builder variantShredding(VariantShredding value) {
            Objects.requireNonNull(value, "variantShredding");
            variants = variants.with(variants.shredding().with(value));
            return this;
        }

        /**
         * Sets the shredding of one variant; see {@link WriteOptions#variantShredding(String)}. The group need not be
         * annotated.
         */
        public Builder variantShredding(String dottedPath, VariantShredding value) {
            Objects.requireNonNull(value, "variantShredding");
            variants = variants.with(variants.shredding().with(dottedPath, value));
            return this;
        }

        /**
         * Declares the order of the rows; see {@link WriteOptions#sortedBy()}.
         *
         * @param value the columns, most significant first; none for no order
         */
        public Builder sortedBy(SortedBy... value) {
            rowGroups = rowGroups.withSortedBy(List.of(value));
            return this;
        }

        /** Turns the check of column names on or off; see {@link WriteOptions#checkColumns()}. */
        public Builder checkColumns(boolean value) {
            checks = checks.withColumns(value);
            return this;
        }

        /** Turns the check of text on or off; see {@link WriteOptions#checkText()}. */
        public Builder checkText(boolean value) {
            checks = checks.withText(value);
            return this;
        }

        /**
         * Limits the memory of this writer and others; see {@link WriteOptions#memoryBudget()}.
         *
         * @param value null for no limit
         */
        public Builder memoryBudget(@Nullable MemoryBudget value) {
            resources = resources.withMemory(value, value == null ? null : value.memory());
            return this;
        }

        /**
         * Sets the executor that helps to encode columns; see {@link WriteOptions#executor()}. The executor stays the
         * caller's: writers do not shut it down.
         *
         * @param value null to encode in the writing thread alone
         * @param most the maximum number of threads that encode a file, including the writing thread; at least 1
         * @throws IllegalArgumentException if the number is less than 1
         */
        public Builder executor(@Nullable Executor value, int most) {
            resources = resources.withExecutor(value, value == null ? 1 : (int) positive(most, "threads"));
            return this;
        }

        /**
         * Encrypts the file; see {@link WriteOptions#encryption()}.
         *
         * @param value null for a file without encryption
         */
        public Builder encryption(@Nullable FileEncryptionProperties value) {
            encryption = value;
            return this;
        }

        /**
         * Returns the options as set so far. The builder remains usable.
         *
         * @throws InvalidDataException if the profile does not allow the kind of data pages, or covering columns are
         *     requested without GeoParquet 1.1
         */
        public WriteOptions build() {
            if (encodings.profile() == Profile.PORTABLE && pages.version() != DataPageVersion.V1) {
                throw new InvalidDataException(
                        "the profile PORTABLE allows data pages of version V1 only, but they have" + " version "
                                + pages.version() + ": change one of the two");
            }
            GeoParquetCovering covering = metadata.coverings().bounds();
            if (covering != GeoParquetCovering.NONE && metadata.geoParquet() != GeoParquetVersion.V1_1) {
                throw new InvalidDataException("geoParquetCovering " + covering
                        + " needs GeoParquet 1.1, which names covering columns, but geoParquet is "
                        + metadata.geoParquet() + ": change one of the two");
            }
            return new WriteOptions(new WriteSettings(
                    rowGroups,
                    pages,
                    compression,
                    encodings,
                    statistics,
                    bloomFilters,
                    variants,
                    metadata,
                    checks,
                    resources,
                    encryption));
        }

        private static long positive(long value, String name) {
            if (value < 1) {
                throw new IllegalArgumentException(name + " must be at least 1: " + value);
            }
            return value;
        }
    }
}
