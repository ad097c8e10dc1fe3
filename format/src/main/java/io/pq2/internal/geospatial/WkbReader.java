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

    /** No certain kind of geometry. */
    private static final int ANY = 0;

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
    private String problem = "";
    private int problemPosition;

    /** Creates a reader that adds the coordinates to these ranges. */
    WkbReader(CoordinateRange x, CoordinateRange y, CoordinateRange z, CoordinateRange m) {
        this.x = x;
        this.y = y;
        this.z = z;
        this.m = m;
    }

    /** Whether geometries with a type code are single points, in any dimensions. */
    static boolean isPoint(int code) {
        return code % Z_CODE == POINT;
    }

    /** Whether geometries with a type code have no edges: points and multiple points, in any dimensions. */
    static boolean isWithoutEdges(int code) {
        int kind = code % Z_CODE;
        return kind == POINT || kind == MULTI_POINT;
    }

    /**
     * Reads a geometry and returns its ISO type code, or -1 if the bytes are not exactly one valid geometry; then
     * {@link #problem()} and {@link #problemPosition()} tell why.
     */
    int read(byte[] source, int start, int length) {
        bytes = source;
        position = start;
        end = start + length;
        int code = geometry(ANY, 0);
        if (code >= 0 && position != end) {
            code = fail("more bytes follow the geometry");
        }
        problemPosition -= start;
        return code;
    }

    /** Returns what made the last read fail. */
    String problem() {
        return problem;
    }

    /** Returns where the last read failed, in bytes from the start of the value. */
    int problemPosition() {
        return problemPosition;
    }

    private int fail(String what) {
        problem = what;
        problemPosition = position;
        return -1;
    }

    /**
     * Reads a geometry.
     *
     * @param required the kind that a member must have, or {@link #ANY}
     */
    private int geometry(int required, int depth) {
        if (depth > MAX_DEPTH) {
            return fail("collections are nested more than " + MAX_DEPTH + " deep");
        }
        if (end - position < HEADER_BYTES) {
            return fail("the header of a geometry is cut off");
        }
        if ((bytes[position] & ~1) != 0) {
            return fail("the byte order is neither 0 nor 1");
        }
        boolean little = bytes[position] == 1;
        position++;
        int code = code(little);
        if (code < 0) {
            return code;
        }
        int kind = code % Z_CODE;
        if (required != ANY && kind != required) {
            position -= Integer.BYTES;
            return fail("a member has type code " + code + ", but must have kind " + required);
        }
        return body(kind, code / Z_CODE, little, depth) ? code : -1;
    }

    /** Reads a type code, and the reference system that may follow it. */
    private int code(boolean little) {
        int flagged = nextInt(little);
        int code = flagged & ~FLAGS;
        boolean extended = (flagged & (HAS_Z | HAS_M)) != 0;
        int kind = code % Z_CODE;
        boolean known = kind >= POINT && kind <= COLLECTION || kind >= POLYHEDRAL_SURFACE && kind <= TRIANGLE;
        if (!known || code >= CODES_END || extended && code >= Z_CODE) {
            position -= Integer.BYTES;
            return fail("unknown type code " + Integer.toUnsignedString(flagged));
        }
        if ((flagged & HAS_SRID) != 0) {
            if (end - position < Integer.BYTES) {
                return fail("the number of the reference system is cut off");
            }
            position += Integer.BYTES;
        }
        return code + ((flagged & HAS_Z) != 0 ? Z_CODE : 0) + ((flagged & HAS_M) != 0 ? M_CODE : 0);
    }

    private boolean body(int kind, int dimensions, boolean little, int depth) {
        return switch (kind) {
            case POINT -> points(1, dimensions, little);
            case LINE_STRING -> line(dimensions, little);
            case POLYGON, TRIANGLE -> rings(dimensions, little);
            case MULTI_POINT -> members(POINT, little, depth);
            case MULTI_LINE_STRING -> members(LINE_STRING, little, depth);
            case MULTI_POLYGON, POLYHEDRAL_SURFACE -> members(POLYGON, little, depth);
            case TIN -> members(TRIANGLE, little, depth);
            default -> members(ANY, little, depth);
        };
    }

    private boolean members(int kind, boolean little, int depth) {
        int members = count(HEADER_BYTES, little);
        for (int i = 0; i < members; i++) {
            if (geometry(kind, depth + 1) < 0) {
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
            return fail("a count is cut off");
        }
        int count = nextInt(little);
        if (count < 0 || count > (end - position) / minBytes) {
            position -= Integer.BYTES;
            return fail("the count " + Integer.toUnsignedString(count) + " exceeds the remaining bytes");
        }
        return count;
    }

    /**
     * Reads points.
     *
     * @param dimensions bit 0 is set if the points have z, bit 1 if they have m
     */
    private boolean points(int count, int dimensions, boolean little) {
        int width = (2 + Integer.bitCount(dimensions)) * Double.BYTES;
        if (count < 0) {
            return false;
        }
        if (count > (end - position) / width) {
            fail("the coordinates of " + count + " points are cut off");
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
