package io.pq2.spark.internal.kernel.join;

import io.pq2.spark.internal.kernel.conditions.RowCondition;
import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.FieldPath;
import io.pq2.spark.internal.vectors.BooleanColumnVector;
import io.pq2.spark.internal.vectors.SelectedColumnVector;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.NullUnmarked;

/**
 * The batches of a scan, joined with a table: columns of the scan's rows, then columns of the table's rows, or whether
 * there is a match. Rows are in the order of the scan, and the matches of a row in the order of the table. Not
 * thread-safe.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class JoinedBatches implements Iterator<ColumnarBatch> {

    /** The most rows of a batch. A row may have any number of matches. */
    private static final int MAX_ROWS = 1 << 15;

    private final Iterator<ColumnarBatch> batches;
    private final RowCondition condition;
    private final JoinKeys keys;
    private final JoinMatches table;
    private final MatchCondition matchCondition;
    private final JoinKind kind;
    private final int[] kept;
    private final int[] built;
    private final BatchColumns columns;

    private ColumnarBatch batch;
    private int[] selected = {};
    /** The number of selected rows of {@link #batch}. */
    private int rows;
    /** The index in {@link #selected} of the row whose matches come next. */
    private int next;

    /** The number of rows of the batch to return; 0 before it is known. */
    private int size;
    /** For each of these rows, the row of {@link #batch}. */
    private int[] parents = {};
    /** For each of these rows, the row of the table, or whether there is one (0 or 1). */
    private int[] matches = {};

    /** For each pair of a row and a row of the table that has its key: the index of the row in {@link #selected}. */
    private int[] candidates = {};
    /** For each of these pairs, the row of {@link #batch}. */
    private int[] candidateRows = {};
    /** For each of these pairs, the row of the table. */
    private int[] candidateMatches = {};
    /** Whether the row whose other matches come next has a match that satisfies the condition. */
    private boolean isMatchedBefore;

    /**
     * Creates the batches of a task.
     *
     * @param batches batches that are valid until the next one
     * @param condition the rows to join
     * @param fields the fields of structs that the condition and the keys use
     * @param matchCondition the condition that a match must satisfy; null if there is none, as in an inner join, whose
     *     result can be filtered
     * @param kept the indexes of the columns of {@code batches} to return
     * @param built the indexes of the columns of the table to return
     */
    public JoinedBatches(
            Iterator<ColumnarBatch> batches,
            RowCondition condition,
            List<FieldPath> fields,
            JoinKeys keys,
            JoinMatches table,
            MatchCondition matchCondition,
            JoinKind kind,
            int[] kept,
            int[] built) {
        this.batches = batches;
        this.condition = condition;
        this.keys = keys;
        this.table = table;
        this.matchCondition = matchCondition;
        this.kind = kind;
        this.kept = kept.clone();
        this.built = built.clone();
        this.columns = new BatchColumns(fields);
    }

    @Override
    public boolean hasNext() {
        while (size == 0) {
            if (next < rows) {
                fill();
            } else if (batches.hasNext()) {
                begin(batches.next());
            } else {
                return false;
            }
        }
        return true;
    }

    private void begin(ColumnarBatch newBatch) {
        batch = newBatch;
        columns.begin(newBatch);
        int count = newBatch.numRows();
        if (selected.length < count) {
            selected = new int[count];
        }
        rows = condition.select(columns, columns.allRows(), count, selected);
        next = 0;
        if (rows > 0) {
            keys.begin(columns);
        }
    }

    private void fill() {
        table.begin();
        reserve(Math.max(rows, 1));
        if (matchCondition != null) {
            fillWithTested();
            return;
        }
        if (kind.returnsMatches() && !table.isUnique()) {
            fillWithAll();
            return;
        }
        for (int i = 0; i < rows; i++) {
            int row = selected[i];
            parents[size] = row;
            switch (kind) {
                case INNER -> {
                    matches[size] = keys.isNull(row) ? -1 : table.find(keys.key(row));
                    size += matches[size] >= 0 ? 1 : 0;
                }
                case OUTER -> {
                    int match = keys.isNull(row) ? -1 : table.find(keys.key(row));
                    matches[size] = match >= 0 ? match : table.nullRow();
                    size++;
                }
                case SEMI -> size += isMatched(row) ? 1 : 0;
                case ANTI -> size += isMatched(row) ? 0 : 1;
                case NOT_IN -> size += keys.isNull(row) || isMatched(row) ? 0 : 1;
                case EXISTENCE -> {
                    matches[size] = isMatched(row) ? 1 : 0;
                    size++;
                }
            }
        }
        next = rows;
    }

    /** Whether a row of the table has the key of a row. No row has a null as key. */
    private boolean isMatched(int row) {
        return !keys.isNull(row) && table.has(keys.key(row));
    }

    /** Adds the matches of rows, which may be several, until there are enough for a batch. */
    private void fillWithAll() {
        while (next < rows && size < MAX_ROWS) {
            int row = selected[next];
            boolean isStarted = table.hasMore() || !keys.isNull(row) && table.start(keys.key(row));
            if (isStarted) {
                addMatches(row);
                next += table.hasMore() ? 0 : 1;
                continue;
            }
            if (kind == JoinKind.OUTER) {
                add(row, table.nullRow());
            }
            next++;
        }
    }

    private void addMatches(int row) {
        do {
            reserve(size + 1);
            int count = table.take(matches, size, Math.min(MAX_ROWS, matches.length) - size);
            Arrays.fill(parents, size, size + count, row);
            size += count;
        } while (table.hasMore() && size < MAX_ROWS);
    }

    /** Adds what the join returns for some rows, of whose matches only those count that satisfy the condition. */
    private void fillWithTested() {
        int first = next;
        int count = collectCandidates();
        int tested = matchCondition.select(batch, candidateRows, table, candidateMatches, count);
        int[] passed = matchCondition.selected();
        boolean isOpen = next < rows && table.hasMore();
        int end = isOpen ? next + 1 : next;
        int pair = 0;
        for (int i = first; i < end; i++) {
            boolean isMatched = isMatchedBefore;
            while (pair < tested && candidates[passed[pair]] == i) {
                if (kind == JoinKind.OUTER || kind == JoinKind.SEMI && !isMatched) {
                    add(selected[i], candidateMatches[passed[pair]]);
                }
                isMatched = true;
                pair++;
            }
            isMatchedBefore = i == next && isMatched;
            if (i < next) {
                addAfterMatches(selected[i], isMatched);
            }
        }
    }

    /**
     * Collects the matches of rows, until there are enough for a batch.
     *
     * @return their number
     */
    private int collectCandidates() {
        int count = 0;
        while (next < rows && count < MAX_ROWS) {
            int row = selected[next];
            boolean hasMatch = table.hasMore() || !keys.isNull(row) && table.start(keys.key(row));
            if (hasMatch) {
                do {
                    reserveCandidates(count + 1);
                    int most = Math.min(MAX_ROWS, candidates.length) - count;
                    int taken = table.take(candidateMatches, count, most);
                    Arrays.fill(candidates, count, count + taken, next);
                    Arrays.fill(candidateRows, count, count + taken, row);
                    count += taken;
                } while (table.hasMore() && count < MAX_ROWS);
                if (table.hasMore()) {
                    return count;
                }
            }
            next++;
        }
        return count;
    }

    private void reserveCandidates(int count) {
        if (candidates.length < count) {
            int capacity = Math.max(Math.max(count, rows), 2 * candidates.length);
            candidates = Arrays.copyOf(candidates, capacity);
            candidateRows = Arrays.copyOf(candidateRows, capacity);
            candidateMatches = Arrays.copyOf(candidateMatches, capacity);
        }
    }

    /** Adds what the join returns for a row after all of its matches. */
    private void addAfterMatches(int row, boolean isMatched) {
        switch (kind) {
            case OUTER -> {
                if (!isMatched) {
                    add(row, table.nullRow());
                }
            }
            case ANTI -> {
                if (!isMatched) {
                    add(row, 0);
                }
            }
            case EXISTENCE -> add(row, isMatched ? 1 : 0);
            case SEMI -> {
                // It was added with its first match.
            }
            case INNER, NOT_IN -> throw new IllegalStateException("a join without a condition for matches: " + kind);
        }
    }

    private void add(int row, int match) {
        reserve(size + 1);
        parents[size] = row;
        matches[size] = match;
        size++;
    }

    private void reserve(int count) {
        if (parents.length < count) {
            int capacity = Math.max(count, 2 * parents.length);
            parents = Arrays.copyOf(parents, capacity);
            matches = Arrays.copyOf(matches, capacity);
        }
    }

    @Override
    public ColumnarBatch next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        int others = kind == JoinKind.EXISTENCE ? 1 : built.length;
        ColumnVector[] result = new ColumnVector[kept.length + others];
        // Rows that all have one match stay where they are.
        boolean areSame = size == batch.numRows()
                && parents[size - 1] == size - 1
                && (!kind.returnsMatches() || table.isUnique());
        for (int i = 0; i < kept.length; i++) {
            ColumnVector column = batch.column(kept[i]);
            result[i] = areSame ? column : SelectedColumnVector.of(column, parents, size);
        }
        if (kind == JoinKind.EXISTENCE) {
            result[kept.length] = existence();
        } else {
            for (int i = 0; i < built.length; i++) {
                result[kept.length + i] = table.column(built[i], matches, size);
            }
        }
        ColumnarBatch joined = new ColumnarBatch(result, size);
        size = 0;
        return joined;
    }

    private ColumnVector existence() {
        boolean[] values = new boolean[size];
        for (int i = 0; i < size; i++) {
            values[i] = matches[i] != 0;
        }
        BooleanColumnVector column = new BooleanColumnVector(DataTypes.BooleanType);
        column.show(size, values, null);
        return column;
    }
}
