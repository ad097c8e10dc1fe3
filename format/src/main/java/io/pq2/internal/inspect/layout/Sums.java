package io.pq2.internal.inspect.layout;

import io.pq2.inspect.FileLayout;
import io.pq2.inspect.FileLayout.RowGroupPart;
import io.pq2.internal.exception.NumberText;

/** The sizes of the parts of a file, in words. */
final class Sums {

    private Sums() {}

    static String line(FileLayout layout) {
        long rows = layout.rowGroups().stream().mapToLong(RowGroupPart::rows).sum();
        long pages = layout.rowGroups().stream().mapToLong(RowGroupPart::bytes).sum();
        return NumberText.bytes(layout.length()) + ", " + NumberText.of(rows, "row") + ", "
                + NumberText.of(layout.rowGroups().size(), "row group") + ": pages " + NumberText.bytes(pages)
                + ", page indexes " + NumberText.bytes(layout.indexBytes())
                + (layout.bloomFilterBytes() > 0
                        ? ", bloom filters " + NumberText.bytes(layout.bloomFilterBytes())
                        : "")
                + ", footer " + NumberText.bytes(layout.footerBytes());
    }
}
