package io.pq2.internal.predicate.filter;

import io.pq2.internal.predicate.prune.StatisticsEvaluator;
import io.pq2.internal.predicate.prune.TruthValues;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Compiles a predicate into filter nodes. NOT is pushed down to the conditions. */
final class FilterCompiler {

    private final Schema schema;
    private final FilterSemantics semantics;
    private final Set<Predicate.Leaf> undecided = new LinkedHashSet<>();

    FilterCompiler(Schema schema, FilterSemantics semantics) {
        this.schema = schema;
        this.semantics = semantics;
    }

    /**
     * A compiled predicate.
     *
     * @param exact whether only rows pass for which the predicate is true
     */
    record Compiled(FilterNode node, boolean exact) {

        static Compiled constant(boolean passes) {
            return new Compiled(passes ? FilterNode.ALL : FilterNode.NONE, true);
        }
    }

    Set<Predicate.Leaf> undecided() {
        return undecided;
    }

    /**
     * Compiles a predicate.
     *
     * @param negated whether the rows pass for which the predicate is false, instead of those for which it is true
     */
    Compiled compile(Predicate predicate, boolean negated) {
        if (predicate instanceof Predicate.Leaf leaf) {
            return compileLeaf(leaf, negated);
        } else if (predicate instanceof Predicate.Not not) {
            return compile(not.operand(), !negated);
        } else if (predicate instanceof Predicate.And and) {
            List<Compiled> operands = compile(and.operands(), negated);
            return negated ? or(operands) : and(operands);
        } else if (predicate instanceof Predicate.Or or) {
            List<Compiled> operands = compile(or.operands(), negated);
            return negated ? and(operands) : or(operands);
        }
        return Compiled.constant(predicate instanceof Predicate.AlwaysTrue != negated);
    }

    private List<Compiled> compile(List<Predicate> predicates, boolean negated) {
        List<Compiled> compiled = new ArrayList<>();
        for (Predicate predicate : predicates) {
            compiled.add(compile(predicate, negated));
        }
        return compiled;
    }

    private static Compiled and(List<Compiled> operands) {
        List<FilterNode> nodes = new ArrayList<>();
        boolean exact = true;
        for (Compiled operand : operands) {
            exact &= operand.exact();
            if (operand.node() == FilterNode.NONE) {
                return Compiled.constant(false);
            } else if (operand.node() != FilterNode.ALL) {
                add(operand.node(), nodes);
            }
        }
        if (nodes.size() < 2) {
            return new Compiled(nodes.isEmpty() ? FilterNode.ALL : nodes.get(0), exact);
        }
        return new Compiled(new AndNode(nodes), exact);
    }

    /** Adds an operand of AND, merging it with an operand on the same column if possible. */
    private static void add(FilterNode node, List<FilterNode> nodes) {
        if (node instanceof AndNode and) {
            for (FilterNode operand : and.operands()) {
                add(operand, nodes);
            }
            return;
        }
        for (int i = 0; i < nodes.size() && node instanceof LeafNode; i++) {
            LeafNode both = nodes.get(i) instanceof LeafNode there ? there.and((LeafNode) node) : null;
            if (both != null) {
                nodes.set(i, both);
                return;
            }
        }
        nodes.add(node);
    }

    private static Compiled or(List<Compiled> operands) {
        List<FilterNode> nodes = new ArrayList<>();
        boolean exact = true;
        boolean passesAll = false;
        for (Compiled operand : operands) {
            if (operand.node() == FilterNode.ALL && operand.exact()) {
                return operand;
            }
            exact &= operand.exact();
            passesAll |= operand.node() == FilterNode.ALL;
            if (operand.node() != FilterNode.NONE) {
                nodes.add(operand.node());
            }
        }
        if (passesAll || nodes.size() < 2) {
            FilterNode none = nodes.isEmpty() ? FilterNode.NONE : nodes.get(0);
            return new Compiled(passesAll ? FilterNode.ALL : none, exact);
        }
        return new Compiled(new OrNode(nodes), exact);
    }

    private Compiled compileLeaf(Predicate.Leaf leaf, boolean negated) {
        if (leaf instanceof Predicate.AnyValue) {
            return undecided(leaf);
        }
        Column column = schema.column(leaf.path());
        NamedGroup group = column == null ? NamedGroup.of(leaf, schema) : null;
        if (group != null) {
            return compileGroup(group, leaf.path().size(), negated);
        } else if (column == null) {
            boolean isNull = semantics.missingColumns() == MissingColumns.ARE_NULL
                    && !StatisticsEvaluator.namesAField(schema, leaf.path());
            TruthValues truthValues = CompiledLeaf.ofNull(leaf);
            return isNull
                    ? Compiled.constant(negated ? truthValues.mayBeFalse() : truthValues.mayBeTrue())
                    : undecided(leaf);
        }
        boolean decidable =
                column.maxRepetitionLevel() == 0 && semantics.comparesAsStored().test(column);
        CompiledLeaf compiled = decidable ? CompiledLeaf.of(leaf, column.field(), semantics.nanOrder()) : null;
        if (compiled == null) {
            return undecided(leaf);
        }
        return new Compiled(
                negated ? LeafNode.whereFalse(column, compiled) : LeafNode.whereTrue(column, compiled), true);
    }

    private Compiled compileGroup(NamedGroup group, int depth, boolean negated) {
        boolean nullsPass = group.whereNull() != negated;
        return group.isNever()
                ? Compiled.constant(!nullsPass)
                : new Compiled(new GroupNode(group.witness(semantics), depth, nullsPass), true);
    }

    private Compiled undecided(Predicate.Leaf leaf) {
        undecided.add(leaf);
        return new Compiled(FilterNode.ALL, false);
    }
}
