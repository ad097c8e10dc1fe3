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
 * Evaluates predicates for some rows with statistics or other knowledge about them.
 *
 * <p>A condition on a column below a repeated field, which has several values per row, is undecided, except {@link
 * Predicate.AnyValue}. A condition on a group is decided only if it tests for null, by the nulls of the group's
 * columns.
 */
public final class StatisticsEvaluator {

    /** Evaluates conditions on columns for some rows, with any source of knowledge. */
    @FunctionalInterface
    public interface ConditionEvaluator {

        /**
         * Returns the truth values of a condition on a column; {@link TruthValues#ANY} if nothing is known. Only {@link
         * Predicate.AnyValue} is on a column below a repeated field.
         */
        TruthValues truthValues(Predicate.Leaf leaf, Column column);

        /**
         * Returns the truth values of IS NULL for a group on a column's path.
         *
         * @param column a column, which may be below a repeated field inside the group
         * @param level the definition level at which the group is present
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
     * @param statistics returns the statistics of a column; it is called only for columns that the predicate names
     * @param missingColumns how to treat columns that the schema does not have
     */
    public StatisticsEvaluator(
            Schema schema, Function<Column, ColumnStatistics> statistics, MissingColumns missingColumns) {
        this(
                schema,
                (leaf, column) -> LeafStatisticsEvaluator.truthValues(leaf, statistics.apply(column)),
                missingColumns);
    }

    /**
     * Returns an evaluator that uses other sources, such as dictionaries and bloom filters.
     *
     * @param schema the file's schema
     * @param leaves evaluates conditions; {@link TruthValues#intersect} combines several sources
     * @param missingColumns how to treat columns that the schema does not have
     */
    public static StatisticsEvaluator over(Schema schema, ConditionEvaluator leaves, MissingColumns missingColumns) {
        return new StatisticsEvaluator(schema, leaves, missingColumns);
    }

    private StatisticsEvaluator(Schema schema, ConditionEvaluator leaves, MissingColumns missingColumns) {
        this.schema = schema;
        this.leaves = leaves;
        this.missingColumns = missingColumns;
    }

    /** Decides whether no, some or all rows match, and names the part of the predicate that decided it. */
    public PruningDecision evaluate(Predicate predicate) {
        MatchingRows matchingRows = truthValues(predicate).matchingRows();
        return matchingRows == MatchingRows.SOME_ROWS
                ? PruningDecision.UNDECIDED
                : new PruningDecision(matchingRows, decisive(predicate, matchingRows));
    }

    /** Returns the truth values that the predicate can have among the rows. */
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
        return column.maxRepetitionLevel() > 0 && !(leaf instanceof Predicate.AnyValue)
                ? TruthValues.ANY
                : leaves.truthValues(leaf, column);
    }

    /**
     * Whether a path names a field of the schema, so that it is not a missing column. Also true if the path passes
     * through a repeated field.
     */
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
     * Returns a predicate that is true for the same rows and omits the conditions that are decided for all of them;
     * {@link Predicate.AlwaysTrue} or {@link Predicate.AlwaysFalse} if the predicate is decided.
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
        return predicate; // below NOT, false and unknown differ
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

    /** Returns the smallest part of a predicate that has the same result by itself. */
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
