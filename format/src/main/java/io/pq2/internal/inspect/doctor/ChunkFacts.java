package io.pq2.internal.inspect.doctor;

import io.pq2.inspect.TableDiagnosis;
import io.pq2.inspect.TableDiagnosis.Kind;
import io.pq2.inspect.TableDiagnosis.Remedy;
import io.pq2.inspect.TableDoctor;
import io.pq2.internal.exception.NumberText;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageType;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.Statistics;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Facts about column chunks, by column. */
public final class ChunkFacts {

    private final Map<String, ColumnFacts> columns = new LinkedHashMap<>();
    private final long smallColumn;
    private long files;

    /** Creates facts about no file. */
    public ChunkFacts(TableDoctor.Limits limits) {
        this.smallColumn = limits.smallColumn();
    }

    /** Adds the column chunks of a file. */
    public void add(ParquetFile file) {
        files++;
        for (RowGroup group : file.metadata().rowGroups()) {
            for (Column column : file.schema().columns()) {
                ColumnChunk chunk = group.columns().get(column.index());
                ColumnMetaData metadata = chunk.metadata();
                if (metadata != null) {
                    columns.computeIfAbsent(column.dottedPath(), path -> new ColumnFacts(column))
                            .add(files, chunk, metadata);
                }
            }
        }
    }

    /** Adds the diagnoses. */
    public void diagnose(Diagnoses found) {
        columns.forEach((path, facts) -> facts.diagnose(path, smallColumn, found));
    }

    /** Chunks that have a property. */
    private static final class Share {

        private long chunks;
        private long bytes;
        private long files;
        private long lastFile;

        void add(long file, long size) {
            chunks++;
            bytes += Math.max(0, size);
            files += file == lastFile ? 0 : 1;
            lastFile = file;
        }
    }

    private static final class ColumnFacts {

        private final Map<Kind, Share> shares = new EnumMap<>(Kind.class);
        private final Map<CompressionCodec, Share> codecs = new EnumMap<>(CompressionCodec.class);
        /** Whether the format defines min and max of the column. */
        private final boolean ordered;

        private long chunks;

        ColumnFacts(Column column) {
            ordered = MinMaxOrder.of(column.field()) != MinMaxOrder.UNDEFINED;
        }

        void add(long file, ColumnChunk chunk, ColumnMetaData metadata) {
            chunks++;
            long size = metadata.totalCompressedSize();
            codecs.computeIfAbsent(metadata.codec(), codec -> new Share()).add(file, size);
            note(Kind.NO_STATISTICS, ordered && lacksStatistics(metadata), file, size);
            note(
                    Kind.NO_PAGE_INDEX,
                    chunk.columnIndexOffset() == null || chunk.offsetIndexOffset() == null,
                    file,
                    size);
            note(Kind.NOT_COMPRESSED, metadata.codec() == CompressionCodec.UNCOMPRESSED, file, size);
            note(Kind.DICTIONARY_ABANDONED, isDictionaryAbandoned(metadata.encodingStats()), file, size);
        }

        private void note(Kind kind, boolean holds, long file, long size) {
            if (holds) {
                shares.computeIfAbsent(kind, any -> new Share()).add(file, size);
            }
        }

        private static boolean lacksStatistics(ColumnMetaData metadata) {
            Statistics statistics = metadata.statistics();
            if (statistics == null || statistics.nullCount() == null) {
                return true;
            }
            boolean hasBounds = (statistics.minValue() != null && statistics.maxValue() != null)
                    || (statistics.min() != null && statistics.max() != null);
            return !hasBounds && statistics.nullCount() < metadata.numValues();
        }

        private static boolean isDictionaryAbandoned(@Nullable List<PageEncodingStats> pages) {
            boolean dictionary = false;
            boolean plain = false;
            for (PageEncodingStats stats : pages == null ? List.<PageEncodingStats>of() : pages) {
                boolean data = stats.pageType() == PageType.DATA_PAGE || stats.pageType() == PageType.DATA_PAGE_V2;
                dictionary |= data
                        && (stats.encoding() == Encoding.RLE_DICTIONARY
                                || stats.encoding() == Encoding.PLAIN_DICTIONARY);
                plain |= data && stats.encoding() == Encoding.PLAIN;
            }
            return dictionary && plain;
        }

        void diagnose(String path, long minBytes, Diagnoses found) {
            diagnose(
                    path,
                    Kind.NO_STATISTICS,
                    0,
                    "no min, max or null count",
                    " can never be skipped by statistics",
                    found);
            diagnose(path, Kind.NO_PAGE_INDEX, minBytes, "no page index", " are read whole if one row matches", found);
            diagnose(path, Kind.NOT_COMPRESSED, minBytes, "no compression", " are stored uncompressed", found);
            diagnose(
                    path,
                    Kind.DICTIONARY_ABANDONED,
                    minBytes,
                    "a dictionary that became too large",
                    " have a dictionary and PLAIN pages",
                    found);
            if (codecs.size() > 1) {
                diagnoseCodecs(path, found);
            }
        }

        private void diagnose(String path, Kind kind, long minBytes, String what, String consequence, Diagnoses found) {
            Share share = shares.get(kind);
            if (share == null || share.bytes < minBytes) {
                return;
            }
            found.add(new TableDiagnosis(
                    kind,
                    path,
                    share.files,
                    NumberText.count(share.chunks) + " of " + NumberText.of(chunks, "column chunk") + " have " + what,
                    NumberText.bytes(share.bytes) + consequence,
                    Remedy.REWRITE));
        }

        private void diagnoseCodecs(String path, Diagnoses found) {
            StringBuilder names = new StringBuilder();
            long all = 0;
            long most = 0;
            for (Map.Entry<CompressionCodec, Share> entry : codecs.entrySet()) {
                Share share = entry.getValue();
                names.append(names.length() == 0 ? "" : ", ")
                        .append(entry.getKey())
                        .append(' ')
                        .append(NumberText.bytes(share.bytes));
                all += share.bytes;
                most = Math.max(most, share.bytes);
            }
            long files =
                    codecs.values().stream().mapToLong(share -> share.files).sum();
            found.add(new TableDiagnosis(
                    Kind.MIXED_CODECS,
                    path,
                    files,
                    names.toString(),
                    NumberText.bytes(all - most) + " are not in the most frequent codec",
                    Remedy.REWRITE));
        }
    }
}
