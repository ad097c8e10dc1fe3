package io.pq2.internal.read.iterate;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.fetch.RowGroupColumns;
import io.pq2.internal.read.fetch.UndamagedRun;
import io.pq2.internal.read.plan.ChunkReadPlan;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.recover.ChunkSurvey;
import io.pq2.internal.read.recover.LostRows;
import io.pq2.internal.read.recover.PageSurvey;
import io.pq2.internal.read.source.RangeFetch;
import io.pq2.internal.read.source.ReadLimits;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageIndexReader;
import io.pq2.io.ByteRange;
import io.pq2.metadata.OffsetIndex;
import io.pq2.schema.Column;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The damage of a row group's columns. Encrypted columns are not surveyed.
 *
 * @param remaining the rows that no column loses, by their index in the row group
 * @param lost by dotted path of a damaged column: the rows that it loses
 * @param runs by index of a damaged column among the columns of the plan: its undamaged pages
 */
record RowGroupSurvey(RowRanges remaining, Map<String, List<LostRows>> lost, Map<Integer, List<UndamagedRun>> runs) {

    /** Decodes the pages of all columns of a row group. */
    static RowGroupSurvey of(RowGroupColumns rowGroup, ScanContext context) throws IOException {
        long rows = rowGroup.plan().rowGroupRows();
        RowRanges lostRows = RowRanges.NONE;
        Map<String, List<LostRows>> lost = new LinkedHashMap<>();
        Map<Integer, List<UndamagedRun>> runs = new HashMap<>();
        for (int i = 0; i < context.columns().size(); i++) {
            ColumnChunkBytes chunk = rowGroup.has(i) ? rowGroup.chunk(i, 0) : null;
            if (chunk == null || chunk.decryptor() != null) {
                continue;
            }
            Column column = context.columns().get(i);
            boolean whole = chunk.fileEnd() >= rowGroup.chunkPlan(i).end();
            boolean verify = context.options().verifyChecksums();
            try (ChunkSurvey survey = new ChunkSurvey(chunk, rows, whole, verify, budget(chunk, context))) {
                PageSurvey pages = survey.survey(offsetIndex(rowGroup.chunkPlan(i), context));
                if (!pages.lost().isEmpty()) {
                    lostRows = lostRows.or(pages.lostRows());
                    lost.put(column.dottedPath(), pages.lost());
                    runs.put(i, pages.runs());
                }
            }
        }
        return new RowGroupSurvey(complement(lostRows, rows), lost, runs);
    }

    private static RowRanges complement(RowRanges lost, long rows) {
        RowRanges.Builder remaining = new RowRanges.Builder();
        long from = 0;
        for (int i = 0; i < lost.size(); i++) {
            remaining.add(from, lost.from(i));
            from = lost.to(i);
        }
        remaining.add(from, rows);
        return remaining.build();
    }

    /** Returns the offset index of a chunk; null if it is missing or damaged. */
    private static @Nullable OffsetIndex offsetIndex(ChunkReadPlan chunk, ScanContext context) throws IOException {
        ByteRange range = chunk.offsetIndex();
        if (range == null) {
            return null;
        }
        try {
            ByteBuffer bytes = RangeFetch.read(context.sources().of(chunk.externalFile()), range, context.listener());
            int start = bytes.arrayOffset() + bytes.position();
            return PageIndexReader.readOffsetIndex(new CompactReader(bytes.array(), start, start + range.length()));
        } catch (CorruptFileException e) {
            return null;
        }
    }

    private static DecodeBudget budget(ColumnChunkBytes chunk, ScanContext context) {
        return new DecodeBudget(ReadLimits.of(context.options()), 2 * (chunk.fileEnd() - chunk.fileOffset()));
    }
}
