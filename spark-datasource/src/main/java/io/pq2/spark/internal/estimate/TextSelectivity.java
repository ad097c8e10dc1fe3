package io.pq2.spark.internal.estimate;

import io.pq2.metadata.ColumnMetaData;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.schema.PhysicalType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Estimates the share of a row group's rows that satisfy equalities with texts in several columns, from the sizes of
 * dictionaries, as if all entries of a dictionary were equally frequent. Conditions on different columns are taken for
 * independent, as by Spark's cost-based optimizer. All other conditions have the share 1, also one on a single column:
 * most rows may have the same text.
 */
final class TextSelectivity {

    /** The smallest estimate. Texts may be unequally frequent, and a broadcast that is too large ends the driver. */
    private static final double LEAST = 1 / 16.0;

    private final Map<List<String>, ColumnMetaData> texts = new HashMap<>();

    private TextSelectivity(RowGroupPlan rowGroup) {
        for (ChunkPlan chunk : rowGroup.chunks()) {
            if (chunk.column().field().physicalType() == PhysicalType.BYTE_ARRAY) {
                texts.put(chunk.column().path(), chunk.metadata());
            }
        }
    }

    /**
     * A condition's share of rows.
     *
     * @param columns the columns that it depends on
     * @param isCombined whether each row that satisfies it satisfies equalities in several columns
     */
    private record Share(double rows, Set<List<String>> columns, boolean isCombined) {

        static final Share ALL = new Share(1, Set.of(), false);
    }

    /** Returns the estimated share of rows, at least 1/16. */
    static double of(Predicate filter, RowGroupPlan rowGroup) {
        Share share = new TextSelectivity(rowGroup).share(filter);
        return share.isCombined() ? Math.max(LEAST, share.rows()) : 1;
    }

    private Share share(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            return conjunction(and.operands().stream().map(this::share).toList());
        }
        if (predicate instanceof Predicate.Or or) {
            return disjunction(or.operands().stream().map(this::share).toList());
        }
        if (predicate instanceof Predicate.Comparison comparison && comparison.operator() == Operator.EQ) {
            return equal(comparison.path(), 1);
        }
        if (predicate instanceof Predicate.EqualNullSafe equal && equal.literal() != null) {
            return equal(equal.path(), 1);
        }
        return predicate instanceof Predicate.In in
                ? equal(in.path(), Set.copyOf(in.literals()).size())
                : Share.ALL;
    }

    /** Combines the smallest share of each column, because conditions on one column are not independent. */
    private static Share conjunction(List<Share> shares) {
        double rows = 1;
        int factors = 0;
        boolean isCombined = false;
        Set<List<String>> columns = new HashSet<>();
        List<Share> ascending = shares.stream()
                .sorted((left, right) -> Double.compare(left.rows(), right.rows()))
                .toList();
        for (Share share : ascending) {
            if (share.rows() < 1 && share.columns().stream().noneMatch(columns::contains)) {
                rows *= share.rows();
                factors++;
            }
            isCombined |= share.isCombined();
            columns.addAll(share.columns());
        }
        return new Share(rows, columns, isCombined || factors > 1);
    }

    private static Share disjunction(List<Share> shares) {
        Set<List<String>> columns = new HashSet<>();
        shares.forEach(share -> columns.addAll(share.columns()));
        double rows = Math.min(1, shares.stream().mapToDouble(Share::rows).sum());
        return new Share(rows, columns, shares.stream().allMatch(Share::isCombined));
    }

    /** Returns the share of some values. A dictionary has at least as many entries as fit without compression. */
    private Share equal(List<String> path, int values) {
        ColumnMetaData chunk = texts.get(path);
        OptionalLong bytes = chunk == null ? OptionalLong.empty() : PageEncodings.dictionaryBytes(chunk);
        if (chunk == null || bytes.isEmpty()) {
            return Share.ALL;
        }
        double entries = Math.max(1, bytes.getAsLong() / PageEncodings.width(chunk));
        return new Share(Math.min(1, values / entries), Set.of(path), false);
    }
}
