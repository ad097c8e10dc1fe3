package io.pq2.internal.write.options;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.schema.Column;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.DataPageVersion;
import io.pq2.write.WriteOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a writer, the contents of {@link WriteOptions}. Immutable.
 *
 * @param rowGroups size and order of row groups
 * @param pages size and form of pages
 * @param compression codecs and levels
 * @param encodings dictionaries and encodings
 * @param statistics statistics and page indexes
 * @param bloomFilters bloom filters
 * @param variants shredding of variants
 * @param metadata key-value metadata
 * @param checks checks of values and options
 * @param resources memory and threads
 * @param encryption keys and encrypted columns; absent when the file is not encrypted
 */
public record WriteSettings(
        RowGroupOptions rowGroups,
        PageOptions pages,
        CompressionOptions compression,
        EncodingOptions encodings,
        StatisticsOptions statistics,
        PerColumn<BloomFilterOptions> bloomFilters,
        VariantOptions variants,
        MetadataOptions metadata,
        CheckOptions checks,
        ResourceOptions resources,
        @Nullable FileEncryptionProperties encryption) {

    private static volatile @Nullable Function<WriteOptions, WriteSettings> accessor;

    /** Sets the function that reads the settings of a {@link WriteOptions}, which has no public accessor for them. */
    public static void setAccessor(Function<WriteOptions, WriteSettings> function) {
        accessor = function;
    }

    /** Returns the settings that options hold. */
    public static WriteSettings of(WriteOptions options) {
        // The options exist, so their class is initialized and has set the accessor.
        return Objects.requireNonNull(accessor).apply(options);
    }

    /** Returns these settings without the check that options name columns of the schema. */
    public WriteSettings withoutColumnCheck() {
        return new WriteSettings(
                rowGroups,
                pages,
                compression,
                encodings,
                statistics,
                bloomFilters,
                variants,
                metadata,
                checks.withColumns(false),
                resources,
                encryption);
    }

    /** Returns these settings for a file with columns of boxes, by the name of the geometry column. */
    public WriteSettings withCoverings(Map<String, String> written) {
        return new WriteSettings(
                rowGroups,
                pages,
                compression,
                encodings,
                statistics,
                bloomFilters,
                variants,
                metadata.with(metadata.coverings().withWritten(written)),
                checks,
                resources,
                encryption);
    }

    /** Returns the compression of a column. */
    public Compression compression(Column column) {
        return compression.of(column.dottedPath());
    }

    /** Returns the maximum uncompressed size of a column's data pages, in bytes. */
    public int pageBytes(Column column) {
        return pages.bytes(isEncrypted(column));
    }

    /** Returns the kind of a column's data pages. */
    public DataPageVersion dataPageVersion(Column column) {
        return pages.version(isEncrypted(column));
    }

    private boolean isEncrypted(Column column) {
        return encryption != null && encryption.isEncrypted(column);
    }

    /** Returns the dotted paths of the columns that options name, by the name of the option. */
    Map<String, Set<String>> namedColumns() {
        Map<String, Set<String>> named = new LinkedHashMap<>();
        named.put("codec", compression.columns());
        named.put("dictionary", encodings.dictionary().columns());
        named.put("encoding", encodings.columns());
        named.put("statistics", statistics.minMax().columns());
        named.put("sizeStatistics", statistics.sizes().columns());
        named.put("bloomFilter", bloomFilters.columns());
        named.put("keyValueMetadata", metadata.columns());
        named.put("geoParquetCovering", metadata.coverings().names().keySet());
        return named;
    }
}
