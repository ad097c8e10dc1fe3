package io.pq2.internal.predicate.prune;

import io.pq2.internal.bloomfilter.ValueHash;
import io.pq2.internal.predicate.filter.ColumnTerms;
import io.pq2.internal.predicate.filter.LiteralPosition;
import io.pq2.internal.vector.Float16;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Evaluates conditions with a column chunk's bloom filter, which can show that no value equals a literal. Literals
 * are hashed in the form in which the column stores them. A literal that the column cannot store equals no value.
 *
 * <p>Nothing is known where equal values have several stored forms: decimals in BYTE_ARRAY, INT96, and NaN. For zero,
 * both signs are looked up. Decimals of more than {@value #MAX_DECIMAL_BYTES} bytes are not looked up.
 */
public final class BloomFilterEvaluator {

    /**
     * The largest width of decimals that are looked up, in bytes. A literal is hashed in the width of the column, which
     * the file claims. Literals have at most 700 digits, which need less.
     */
    private static final int MAX_DECIMAL_BYTES = 1 << 10;

    private BloomFilterEvaluator() {}

    /** Whether reading the column's bloom filter may decide the condition. */
    public static boolean canDecide(Predicate.Leaf leaf, Column column) {
        List<Literal> literals = ColumnTerms.equals(literals(leaf), column.field());
        if (literals.isEmpty() || (column.maxRepetitionLevel() > 0 && !(leaf instanceof Predicate.AnyValue))) {
            return false;
        }
        for (Literal literal : literals) {
            if (!canDecide(literal, column.field())) {
                return false;
            }
        }
        return true;
    }

    /** Whether all values that equal the literal are stored in one short form, apart from the sign of zero. */
    private static boolean canDecide(Literal literal, PrimitiveField field) {
        if (!LiteralPosition.comparable(literal, field) || literal.isNan()) {
            return false;
        }
        return switch (field.physicalType()) {
            case INT32, INT64, FLOAT, DOUBLE -> true;
            case FIXED_LEN_BYTE_ARRAY ->
                !(field.logicalType() instanceof LogicalType.DecimalType) || field.typeLength() <= MAX_DECIMAL_BYTES;
            case BYTE_ARRAY -> !(field.logicalType() instanceof LogicalType.DecimalType);
            case BOOLEAN, INT96 -> false;
        };
    }

    /**
     * Returns the literals of a condition that is true only for values that equal one of them; empty for other
     * conditions.
     */
    private static List<Literal> literals(Predicate.Leaf leaf) {
        if (leaf instanceof Predicate.AnyValue any) {
            return literals(any.condition());
        } else if (leaf instanceof Predicate.Comparison comparison && comparison.operator() == Predicate.Operator.EQ) {
            return List.of(comparison.literal());
        } else if (leaf instanceof Predicate.EqualNullSafe equal && equal.literal() != null) {
            return List.of(equal.literal());
        }
        return leaf instanceof Predicate.In in ? in.literals() : List.of();
    }

    /**
     * Returns the hashes of the literals of a condition for which {@link #canDecide} is true. If the filter contains
     * none of them, {@link #truthValuesWithoutMatch} has the truth values.
     *
     * @return an empty array if the column can store none of the literals
     */
    public static long[] hashes(Predicate.Leaf leaf, Column column) {
        LongStream.Builder hashes = LongStream.builder();
        for (Literal literal : ColumnTerms.equals(literals(leaf), column.field())) {
            addHashes(literal, column.field(), hashes);
        }
        return hashes.build().toArray();
    }

    /** Returns the truth values if no non-null value equals a literal. */
    public static TruthValues truthValuesWithoutMatch(Predicate.Leaf leaf, boolean mayHaveNull) {
        if (leaf instanceof Predicate.AnyValue any) {
            return LeafStatisticsEvaluator.ofAnyValue(truthValuesWithoutMatch(any.condition(), mayHaveNull));
        }
        boolean unknownToo = leaf instanceof Predicate.In in && in.containsNull();
        TruthValues truthValues = unknownToo ? TruthValues.UNKNOWN : TruthValues.FALSE;
        return mayHaveNull ? truthValues.union(LeafStatisticsEvaluator.truthValuesOfNull(leaf)) : truthValues;
    }

    private static void addHashes(Literal literal, PrimitiveField field, LongStream.Builder hashes) {
        switch (field.physicalType()) {
            case INT32, INT64 -> {
                BigInteger stored = LiteralPosition.of(literal, field).stored(field);
                if (stored != null) {
                    hashes.add(ValueHash.hash(field, stored(field, stored)));
                }
            }
            case FLOAT, DOUBLE -> addHashes((Double) literal.value(), field, hashes);
            default -> addHashesOfBytes(literal, field, hashes);
        }
    }

    /** Returns the signed number with the bits of a stored integer. */
    private static long stored(PrimitiveField field, BigInteger integer) {
        return LiteralPosition.isWide(field) ? integer.longValue() : integer.intValue();
    }

    private static void addHashes(double number, PrimitiveField field, LongStream.Builder hashes) {
        if (number == 0) {
            hashes.add(ValueHash.hash(field, 0.0));
            hashes.add(ValueHash.hash(field, -0.0));
        } else if (field.physicalType() == PhysicalType.DOUBLE || (float) number == number) {
            hashes.add(ValueHash.hash(field, number));
        }
    }

    private static void addHashesOfBytes(Literal literal, PrimitiveField field, LongStream.Builder hashes) {
        if (literal.value() instanceof ByteString text) {
            byte[] bytes = text.bytes();
            if (field.typeLength() == 0 || field.typeLength() == bytes.length) {
                hashes.add(hash(field, bytes));
            }
        } else if (literal.value() instanceof Double number) {
            addHashesOfFloat16(number, field, hashes);
        } else {
            LiteralPosition position = LiteralPosition.of(literal, field);
            boolean fits = position.floor().bitLength() < field.typeLength() * Byte.SIZE;
            if (position.exact() && fits) {
                hashes.add(hash(field, position.fixedBytes(field.typeLength())));
            }
        }
    }

    private static void addHashesOfFloat16(double number, PrimitiveField field, LongStream.Builder hashes) {
        if (number == 0) {
            hashes.add(hash(field, Float16.bytes(Float16.ofFloat(0.0f))));
            hashes.add(hash(field, Float16.bytes(Float16.ofFloat(-0.0f))));
        } else if (Float16.isExact(number)) {
            hashes.add(hash(field, Float16.bytes(Float16.ofFloat((float) number))));
        }
    }

    private static long hash(PrimitiveField field, byte[] bytes) {
        return ValueHash.hash(field, bytes, 0, bytes.length);
    }
}
