package io.pq2.spark.internal.files.keys;

import java.io.Serializable;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What all tests of a filter share on an executor: the keys in the form of a lookup, and the counts of the tests. Sent
 * to an executor without either. Thread-safe.
 *
 * @param <K> the form of a lookup
 */
final class SharedKeys<K> implements Serializable {

    private static final long serialVersionUID = 1L;

    private record Loaded<K>(K keys, Trial trial) {}

    private transient @Nullable Loaded<K> loaded;

    /**
     * Returns a test of single values; empty if the filter was dropped because it excludes few values.
     *
     * @param creation creates the lookup, once on an executor
     * @param test creates a test
     */
    Optional<CountedLookup> test(Supplier<K> creation, BiFunction<K, Trial, CountedLookup> test) {
        Loaded<K> shared = loaded(creation);
        return shared.trial().isLost() ? Optional.empty() : Optional.of(test.apply(shared.keys(), shared.trial()));
    }

    private synchronized Loaded<K> loaded(Supplier<K> creation) {
        Loaded<K> shared = loaded;
        if (shared == null) {
            shared = new Loaded<>(creation.get(), new Trial());
            loaded = shared;
        }
        return shared;
    }
}
