package io.pq2.spark.internal.kernel.values;

import org.jspecify.annotations.NullUnmarked;

/** Which slots of values are null. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class Nulls {

    private boolean[] buffer = {};

    /** Returns the slots that are null in one of two columns; null if none is. Valid until the next call. */
    boolean[] either(boolean[] left, boolean[] right, int rows) {
        if (left == null) {
            return right;
        }
        if (right == null || right == left) {
            return left;
        }
        if (buffer.length < rows) {
            buffer = new boolean[rows];
        }
        for (int i = 0; i < rows; i++) {
            buffer[i] = left[i] || right[i];
        }
        return buffer;
    }
}
