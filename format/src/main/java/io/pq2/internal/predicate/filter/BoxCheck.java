package io.pq2.internal.predicate.filter;

import io.pq2.internal.geospatial.WkbBox;
import io.pq2.metadata.BoundingBox;

/** Passes well-known binary values whose bounding box intersects a box. */
final class BoxCheck extends BytesCheck {

    private final BoundingBox query;
    private final WkbBox box = new WkbBox();

    BoxCheck(BoundingBox query) {
        this.query = query;
    }

    @Override
    public long test(byte[] bytes, int[] starts, int[] lengths, int from, long tested) {
        long hits = 0;
        for (long left = tested; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            boolean hit = box.read(bytes, starts[from + i], lengths[from + i])
                    && SpatialBoxes.intersectsY(query, box.ymin(), box.ymax())
                    && SpatialBoxes.intersectsX(query, box.xmin(), box.xmax());
            hits |= hit ? 1L << i : 0;
        }
        return hits;
    }
}
