package io.pq2.internal.rewrite;

import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.metadata.ColumnOrder;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The orders of the bounds in the new file: those of the inputs where these agree, otherwise the orders of the types.
 * Bounds that follow another order than that do not go into the new file.
 */
public final class MinMaxOrders {

    private final List<Column> columns;
    /** By kept column; null where bounds have no order in any of the inputs. */
    private final List<ColumnOrder> orders = new ArrayList<>();

    private final boolean totalOrder;
    private final boolean absent;

    /** @param encodes whether row groups may be written anew, whose bounds need an order */
    public MinMaxOrders(List<ParquetFile> inputs, RetainedColumns kept, boolean encodes) {
        this.columns = kept.columns();
        boolean allTotal = true;
        boolean noneHasOrders =
                inputs.stream().allMatch(input -> input.metadata().columnOrders() == null);
        this.absent = noneHasOrders && !encodes;
        for (Column column : columns) {
            ColumnOrder common = common(inputs, column);
            orders.add(common);
            allTotal &= !isFloating(column) || common == ColumnOrder.IEEE_754_TOTAL_ORDER;
        }
        this.totalOrder = allTotal && columns.stream().anyMatch(MinMaxOrders::isFloating);
        for (int i = 0; i < orders.size(); i++) {
            boolean ofType = orders.get(i) == null || (encodes && isFloating(columns.get(i)) && !totalOrder);
            if (ofType && !absent) {
                orders.set(i, ColumnOrder.TYPE_ORDER);
            }
        }
    }

    private static ColumnOrder common(List<ParquetFile> inputs, Column column) {
        ColumnOrder common = order(inputs.get(0), column);
        for (ParquetFile input : inputs) {
            if (order(input, column) != common) {
                return null;
            }
        }
        return common == ColumnOrder.UNKNOWN ? null : common;
    }

    private static ColumnOrder order(ParquetFile input, Column column) {
        List<ColumnOrder> all = input.metadata().columnOrders();
        return all == null || column.index() >= all.size() ? null : all.get(column.index());
    }

    private static boolean isFloating(Column column) {
        return MinMaxOrder.of(column.field(), true).isTotal();
    }

    /** Whether what is written anew has the bounds of floating point numbers in total order. */
    public boolean totalOrder() {
        return totalOrder;
    }

    /** For the footer; null if bounds have no order. */
    public List<ColumnOrder> metadata() {
        return absent ? null : orders;
    }

    /**
     * Whether bounds of an input may go into the new file.
     *
     * @param index among the kept columns
     */
    boolean fits(ParquetFile input, int index) {
        return Objects.equals(order(input, columns.get(index)), absent ? null : orders.get(index));
    }
}
