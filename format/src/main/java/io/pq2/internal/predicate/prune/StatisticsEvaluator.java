package io.pq2.internal.predicate.prune;

import io.pq2.internal.predicate.filter.NamedGroup;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.statistics.ColumnStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Evaluates predicates over the statistics of some rows.
 *
 * <p>A column below a repeated field has several values for a row and is never decided upon. Of a group it is decided whether it is
 * null, by the nulls of its columns.
 */
public final class StatisticsEvaluator {

    /** What is known about a condition on a column among some rows, from whatever source. */
    @FunctionalInterface
    public interface ConditionEvaluator {

        /** The outcomes of a condition on a column that is not below a repeated field; {@link TruthValues#ANY} if nothing is known. */
        TruthValues truthValues(Predicate.Leaf leaf, Column column);

        /**
         * Whether a group around a column is null.
         *
         * @param column may be below a repeated field, but the group is not
         * @param level the definition level from which on the group is there
         * @return the outcomes of IS NULL
         */
        default TruthValues groupIsNull(Column column, int level) {
            return TruthValues.EITHER;
        }
    }

    private final Schema schema;
    private final ConditionEvaluator leaves;
    private final MissingColumns missingColumns;

    /**
     * @param schema the file's schema
     * @param statistics gives the statistics of a leaf column; asked only for columns that the predicate names
     * @param missingColumns what to make of columns that the schema does not have
     */
    public StatisticsEvaluator(
            Schema schema, Function<Column, ColumnStatistics> statistics, MissingColumns missingColumns) {
        this(
                schema,
                (leaf, column) -> LeafStatisticsEvaluator.truthValues(leaf, statistics.apply(column)),
                missingColumns);
    }

    /**
     * An evaluator over something else than statistics, or over several things: dictionaries, bloom filters.
     *
     * @param schema the file's schema
     * @param leaves gives the outcomes of conditions; {@link TruthValues#intersect} puts those of several sources together
     * @param missingColumns what to make of columns that the schema does not have
     */
    public static StatisticsEvaluator over(Schema schema, ConditionEvaluator leaves, MissingColumns missingColumns) {
        return new StatisticsEvaluator(schema, leaves, missingColumns);
    }

    private StatisticsEvaluator(Schema schema, ConditionEvaluator leaves, MissingColumns missingColumns) {
        this.schema = schema;
        this.leaves = leaves;
        this.missingColumns = missingColumns;
    }

    /** What is certain about the rows, and which part of the predicate decided it. */
    public PruningDecision evaluate(Predicate predicate) {
        MatchingRows matchingRows = truthValues(predicate).matchingRows();
        return matchingRows == MatchingRows.SOME_ROWS
                ? PruningDecision.UNDECIDED
                : new PruningDecision(matchingRows, decisive(predicate, matchingRows));
    }

    /** Which truth values the predicate can have among the rows. */
    public TruthValues truthValues(Predicate predicate) {
        if (predicate instanceof Predicate.Leaf leaf) {
            return truthValues(leaf);
        } else if (predicate instanceof Predicate.Not not) {
            return truthValues(not.operand()).not();
        } else if (predicate instanceof Predicate.And and) {
            TruthValues truthValues = TruthValues.TRUE;
            for (Predicate operand : and.operands()) {
                truthValues = truthValues.and(truthValues(operand));
            }
            return truthValues;
        } else if (predicate instanceof Predicate.Or or) {
            TruthValues truthValues = TruthValues.FALSE;
            for (Predicate operand : or.operands()) {
                truthValues = truthValues.or(truthValues(operand));
            }
            return truthValues;
        }
        return predicate instanceof Predicate.AlwaysTrue ? TruthValues.TRUE : TruthValues.FALSE;
    }

    private TruthValues truthValues(Predicate.Leaf leaf) {
        Column column = schema.column(leaf.path());
        NamedGroup group = column == null ? NamedGroup.of(leaf, schema) : null;
        if (group != null) {
            return group.truthValues(leaves);
        } else if (column == null) {
            boolean isNull = missingColumns == MissingColumns.ARE_NULL && !namesAField(schema, leaf.path());
            return isNull ? LeafStatisticsEvaluator.truthValuesOfNull(leaf) : TruthValues.ANY;
        }
        return column.maxRepetitionLevel() > 0 ? TruthValues.ANY : leaves.truthValues(leaf, column);
    }

    /** Whether a path leads to a group, or through a repeated field, and therefore to something that is not missing. */
    public static boolean namesAField(Schema schema, List<String> path) {
        List<Field> fields = schema.fields();
        for (String name : path) {
            Field found = null;
            for (Field field : fields) {
                if (field.name().equals(name)) {
                    found = field;
                    break;
                }
            }
            if (!(found instanceof GroupField group)) {
                return found != null;
            }
            if (group.logicalType() != null || group.repetition() == Repetition.REPEATED) {
                return true;
            }
            fields = group.fields();
        }
        return true;
    }

    /**
     * What is left to check of a predicate when it is asked for these rows only: a predicate that is true for exactly the same of
     * them, without the conditions that were decided. {@link Predicate.AlwaysTrue} and {@link Predicate.AlwaysFalse} if all were.
     */
    public Predicate residual(Predicate predicate) {
        MatchingRows matchingRows = truthValues(predicate).matchingRows();
        if (matchingRows != MatchingRows.SOME_ROWS) {
            return matchingRows == MatchingRows.ALL_ROWS ? new Predicate.AlwaysTrue() : new Predicate.AlwaysFalse();
        }
        if (predicate instanceof Predicate.And and) {
            List<Predicate> left = undecided(and.operands(), MatchingRows.ALL_ROWS);
            return left.size() == 1 ? left.get(0) : new Predicate.And(left);
        } else if (predicate instanceof Predicate.Or or) {
            List<Predicate> left = undecided(or.operands(), MatchingRows.NO_ROWS);
            return left.size() == 1 ? left.get(0) : new Predicate.Or(left);
        }
        return predicate; // below NOT false and unknown are not the same
    }

    private List<Predicate> undecided(List<Predicate> operands, MatchingRows neutral) {
        List<Predicate> left = new ArrayList<>();
        for (Predicate operand : operands) {
            if (truthValues(operand).matchingRows() != neutral) {
                left.add(residual(operand));
            }
        }
        return left;
    }

    /** The smallest part of a predicate that by itself proves the same. */
    private Predicate decisive(Predicate predicate, MatchingRows matchingRows) {
        List<Predicate> operands = List.of();
        if (predicate instanceof Predicate.And and) {
            operands = and.operands();
        } else if (predicate instanceof Predicate.Or or) {
            operands = or.operands();
        }
        boolean oneSuffices =
                predicate instanceof Predicate.And == (matchingRows == MatchingRows.NO_ROWS) || operands.size() == 1;
        if (oneSuffices) {
            for (Predicate operand : operands) {
                if (truthValues(operand).matchingRows() == matchingRows) {
                    return decisive(operand, matchingRows);
                }
            }
        }
        return predicate;
    }
}
