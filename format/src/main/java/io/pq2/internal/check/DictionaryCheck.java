package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.exception.FileLocation;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.metadata.DictionaryPageHeader;
import io.pq2.read.StoredPage;
import io.pq2.schema.Column;
import io.pq2.vector.Vector;

/** Compares the header of a dictionary page with its entries. */
final class DictionaryCheck {

    private DictionaryCheck() {}

    static void check(
            StoredPage page, Vector entries, Column column, MinMaxOrder order, Findings findings, FileLocation place) {
        DictionaryPageHeader header = page.header().dictionaryPageHeader();
        boolean sorted = header != null && Boolean.TRUE.equals(header.isSorted());
        if (!sorted || order == MinMaxOrder.UNDEFINED) {
            return;
        }
        for (int i = 1; i < entries.length(); i++) {
            if (order.compare(PlainBytesOf.slot(entries, i - 1), PlainBytesOf.slot(entries, i)) > 0) {
                findings.error(
                        Rule.PAGE,
                        place,
                        "is_sorted of the dictionary is true, but entry " + i + " of the column " + column.dottedPath()
                                + " is less than the one before");
                return;
            }
        }
    }
}
