package io.pq2.internal.geospatial;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Walks over the coordinates of well-known binary. What it reads is not believed: lengths are checked before they are used. */
final class WkbReader {

    private static final VarHandle LITTLE_INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG_INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LITTLE_DOUBLES =
            MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG_DOUBLES =
            MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.BIG_ENDIAN);

    private static final int HAS_Z = 0x80000000;
    private static final int HAS_M = 0x40000000;
    private static final int HAS_SRID = 0x20000000;
    private static final int FLAGS = HAS_Z | HAS_M | HAS_SRID;
    private static final int Z_CODE = 1000;
    private static final int M_CODE = 2000;
    private static final int END_OF_CODES = 4000;

    private static final int POINT = 1;
    private static final int LINE = 2;
    private static final int POLYGON = 3;
    private static final int POINTS = 4;
    private static final int COLLECTION = 7;
    /** Surfaces of polygons and of triangles, and one triangle. */
    private static final int POLYHEDRON = 15;

    private static final int NETWORK = 16;
    private static final int TRIANGLE = 17;

    private static final int HEADER_BYTES = 1 + Integer.BYTES;
    /** Collections within collections; deeper ones are taken for an attack on the stack. */
    private static final int MOST_NESTED = 32;

    private final CoordinateRange x;
    private final CoordinateRange y;
    private final CoordinateRange z;
    private final CoordinateRange m;

    private byte[] bytes;
    private int position;
    private int end;

    /** A reader that shows coordinates to these. */
    WkbReader(CoordinateRange x, CoordinateRange y, CoordinateRange z, CoordinateRange m) {
        this.x = x;
        this.y = y;
        this.z = z;
        this.m = m;
    }

    /** Whether shapes with a code have no edges: points, with or without further dimensions. */
    static boolean isWithoutEdges(int code) {
        int kind = code % Z_CODE;
        return kind == POINT || kind == POINTS;
    }

    /** Shows the coordinates of a shape and returns its code by ISO; -1 if the bytes are not one shape from beginning to end. */
    int read(byte[] source, int start, int length) {
        bytes = source;
        position = start;
        end = start + length;
        int code = shape(0);
        bytes = null;
        return position == end ? code : -1;
    }

    private int shape(int depth) {
        if (depth > MOST_NESTED || end - position < HEADER_BYTES || (bytes[position] & ~1) != 0) {
            return -1;
        }
        boolean little = bytes[position] == 1;
        position++;
        int flagged = nextInt(little);
        if ((flagged & HAS_SRID) != 0) {
            position += Integer.BYTES;
        }
        int code = flagged & ~FLAGS;
        if ((flagged & (HAS_Z | HAS_M)) != 0) {
            if (code >= Z_CODE) {
                return -1;
            }
            code += ((flagged & HAS_Z) != 0 ? Z_CODE : 0) + ((flagged & HAS_M) != 0 ? M_CODE : 0);
        }
        return code < END_OF_CODES && body(code % Z_CODE, code / Z_CODE, little, depth) ? code : -1;
    }

    private boolean body(int kind, int dimensions, boolean little, int depth) {
        return switch (kind) {
            case POINT -> points(1, dimensions, little);
            case LINE -> line(dimensions, little);
            case POLYGON, TRIANGLE -> rings(dimensions, little);
            case POINTS, POINTS + 1, POINTS + 2, COLLECTION, POLYHEDRON, NETWORK -> members(little, depth);
            default -> false;
        };
    }

    private boolean members(boolean little, int depth) {
        int members = count(HEADER_BYTES, little);
        for (int i = 0; i < members; i++) {
            if (shape(depth + 1) < 0) {
                return false;
            }
        }
        return members >= 0;
    }

    private boolean rings(int dimensions, boolean little) {
        int rings = count(Integer.BYTES, little);
        for (int i = 0; i < rings; i++) {
            if (!line(dimensions, little)) {
                return false;
            }
        }
        return rings >= 0;
    }

    private boolean line(int dimensions, boolean little) {
        return points(count(1, little), dimensions, little);
    }

    /** A number of parts, none of which has fewer bytes than that; -1 if there is not room for them. */
    private int count(int leastBytes, boolean little) {
        if (end - position < Integer.BYTES) {
            return -1;
        }
        int count = nextInt(little);
        return count < 0 || count > (end - position) / leastBytes ? -1 : count;
    }

    /** @param dimensions bit 0 set with z, bit 1 with m */
    private boolean points(int count, int dimensions, boolean little) {
        int width = (2 + Integer.bitCount(dimensions)) * Double.BYTES;
        if (count < 0 || count > (end - position) / width) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            x.see(nextDouble(little));
            y.see(nextDouble(little));
            if ((dimensions & 1) != 0) {
                z.see(nextDouble(little));
            }
            if ((dimensions & 2) != 0) {
                m.see(nextDouble(little));
            }
        }
        return true;
    }

    private int nextInt(boolean little) {
        int value = little ? (int) LITTLE_INTS.get(bytes, position) : (int) BIG_INTS.get(bytes, position);
        position += Integer.BYTES;
        return value;
    }

    private double nextDouble(boolean little) {
        double value =
                little ? (double) LITTLE_DOUBLES.get(bytes, position) : (double) BIG_DOUBLES.get(bytes, position);
        position += Double.BYTES;
        return value;
    }
}
