package io.pq2.bench.write;

import io.pq2.record.RecordValue;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;

/** The first rows of TPC-H {@code lineitem} at scale factor 1, in order of {@code l_orderkey}; at most 6,001,215. */
final class LineitemTable {

    private static final String SCHEMA = """
            message lineitem {
              optional int64 l_orderkey;
              optional int64 l_partkey;
              optional int64 l_suppkey;
              optional int32 l_linenumber;
              optional int64 l_quantity (DECIMAL(15, 2));
              optional int64 l_extendedprice (DECIMAL(15, 2));
              optional int64 l_discount (DECIMAL(15, 2));
              optional int64 l_tax (DECIMAL(15, 2));
              optional binary l_returnflag (STRING);
              optional binary l_linestatus (STRING);
              optional int32 l_shipdate (DATE);
              optional int32 l_commitdate (DATE);
              optional int32 l_receiptdate (DATE);
              optional binary l_shipinstruct (STRING);
              optional binary l_shipmode (STRING);
              optional binary l_comment (STRING);
            }""";

    private LineitemTable() {}

    static Table of(int rows) {
        TableBuilder table = new TableBuilder("lineitem", SCHEMA);
        for (LineItem item : new LineItemGenerator(1, 1, 1)) {
            if (table.rows() == rows) {
                break;
            }
            fill(table.row(), item);
            table.endRow();
        }
        return table.build();
    }

    private static void fill(RecordValue row, LineItem item) {
        row.setLong(0, item.getOrderKey())
                .setLong(1, item.getPartKey())
                .setLong(2, item.getSupplierKey())
                .setInt(3, item.getLineNumber())
                .setLong(4, item.getQuantity() * 100)
                .setLong(5, item.getExtendedPriceInCents())
                .setLong(6, item.getDiscountPercent())
                .setLong(7, item.getTaxPercent())
                .setString(8, item.getReturnFlag())
                .setString(9, item.getStatus())
                .setInt(10, item.getShipDate())
                .setInt(11, item.getCommitDate())
                .setInt(12, item.getReceiptDate())
                .setString(13, item.getShipInstructions())
                .setString(14, item.getShipMode())
                .setString(15, item.getComment());
    }
}
