package io.pq2.geospatial;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The smallest box around the coordinates of a shape in well-known binary, in x and y. Coordinates that are NaN are passed over,
 * each for itself. Holds one box at a time; used by one thread.
 */
public final class WkbBox {

    private static final VarHandle LITTLE_INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG_INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LITTLE_DOUBLES =
            MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG_DOUBLES =
            MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.BIG_ENDIAN);

    private static final int HEADER = 1 + Integer.BYTES;
    private static final int HAS_Z = 0x80000000;
    private static final int HAS_M = 0x40000000;
    private static final int HAS_SRID = 0x20000000;
    /** Collections within collections; deeper ones are taken for an attack on the stack. */
    private static final int MAX_DEPTH = 32;

    private byte[] bytes;
    private int position;
    private int end;
    private double xmin;
    private double xmax;
    private double ymin;
    private double ymax;

    /**
     * Reads a shape.
     *
     * @return whether it has a box; not if it has no x or no y, nor if the bytes are not one shape from beginning to end
     */
    public boolean read(byte[] source, int start, int length) {
        bytes = source;
        position = start;
        end = start + length;
        xmin = Double.POSITIVE_INFINITY;
        xmax = Double.NEGATIVE_INFINITY;
        ymin = Double.POSITIVE_INFINITY;
        ymax = Double.NEGATIVE_INFINITY;
        boolean sound = shape(0) && position == end;
        bytes = null;
        return sound && xmin <= xmax && ymin <= ymax;
    }

    /** The least x of the shape read last. */
    public double xmin() {
        return xmin;
    }

    /** The greatest x of the shape read last. */
    public double xmax() {
        return xmax;
    }

    /** The least y of the shape read last. */
    public double ymin() {
        return ymin;
    }

    /** The greatest y of the shape read last. */
    public double ymax() {
        return ymax;
    }

    private boolean shape(int depth) {
        if (depth > MAX_DEPTH || end - position < HEADER || (bytes[position] & ~1) != 0) {
            return false;
        }
        boolean little = bytes[position] == 1;
        int code = readInt(position + 1, little);
        position += HEADER;
        if ((code & HAS_SRID) != 0) {
            position += Integer.BYTES;
        }
        int iso = code & ~(HAS_Z | HAS_M | HAS_SRID);
        int dimensions = 2 + Integer.bitCount(code & (HAS_Z | HAS_M));
        if (iso < 0 || iso / 1000 > 3 || (iso >= 1000 && dimensions > 2)) {
            return false;
        }
        dimensions += (iso / 1000 + 1) / 2;
        return switch (iso % 1000) {
            case 1 -> points(1, dimensions, little);
            case 2 -> points(count(little), dimensions, little);
            case 3, 17 -> rings(little, dimensions); // 17: a triangle
            case 4, 5, 6, 7, 15, 16 -> members(little, depth); // 15 and 16: surfaces of polygons and of triangles
            default -> false;
        };
    }

    private boolean rings(boolean little, int dimensions) {
        int rings = count(little);
        for (int i = 0; i < rings; i++) {
            if (!points(count(little), dimensions, little)) {
                return false;
            }
        }
        return rings >= 0;
    }

    private boolean members(boolean little, int depth) {
        int members = count(little);
        for (int i = 0; i < members; i++) {
            if (!shape(depth + 1)) {
                return false;
            }
        }
        return members >= 0;
    }

    private boolean points(int count, int dimensions, boolean little) {
        int width = dimensions * Double.BYTES;
        if (count < 0 || count > (end - position) / width) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            double x = readDouble(position, little);
            double y = readDouble(position + Double.BYTES, little);
            // comparisons with NaN are false
            xmin = x < xmin ? x : xmin;
            xmax = x > xmax ? x : xmax;
            ymin = y < ymin ? y : ymin;
            ymax = y > ymax ? y : ymax;
            position += width;
        }
        return true;
    }

    /** A number of parts; -1 if it is not there. More than the bytes can hold are noticed with the first that is missing. */
    private int count(boolean little) {
        if (end - position < Integer.BYTES) {
            return -1;
        }
        int count = readInt(position, little);
        position += Integer.BYTES;
        return count;
    }

    private int readInt(int at, boolean little) {
        return little ? (int) LITTLE_INTS.get(bytes, at) : (int) BIG_INTS.get(bytes, at);
    }

    private double readDouble(int at, boolean little) {
        return little ? (double) LITTLE_DOUBLES.get(bytes, at) : (double) BIG_DOUBLES.get(bytes, at);
    }
}
