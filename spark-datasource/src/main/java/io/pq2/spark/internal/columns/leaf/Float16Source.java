package io.pq2.spark.internal.columns.leaf;

import io.pq2.internal.vector.Float16;
import io.pq2.spark.internal.vectors.FloatColumnVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import java.util.function.Consumer;

/** Shows FLOAT16 values as floats. */
final class Float16Source implements Consumer<Vector> {

    private final FloatColumnVector column;

    Float16Source(FloatColumnVector column) {
        this.column = column;
    }

    @Override
    public void accept(Vector vector) {
        float[] floats = column.scratch(vector.length());
        int[] ids = vector instanceof DictionaryVector encoded ? encoded.ids() : null;
        FixedBinaryVector values =
                (FixedBinaryVector) (vector instanceof DictionaryVector encoded ? encoded.dictionary() : vector);
        byte[] bytes = values.bytes();
        for (int i = 0; i < vector.length(); i++) {
            if (!vector.isNull(i)) {
                int position = values.offset() + (ids == null ? i : ids[i]) * Float16.BYTES;
                floats[i] = Float16.read(bytes, position);
            }
        }
        column.show(vector.length(), floats, vector.validity());
    }
}
