package io.pq2.spark.internal.runtime;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.XXH64;
import org.apache.spark.sql.sources.AlwaysFalse;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.IsNotNull;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.util.sketch.BloomFilter;
import org.jspecify.annotations.Nullable;

/**
 * A bloom filter with the hashes of the keys, which Spark creates for shuffled joins of large scans. Rows with other
 * keys may pass.
 */
public final class HashedKeys implements JoinKeys {

    private static final long serialVersionUID = 1L;

    /** The bloom filter as Spark serializes it; empty if there are no keys. */
    private final byte[] serialized;

    private final DataType type;
    private final long seed;

    private transient volatile @Nullable BloomFilter bloomFilter;
    private transient volatile @Nullable Trial trial;

    /**
     * @param serialized the bloom filter as Spark serializes it; empty if there are no keys
     * @param type the type of the keys, for which {@link #supports} is true
     * @param seed the seed of the hashes
     */
    public HashedKeys(byte[] serialized, DataType type, long seed) {
        this.serialized = serialized;
        this.type = type;
        this.seed = seed;
    }

    /** Whether keys of a type can be tested: integers, and strings without a collation. */
    public static boolean supports(DataType type) {
        return KeyCollector.supports(type) || type.equals(DataTypes.StringType);
    }

    /** Returns a filter that drops nulls, which no join finds a match for. */
    @Override
    public Filter[] filters(String column) {
        return new Filter[] {serialized.length == 0 ? new AlwaysFalse() : new IsNotNull(column)};
    }

    @Override
    public boolean canTest(PrimitiveField column) {
        if (!type.equals(DataTypes.StringType)) {
            return JoinKeys.isSignedInteger(column);
        }
        LogicalType logical = column.logicalType();
        return column.physicalType() == PhysicalType.BYTE_ARRAY
                && (logical == null || logical instanceof LogicalType.StringType);
    }

    @Override
    public Optional<CountedTest> test() {
        if (serialized.length == 0) {
            return Optional.empty();
        }
        Trial counts = loaded();
        return counts.isLost()
                ? Optional.empty()
                : Optional.of(new HashTest(this, counts, Objects.requireNonNull(bloomFilter)));
    }

    /** Reads the bloom filter on an executor, once. */
    private synchronized Trial loaded() {
        Trial counts = trial;
        if (counts == null) {
            try {
                bloomFilter = BloomFilter.readFrom(new ByteArrayInputStream(serialized));
            } catch (IOException e) {
                throw new UncheckedIOException("the bloom filter of a join cannot be read", e);
            }
            counts = new Trial();
            trial = counts;
        }
        return counts;
    }

    @Override
    public String toString() {
        return serialized.length == 0 ? "no keys" : "a bloom filter of keys";
    }

    /** Tests hashes. */
    private static final class HashTest extends CountedTest {

        private final BloomFilter bloomFilter;
        private final long seed;
        private final boolean isLong;

        HashTest(HashedKeys keys, Trial trial, BloomFilter bloomFilter) {
            super(keys, trial);
            this.bloomFilter = bloomFilter;
            this.seed = keys.seed;
            this.isLong = keys.type.equals(DataTypes.LongType);
        }

        /** Values outside the type of the keys pass, so that Spark reports them. */
        @Override
        public boolean testLong(long value) {
            if (isDropped() || !isLong && value != (int) value) {
                return true;
            }
            // Spark hashes all integers of less than 64 bits as INT.
            long hash = isLong ? XXH64.hashLong(value, seed) : XXH64.hashInt((int) value, seed);
            return counted(bloomFilter.mightContainLong(hash));
        }

        @Override
        public boolean testBytes(byte[] bytes, int start, int length) {
            return isDropped()
                    || counted(bloomFilter.mightContainLong(
                            XXH64.hashUnsafeBytes(bytes, Platform.BYTE_ARRAY_OFFSET + start, length, seed)));
        }
    }
}
