package io.pq2.internal.rewrite;

import io.pq2.internal.rewrite.SalvageColumn.Run;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Divides the pages of a file into row groups and column chunks. A row group has one chunk for each column, in the
 * order of the schema, and all chunks have the same number of rows. A dictionary page and bytes that are no page begin
 * a new chunk.
 *
 * <p>The right division explains all pages up to the end or the first damaged page: complete row groups and the
 * beginning of another one. There can be others that explain as many pages. Only row groups on which all of them agree
 * are kept.
 */
final class SalvageLayout {

    /** The most chunks to compare; more of them indicate that the pages fit everywhere. */
    private static final long MAX_STEPS = 5_000_000;

    /** The approximate memory of a chunk, in bytes. */
    private static final long CHUNK_BYTES = 48;

    private final List<SalvageColumn> columns;
    /** The number of rows of all row groups but the last; 0 if it is unknown. */
    private final long rowGroupRows;

    private final SalvagePages file;
    private final int pageCount;
    /** By first page: the row groups that can begin there. */
    private final TreeMap<Integer, List<RowGroup>> candidates = new TreeMap<>();
    /** By first page: the index after the last page that the beginning of an incomplete row group explains. */
    private final Map<Integer, Integer> reach = new HashMap<>();

    private long steps;
    private boolean ambiguous;

    /** A chunk: its first pages. */
    record Chunk(Run run, int pages) {

        /** Returns the index after the last page. */
        int end() {
            return run.firstData() + pages;
        }
    }

    /** A complete row group. */
    record RowGroup(long rows, List<Chunk> chunks) {

        /** Returns the index after the last page. */
        int end() {
            return chunks.get(chunks.size() - 1).end();
        }
    }

    SalvageLayout(List<SalvageColumn> columns, SalvagePages file, long rowGroupRows) {
        this.columns = columns;
        this.file = file;
        this.pageCount = file.pages().size();
        this.rowGroupRows = rowGroupRows;
    }

    /** Whether the pages fit several divisions into row groups. */
    boolean isAmbiguous() {
        return ambiguous;
    }

    /** Returns the row groups that are certain. */
    List<RowGroup> find() {
        Set<Integer> seen = new HashSet<>(Set.of(0));
        List<Integer> starts = new ArrayList<>(List.of(0));
        for (int i = 0; i < starts.size() && steps < MAX_STEPS; i++) {
            int start = starts.get(i);
            List<RowGroup> found = rowGroups(start);
            candidates.put(start, found);
            for (RowGroup rowGroup : found) {
                if (seen.add(rowGroup.end())) {
                    starts.add(rowGroup.end());
                }
            }
        }
        if (steps >= MAX_STEPS) {
            ambiguous = true;
            return List.of();
        }
        return certain();
    }

    /** Returns the complete row groups that can begin at a page. */
    private List<RowGroup> rowGroups(int start) {
        reach.put(start, start);
        SalvageColumn first = columns.get(0);
        Run run = first.run(start);
        first.extend(run, rowGroupRows > 0 ? rowGroupRows : Long.MAX_VALUE);
        int possible = run.pages();
        while (rowGroupRows > 0 && run.rows(possible) > rowGroupRows) {
            possible--;
        }
        if (columns.size() > 1) {
            // All pages of the first column can be the beginning of its chunk.
            reached(start, run.firstData() + possible);
        }
        List<RowGroup> found = new ArrayList<>();
        // With one column, every division gives the same rows.
        for (int pages = columns.size() == 1 ? Math.max(1, possible) : 1; pages <= possible; pages++) {
            long rows = run.rows(pages);
            List<Chunk> chunks = chunks(start, new Chunk(run, pages), rows);
            if (chunks != null) {
                RowGroup rowGroup = new RowGroup(rows, chunks);
                boolean last = rowGroup.end() == pageCount;
                if (rowGroupRows == 0 || rows == rowGroupRows || last) {
                    file.remember(CHUNK_BYTES * chunks.size());
                    found.add(rowGroup);
                }
            }
        }
        return found;
    }

    private int reach(int start) {
        return reach.getOrDefault(start, start);
    }

    private List<RowGroup> candidates(int start) {
        return candidates.getOrDefault(start, List.of());
    }

    private void reached(int start, int page) {
        reach.merge(start, page, Math::max);
    }

    /** Returns the chunks of a row group; null if the pages after the first chunk do not have as many rows. */
    private @Nullable List<Chunk> chunks(int start, Chunk first, long rows) {
        List<Chunk> chunks = new ArrayList<>(List.of(first));
        int position = first.end();
        for (int i = 1; i < columns.size(); i++) {
            steps++;
            Run run = columns.get(i).run(position);
            columns.get(i).extend(run, rows);
            int pages = run.pages();
            while (pages > 0 && run.rows(pages - 1) >= rows) {
                pages--;
            }
            if (run.rows(pages) != rows) {
                reached(start, run.rows(pages) < rows ? run.end() : position);
                return null;
            }
            chunks.add(new Chunk(run, pages));
            position = run.firstData() + pages;
        }
        return chunks;
    }

    /** Returns the row groups on which all divisions agree that explain the most pages. */
    private List<RowGroup> certain() {
        int farthest = 0;
        for (int start : candidates.keySet()) {
            farthest = Math.max(farthest, Math.max(start, reach(start)));
        }
        Set<Integer> explaining = new HashSet<>();
        for (int start : candidates.descendingKeySet()) {
            boolean ends = start == farthest || reach(start) == farthest;
            if (ends || candidates(start).stream().anyMatch(group -> explaining.contains(group.end()))) {
                explaining.add(start);
            }
        }
        List<RowGroup> certain = new ArrayList<>();
        int position = 0;
        while (position < farthest) {
            List<RowGroup> next = candidates(position).stream()
                    .filter(group -> explaining.contains(group.end()))
                    .toList();
            boolean unfinished = reach(position) == farthest;
            if (next.size() + (unfinished ? 1 : 0) != 1 || next.isEmpty()) {
                ambiguous = !next.isEmpty();
                return certain;
            }
            certain.add(next.get(0));
            position = next.get(0).end();
        }
        return certain;
    }
}
