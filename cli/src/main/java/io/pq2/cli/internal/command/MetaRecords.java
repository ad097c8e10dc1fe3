package io.pq2.cli.internal.command;

import io.pq2.cli.internal.command.MetaCommand.Part;
import io.pq2.exception.InvalidDataException;
import io.pq2.geospatial.BoxCovering;
import io.pq2.geospatial.GeoParquet;
import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SizeStatistics;
import io.pq2.metadata.SortingColumn;
import io.pq2.metadata.Statistics;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The records of {@code meta}. */
final class MetaRecords {

    private static final List<String> FILE = List.of(
            "bytes",
            "footer_bytes",
            "format_version",
            "created_by",
            "rows",
            "row_groups",
            "columns",
            "encryption",
            "footer_encrypted");

    private static final List<String> ROW_GROUPS =
            List.of("row_group", "rows", "offset", "compressed_bytes", "uncompressed_bytes", "sorted_by");

    private static final List<String> CHUNKS = List.of(
            "row_group",
            "column",
            "type",
            "codec",
            "encodings",
            "values",
            "offset",
            "dictionary_offset",
            "compressed_bytes",
            "uncompressed_bytes",
            "nulls",
            "nans",
            "distinct",
            "min",
            "max",
            "min_exact",
            "max_exact",
            "deprecated_min",
            "deprecated_max",
            "column_index_bytes",
            "offset_index_bytes",
            "bloom_filter_offset",
            "bloom_filter_bytes",
            "value_bytes",
            "repetition_levels",
            "definition_levels",
            "page_counts",
            "bounding_box",
            "geospatial_types",
            "encryption",
            "external_file");

    private static final List<String> KEY_VALUES = List.of("column", "row_group", "key", "value");

    private static final List<String> GEO = List.of(
            "geoparquet_version",
            "column",
            "primary",
            "encoding",
            "geometry_types",
            "crs",
            "edges",
            "orientation",
            "bbox",
            "epoch",
            "covering",
            "problem");

    private MetaRecords() {}

    static List<String> fields(Part part) {
        return switch (part) {
            case FILE -> FILE;
            case ROW_GROUPS -> ROW_GROUPS;
            case CHUNKS -> CHUNKS;
            case KEY_VALUES -> KEY_VALUES;
            case GEO -> GEO;
        };
    }

    static void add(Part part, ParquetFile file, ChunkOptions options, FileListing.Rows rows) throws IOException {
        switch (part) {
            case FILE -> rows.add(file(file));
            case ROW_GROUPS -> options.rowGroups(file).forEach(i -> rows.add(rowGroup(file, i)));
            case CHUNKS -> options.visit(file, (rowGroup, column) -> rows.add(chunk(file, rowGroup, column)));
            case KEY_VALUES -> keyValues(file, options, rows);
            case GEO -> geo(file, rows);
        }
    }

    private static List<@Nullable Object> file(ParquetFile file) {
        FileMetaData metadata = file.metadata();
        return Arrays.asList(
                file.footer().fileLength(),
                file.footer().size(),
                metadata.version(),
                metadata.createdBy(),
                metadata.numRows(),
                metadata.rowGroups().size(),
                file.schema().columns().size(),
                metadata.encryptionAlgorithm() == null ? null : "plaintext footer",
                file.footer().isEncrypted() ? true : null);
    }

    private static List<@Nullable Object> rowGroup(ParquetFile file, int index) {
        RowGroup group = file.metadata().rowGroups().get(index);
        List<SortingColumn> sorting = group.sortingColumns();
        return Arrays.asList(
                index,
                group.numRows(),
                group.fileOffset(),
                group.totalCompressedSize(),
                group.totalByteSize(),
                sorting == null
                        ? null
                        : sorting.stream().map(column -> sorting(file, column)).collect(Collectors.joining(", ")));
    }

    private static String sorting(ParquetFile file, SortingColumn sorting) {
        List<Column> columns = file.schema().columns();
        int index = sorting.columnIdx();
        String name = index >= 0 && index < columns.size() ? columns.get(index).dottedPath() : "column " + index;
        return name + (sorting.descending() ? " DESC" : "") + (sorting.nullsFirst() ? " NULLS FIRST" : " NULLS LAST");
    }

    private static List<@Nullable Object> chunk(ParquetFile file, int rowGroup, Column column) {
        ColumnChunk chunk = file.metadata().rowGroups().get(rowGroup).columns().get(column.index());
        List<@Nullable Object> values = new ArrayList<>(Arrays.asList(rowGroup, column.dottedPath()));
        ColumnMetaData metadata = chunk.metadata();
        if (metadata == null) {
            while (values.size() < CHUNKS.size() - 2) {
                values.add(null);
            }
        } else {
            addMetadata(metadata, values);
            addStatistics(column, metadata.statistics(), values);
            values.addAll(Arrays.asList(
                    chunk.columnIndexLength(),
                    chunk.offsetIndexLength(),
                    metadata.bloomFilterOffset(),
                    metadata.bloomFilterLength()));
            addSizes(metadata, values);
        }
        values.add(chunk.cryptoMetadata() == null ? null : "encrypted");
        values.add(chunk.filePath());
        return values;
    }

