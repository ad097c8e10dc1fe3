package io.pq2.cli.internal.convert.arrow;

import io.pq2.cli.internal.convert.UnfitValueException;
import io.pq2.cli.internal.convert.ValueTarget;
import io.pq2.exception.CorruptFileException;
import io.pq2.schema.Shape;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Indexes of values in a dictionary, which may come after the indexes in the file format. */
final class DictionaryVector extends ArrowVector {

    private final IntToLongFunction indexes;
    private final long id;
    private final Map<Long, List<ArrowVector>> dictionaries;

    /** @param dictionaries the values by the number of their dictionary, in one or more parts */
    DictionaryVector(
            int length,
            @Nullable ByteBuffer validity,
            IntToLongFunction indexes,
            long id,
            Map<Long, List<ArrowVector>> dictionaries) {
        super(length, validity);
        this.indexes = indexes;
        this.id = id;
        this.dictionaries = dictionaries;
    }

    @Override
    void copyPresent(int index, Shape shape, ValueTarget target) throws UnfitValueException {
        List<ArrowVector> parts = dictionaries.get(id);
        if (parts == null) {
            throw new CorruptFileException("the dictionary " + id + " is missing");
        }
        long left = indexes.applyAsLong(index);
        for (ArrowVector part : parts) {
            if (left >= 0 && left < part.length()) {
                part.copy((int) left, shape, target);
                return;
            }
            left -= part.length();
        }
        throw new CorruptFileException("the index " + indexes.applyAsLong(index) + " is not in the dictionary " + id);
    }
}
