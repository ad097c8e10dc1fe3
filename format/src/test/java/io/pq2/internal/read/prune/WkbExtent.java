package io.pq2.internal.read.prune;

import io.pq2.metadata.BoundingBox;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** The extent of a well-known binary shape, with type codes of ISO and of PostGIS. */
final class WkbExtent {

    private static final int SRID = 0x20000000;
    private static final int M = 0x40000000;
    private static final int Z = 0x80000000;

    private final List<Double> x = new ArrayList<>();
    private final List<Double> y = new ArrayList<>();
    private ByteBuffer bytes;

    private WkbExtent() {}

    /** Returns the extent of a shape, which is empty for an invalid shape. */
    static WkbExtent of(byte[] wkb) {
        WkbExtent extent = new WkbExtent();
        extent.bytes = ByteBuffer.wrap(wkb);
        try {
            extent.shape();
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return new WkbExtent();
        }
        return extent.bytes.hasRemaining() ? new WkbExtent() : extent;
    }

    private void shape() {
        byte order = bytes.get();
        if (order != 0 && order != 1) {
            throw new IllegalArgumentException("byte order " + order);
        }
        bytes.order(order == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int code = bytes.getInt();
        if ((code & SRID) != 0) {
            bytes.getInt();
        }
        int iso = code & ~(SRID | M | Z);
        int dimensions = iso / 1000;
        if (dimensions > 3) {
            throw new IllegalArgumentException("code " + code);
        }
        int coordinates = 2
                + (dimensions == 3 ? 2 : Math.min(dimensions, 1))
                + ((code & Z) != 0 ? 1 : 0)
                + ((code & M) != 0 ? 1 : 0);
        switch (iso % 1000) {
            case 1 -> points(1, coordinates);
            case 2 -> points(count(), coordinates);
            case 3, 17 -> {
                for (int rings = count(); rings > 0; rings--) {
                    points(count(), coordinates);
                }
            }
            case 4, 5, 6, 7, 15, 16 -> {
                for (int parts = count(); parts > 0; parts--) {
                    ByteOrder outer = bytes.order();
                    shape();
                    bytes.order(outer);
                }
            }
            default -> throw new IllegalArgumentException("code " + code);
        }
    }

    private int count() {
        int count = bytes.getInt();
        if (count < 0) {
            throw new IllegalArgumentException(count + " parts");
        }
        return count;
    }

    private void points(int count, int coordinates) {
        for (int i = 0; i < count; i++) {
            add(bytes.getDouble(), x);
            add(bytes.getDouble(), y);
            for (int other = 2; other < coordinates; other++) {
                bytes.getDouble();
            }
        }
    }

    private static void add(double coordinate, List<Double> axis) {
        if (!Double.isNaN(coordinate)) {
            axis.add(coordinate);
        }
    }

    /** Returns a point of the shape, or 0, 0 for an empty extent. */
    double[] corner() {
        return x.isEmpty() || y.isEmpty() ? new double[2] : new double[] {x.get(0), y.get(0)};
    }

    boolean intersects(BoundingBox box) {
        if (x.isEmpty() || y.isEmpty()) {
            return false;
        }
        DoubleSummaryStatistics ofX = x.stream().mapToDouble(value -> value).summaryStatistics();
        DoubleSummaryStatistics ofY = y.stream().mapToDouble(value -> value).summaryStatistics();
        boolean east = ofX.getMax() >= box.xmin();
        boolean west = ofX.getMin() <= box.xmax();
        return (box.xmin() > box.xmax() ? east || west : east && west)
                && box.ymin() <= box.ymax()
                && ofY.getMax() >= box.ymin()
                && ofY.getMin() <= box.ymax();
    }
}