    private static void addMetadata(ColumnMetaData metadata, List<@Nullable Object> values) {
        values.addAll(Arrays.asList(
                metadata.type().name(),
                metadata.codec().name(),
                metadata.encodings().stream().map(Enum::name).collect(Collectors.joining(" ")),
                metadata.numValues(),
                metadata.dataPageOffset(),
                metadata.dictionaryPageOffset(),
                metadata.totalCompressedSize(),
                metadata.totalUncompressedSize()));
    }

    private static void addStatistics(Column column, @Nullable Statistics statistics, List<@Nullable Object> values) {
        if (statistics == null) {
            values.addAll(Arrays.asList(null, null, null, null, null, null, null, null, null));
            return;
        }
        values.addAll(Arrays.asList(
                statistics.nullCount(),
                statistics.nanCount(),
                statistics.distinctCount(),
                ShownValues.plain(column, statistics.minValue()),
                ShownValues.plain(column, statistics.maxValue()),
                statistics.isMinValueExact(),
                statistics.isMaxValueExact(),
                ShownValues.plain(column, statistics.min()),
                ShownValues.plain(column, statistics.max())));
    }

    private static void addSizes(ColumnMetaData metadata, List<@Nullable Object> values) {
        SizeStatistics size = metadata.sizeStatistics();
        GeospatialStatistics geospatial = metadata.geospatialStatistics();
        values.addAll(Arrays.asList(
                size == null ? null : size.unencodedByteArrayDataBytes(),
                size == null ? null : size.repetitionLevelHistogram(),
                size == null ? null : size.definitionLevelHistogram(),
                metadata.encodingStats() == null
                        ? null
                        : metadata.encodingStats().stream()
                                .map(stats -> stats.count() + " " + stats.pageType() + " " + stats.encoding())
                                .collect(Collectors.joining(", ")),
                geospatial == null || geospatial.bbox() == null ? null : box(geospatial.bbox()),
                geospatial == null ? null : geospatial.geospatialTypes()));
    }

    private static List<@Nullable Double> box(BoundingBox box) {
        return Arrays.asList(box.xmin(), box.ymin(), box.xmax(), box.ymax());
    }

    /** Adds a record for each column of the GeoParquet metadata, or one with the problem if it cannot be read. */
    private static void geo(ParquetFile file, FileListing.Rows rows) {
        String json = file.keyValueMetadata().get(GeoParquet.KEY);
        if (json == null) {
            return;
        }
        GeoParquet metadata;
        try {
            metadata = GeoParquet.parse(json);
        } catch (InvalidDataException e) {
            List<@Nullable Object> values = new ArrayList<>(Collections.nCopies(GEO.size() - 1, null));
            values.add(e.detail());
            rows.add(values);
            return;
        }
        metadata.columns()
                .forEach((name, column) -> rows.add(Arrays.asList(
                        metadata.version(),
                        name,
                        name.equals(metadata.primaryColumn()) ? true : null,
                        column.encoding(),
                        column.geometryTypes(),
                        column.crs(),
                        column.edges(),
                        column.orientation(),
                        column.bbox(),
                        column.epoch(),
                        covering(column.covering()),
                        null)));
    }

    private static @Nullable String covering(@Nullable BoxCovering covering) {
        return covering == null
                ? null
                : Stream.of(covering.xmin(), covering.ymin(), covering.xmax(), covering.ymax())
                        .map(path -> String.join(".", path))
                        .collect(Collectors.joining(", "));
    }

    private static void keyValues(ParquetFile file, ChunkOptions options, FileListing.Rows rows) throws IOException {
        List<KeyValue> entries = file.metadata().keyValueMetadata();
        for (KeyValue entry : entries == null ? List.<KeyValue>of() : entries) {
            rows.add(Arrays.asList(null, null, entry.key(), entry.value()));
        }
        options.visit(file, (rowGroup, column) -> {
            ColumnMetaData metadata = file.metadata()
                    .rowGroups()
                    .get(rowGroup)
                    .columns()
                    .get(column.index())
                    .metadata();
            List<KeyValue> own = metadata == null ? null : metadata.keyValueMetadata();
            for (KeyValue entry : own == null ? List.<KeyValue>of() : own) {
                rows.add(Arrays.asList(column.dottedPath(), rowGroup, entry.key(), entry.value()));
            }
        });
    }
}
