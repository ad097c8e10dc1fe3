package io.pq2.internal.geospatial;

import io.pq2.internal.io.LittleEndian;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads the coordinates of geometries in well-known binary. Checks all lengths before it uses them, so any bytes are
 * safe.
 */
final class WkbReader {

    private static final VarHandle BIG_INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_DOUBLES =
            MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.BIG_ENDIAN);

    private static final int HAS_Z = 0x80000000;
    private static final int HAS_M = 0x40000000;
    private static final int HAS_SRID = 0x20000000;
    private static final int FLAGS = HAS_Z | HAS_M | HAS_SRID;
    private static final int Z_CODE = 1000;
    private static final int M_CODE = 2000;
    private static final int CODES_END = 4000;

    private static final int POINT = 1;
    private static final int LINE_STRING = 2;
    private static final int POLYGON = 3;
    private static final int MULTI_POINT = 4;
    private static final int MULTI_LINE_STRING = 5;
    private static final int MULTI_POLYGON = 6;
    private static final int COLLECTION = 7;
    private static final int POLYHEDRAL_SURFACE = 15;
    /** A triangulated irregular network. */
    private static final int TIN = 16;

    private static final int TRIANGLE = 17;

    private static final int HEADER_BYTES = 1 + Integer.BYTES;
    /** The maximum depth of nested collections, which limits recursion. */
    private static final int MAX_DEPTH = 32;

    private final CoordinateRange x;
    private final CoordinateRange y;
    private final CoordinateRange z;
    private final CoordinateRange m;

    private byte[] bytes = {};
    private int position;
    private int end;

    /** Creates a reader that adds the coordinates to these ranges. */
    WkbReader(CoordinateRange x, CoordinateRange y, CoordinateRange z, CoordinateRange m) {
        this.x = x;
        this.y = y;
        this.z = z;
        this.m = m;
    }

    /** Whether geometries with a type code have no edges: points and multiple points, in any dimensions. */
    static boolean isWithoutEdges(int code) {
        int kind = code % Z_CODE;
        return kind == POINT || kind == MULTI_POINT;
    }

    /** Reads a geometry and returns its ISO type code, or -1 if the bytes are not exactly one valid geometry. */
    int read(byte[] source, int start, int length) {
        bytes = source;
        position = start;
        end = start + length;
        int code = geometry(0);
        return position == end ? code : -1;
    }

    private int geometry(int depth) {
        if (depth > MAX_DEPTH || end - position < HEADER_BYTES || (bytes[position] & ~1) != 0) {
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
        return code < CODES_END && body(code % Z_CODE, code / Z_CODE, little, depth) ? code : -1;
    }

    private boolean body(int kind, int dimensions, boolean little, int depth) {
        return switch (kind) {
            case POINT -> points(1, dimensions, little);
            case LINE_STRING -> line(dimensions, little);
            case POLYGON, TRIANGLE -> rings(dimensions, little);
            case MULTI_POINT, MULTI_LINE_STRING, MULTI_POLYGON, COLLECTION, POLYHEDRAL_SURFACE, TIN ->
                members(little, depth);
            default -> false;
        };
    }

    private boolean members(boolean little, int depth) {
        int members = count(HEADER_BYTES, little);
        for (int i = 0; i < members; i++) {
            if (geometry(depth + 1) < 0) {
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

    /** Reads a number of parts with at least {@code minBytes} each; -1 if they do not fit into the remaining bytes. */
    private int count(int minBytes, boolean little) {
        if (end - position < Integer.BYTES) {
            return -1;
        }
        int count = nextInt(little);
        return count < 0 || count > (end - position) / minBytes ? -1 : count;
    }

    /**
     * Reads points.
     *
     * @param dimensions bit 0 is set if the points have z, bit 1 if they have m
     */
    private boolean points(int count, int dimensions, boolean little) {
        int width = (2 + Integer.bitCount(dimensions)) * Double.BYTES;
        if (count < 0 || count > (end - position) / width) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            x.add(nextDouble(little));
            y.add(nextDouble(little));
            if ((dimensions & 1) != 0) {
                z.add(nextDouble(little));
            }
            if ((dimensions & 2) != 0) {
                m.add(nextDouble(little));
            }
        }
        return true;
    }

    private int nextInt(boolean little) {
        int value = little ? LittleEndian.getInt(bytes, position) : (int) BIG_INTS.get(bytes, position);
        position += Integer.BYTES;
        return value;
    }

    private double nextDouble(boolean little) {
        double value = little
                ? Double.longBitsToDouble(LittleEndian.getLong(bytes, position))
                : (double) BIG_DOUBLES.get(bytes, position);
        position += Double.BYTES;
        return value;
    }
}
