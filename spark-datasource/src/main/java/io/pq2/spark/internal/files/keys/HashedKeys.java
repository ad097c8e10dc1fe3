package io.pq2.spark.internal.files.keys;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.XXH64;
import org.apache.spark.sql.sources.AlwaysFalse;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.IsNotNull;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.util.sketch.BloomFilter;

/**
 * A bloom filter with the hashes of the keys, which Spark creates for shuffled joins of large scans. Rows with other
 * keys may pass.
 */
public final class HashedKeys implements JoinKeys {

    private static final long serialVersionUID = 1L;

    /** The bloom filter as Spark serializes it; empty if there are no keys. */
    private final byte[] serialized;

    /** Spark's types are serializable, although their common class does not say so. */
    @SuppressWarnings("serial")
    private final DataType type;

    private final long seed;

    private final SharedKeys<BloomFilter> shared = new SharedKeys<>();

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

    /** Whether keys of a type can be tested: all but floating-point numbers, collated strings and nested types. */
    public static boolean supports(DataType type) {
        return KeyForm.of(type) != KeyForm.NONE;
    }

    @Override
    public DataType type() {
        return type;
    }

    /** Returns a filter that drops nulls, which no join finds a match for. */
    @Override
    public Filter[] filters(String column) {
        return new Filter[] {serialized.length == 0 ? new AlwaysFalse() : new IsNotNull(column)};
    }

    @Override
    public Optional<CountedLookup> test(StoredKeys column) {
        return serialized.length == 0
                ? Optional.empty()
                : shared.test(this::read, (bloomFilter, trial) -> new HashTest(this, column, bloomFilter, trial));
    }

    private BloomFilter read() {
        try {
            return BloomFilter.readFrom(new ByteArrayInputStream(serialized));
        } catch (IOException e) {
            throw new UncheckedIOException("the bloom filter of a join cannot be read", e);
        }
    }

    @Override
    public String toString() {
        return serialized.length == 0 ? "no keys" : "a bloom filter of keys";
    }

    /** Tests the hashes that Spark has of values. */
    private static final class HashTest extends CountedLookup {

        private final BloomFilter bloomFilter;
        private final long seed;
        private final boolean isInt;

        HashTest(HashedKeys keys, StoredKeys column, BloomFilter bloomFilter, Trial trial) {
            super(keys, column, trial);
            this.bloomFilter = bloomFilter;
            this.seed = keys.seed;
            this.isInt = KeyForm.isInt(keys.type);
        }

        @Override
        boolean isKey(long number) {
            long hash = isInt ? XXH64.hashInt((int) number, seed) : XXH64.hashLong(number, seed);
            return bloomFilter.mightContainLong(hash);
        }

        @Override
        boolean isKey(byte[] bytes, int start, int length) {
            return bloomFilter.mightContainLong(
                    XXH64.hashUnsafeBytes(bytes, Platform.BYTE_ARRAY_OFFSET + start, length, seed));
        }
    }
}
