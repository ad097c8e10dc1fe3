package io.pq2.inspect;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.predicate.prune.BloomFilterEvaluator;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import java.util.Arrays;

/** Looks up literals in bloom filters. */
public final class BloomFilterLookup {

    private BloomFilterLookup() {}

    /**
     * Whether a column chunk may contain a value that equals a literal.
     *
     * @param filter the bloom filter of the chunk
     * @param column the column of the chunk
     * @param literal the value, converted to the form in which the column stores it. The filter excludes a literal that
     *     the column cannot store
     * @throws InvalidDataException if the literal has another type than the column, if equal values of the column
     *     have several stored forms (decimals in BYTE_ARRAY, INT96 and NaN), or if its decimals have more than 1,024
     *     bytes
     */
    public static boolean mightContain(BloomFilter filter, Column column, Literal literal) {
        Predicate.Leaf leaf = new Predicate.Comparison(column.path(), Predicate.Operator.EQ, literal);
        Column flat = new Column(column.index(), column.path(), column.field(), column.maxDefinitionLevel(), 0);
        if (!BloomFilterEvaluator.canDecide(leaf, flat)) {
            throw new InvalidDataException("a bloom filter of the column " + column.dottedPath()
                    + " says nothing about " + leaf + ": the types differ, equal values have several stored forms, or"
                    + " decimals have more than 1024 bytes");
        }
        return Arrays.stream(BloomFilterEvaluator.hashes(leaf, flat)).anyMatch(filter::mightContainHash);
    }
}
