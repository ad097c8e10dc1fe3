package io.pq2.internal.predicate.prune;

import io.pq2.internal.predicate.filter.NamedGroup;
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

    /** What a predicate means by a column that the file does not have. */
    public enum MissingColumns {
        /** Nobody knows: nothing is decided. */
        UNKNOWN,
        /** The column is null in each row. */
        ARE_NULL
    }

    /** What is known about a condition on a column among some rows, from whatever source. */
    @FunctionalInterface
    public interface LeafOutcomes {

        /** The outcomes of a condition on a column that is not below a repeated field; {@link TruthValues#ANY} if nothing is known. */
        TruthValues of(Predicate.Leaf leaf, Column column);

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
    private final LeafOutcomes leaves;
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
                (leaf, column) -> LeafStatisticsEvaluator.outcomes(leaf, statistics.apply(column)),
                missingColumns);
    }

    /**
     * An evaluator over something else than statistics, or over several things: dictionaries, bloom filters.
     *
     * @param schema the file's schema
     * @param leaves gives the outcomes of conditions; {@link TruthValues#intersect} puts those of several sources together
     * @param missingColumns what to make of columns that the schema does not have
     */
    public static StatisticsEvaluator over(Schema schema, LeafOutcomes leaves, MissingColumns missingColumns) {
        return new StatisticsEvaluator(schema, leaves, missingColumns);
    }

    private StatisticsEvaluator(Schema schema, LeafOutcomes leaves, MissingColumns missingColumns) {
        this.schema = schema;
        this.leaves = leaves;
        this.missingColumns = missingColumns;
    }

    /** What is certain about the rows, and which part of the predicate decided it. */
    public PruningDecision evaluate(Predicate predicate) {
        MatchingRows proof = outcomes(predicate).proof();
        return proof == MatchingRows.SOME_ROWS
                ? PruningDecision.UNDECIDED
                : new PruningDecision(proof, decisive(predicate, proof));
    }

    /** Which truth values the predicate can have among the rows. */
    public TruthValues outcomes(Predicate predicate) {
        if (predicate instanceof Predicate.Leaf leaf) {
            return outcomes(leaf);
        } else if (predicate instanceof Predicate.Not not) {
            return outcomes(not.operand()).not();
        } else if (predicate instanceof Predicate.And and) {
            TruthValues outcomes = TruthValues.TRUE;
            for (Predicate operand : and.operands()) {
                outcomes = outcomes.and(outcomes(operand));
            }
            return outcomes;
        } else if (predicate instanceof Predicate.Or or) {
            TruthValues outcomes = TruthValues.FALSE;
            for (Predicate operand : or.operands()) {
                outcomes = outcomes.or(outcomes(operand));
            }
            return outcomes;
        }
        return predicate instanceof Predicate.AlwaysTrue ? TruthValues.TRUE : TruthValues.FALSE;
    }

    private TruthValues outcomes(Predicate.Leaf leaf) {
        Column column = schema.column(leaf.path());
        NamedGroup group = column == null ? NamedGroup.of(leaf, schema) : null;
        if (group != null) {
            return group.outcomes(leaves);
        } else if (column == null) {
            boolean isNull = missingColumns == MissingColumns.ARE_NULL && !namesAField(schema, leaf.path());
            return isNull ? LeafStatisticsEvaluator.outcomesOfNull(leaf) : TruthValues.ANY;
        }
        return column.maxRepetitionLevel() > 0 ? TruthValues.ANY : leaves.of(leaf, column);
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
        MatchingRows proof = outcomes(predicate).proof();
        if (proof != MatchingRows.SOME_ROWS) {
            return proof == MatchingRows.ALL_ROWS ? new Predicate.AlwaysTrue() : new Predicate.AlwaysFalse();
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
            if (outcomes(operand).proof() != neutral) {
                left.add(residual(operand));
            }
        }
        return left;
    }

    /** The smallest part of a predicate that by itself proves the same. */
    private Predicate decisive(Predicate predicate, MatchingRows proof) {
        List<Predicate> operands = List.of();
        if (predicate instanceof Predicate.And and) {
            operands = and.operands();
        } else if (predicate instanceof Predicate.Or or) {
            operands = or.operands();
        }
        boolean oneSuffices =
                predicate instanceof Predicate.And == (proof == MatchingRows.NO_ROWS) || operands.size() == 1;
        if (oneSuffices) {
            for (Predicate operand : operands) {
                if (outcomes(operand).proof() == proof) {
                    return decisive(operand, proof);
                }
            }
        }
        return predicate;
    }
}
