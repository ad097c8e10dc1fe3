package io.pq2.inspect;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.internal.inspect.PlainVector;
import io.pq2.internal.record.JavaValues;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Vector;
import java.time.DateTimeException;
import org.jspecify.annotations.Nullable;

/** Interprets values in the PLAIN encoding, such as the min and max of statistics. */
public final class PlainValue {

    private PlainValue() {}

    /**
     * Returns the Java value of a stored value, with the classes of {@link io.pq2.record.Row#get(int)}.
     *
     * @param column the column
     * @param plain the value in the PLAIN encoding, BYTE_ARRAY without its length
     * @return null if the bytes are no value of the column's type
     */
    public static @Nullable Object of(Column column, byte[] plain) {
        Vector vector = PlainVector.of(column.field(), plain);
        return vector == null ? null : of(column, vector, 0);
    }

    /**
     * Returns the Java value of a slot of a column's vector, such as a dictionary, with the classes of
     * {@link io.pq2.record.Row#get(int)}.
     *
     * @param column the column
     * @param vector a vector of the column's physical type
     * @param slot the index of a slot, which is not null
     * @return null if the value is out of the range of the column's logical type
     */
    public static @Nullable Object of(Column column, Vector vector, int slot) {
        Shape.Leaf leaf = new Shape.Leaf(column, false, 0, 0, 0);
        try {
            return JavaValues.get(leaf, vector, slot, FileLocation.UNKNOWN);
        } catch (CorruptFileException | DateTimeException | ArithmeticException e) {
            return null;
        }
    }
}
