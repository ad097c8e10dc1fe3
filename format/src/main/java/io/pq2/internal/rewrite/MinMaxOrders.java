package io.pq2.internal.rewrite;

import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.metadata.ColumnOrder;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The order of min and max of each column in the new file: the order of the inputs if they agree, otherwise the order
 * of the type. Min and max in another order are not copied.
 */
public final class MinMaxOrders {

    private final List<Column> columns;
    /** By retained column; absent when min and max have no order in any input. */
    private final List<@Nullable ColumnOrder> orders = new ArrayList<>();

    private final boolean totalOrder;
    private final boolean absent;

    /** @param encodes whether row groups may be encoded again, which gives their min and max an order */
    public MinMaxOrders(List<ParquetFile> inputs, RetainedColumns kept, boolean encodes) {
        this.columns = kept.columns();
        boolean allTotal = true;
        boolean noneHasOrders =
                inputs.stream().allMatch(input -> input.metadata().columnOrders() == null);
        this.absent = noneHasOrders && !encodes;
        for (Column column : columns) {
            ColumnOrder common = changes(inputs, kept, column) ? null : common(inputs, column);
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

    /** Whether a column gets another type, to whose min and max the order of the old type does not apply. */
    private static boolean changes(List<ParquetFile> inputs, RetainedColumns kept, Column column) {
        return inputs.stream()
                .anyMatch(input -> kept.changes(input.schema().columns().get(column.index())));
    }

    private static @Nullable ColumnOrder common(List<ParquetFile> inputs, Column column) {
        ColumnOrder common = order(inputs.get(0), column);
        for (ParquetFile input : inputs) {
            if (order(input, column) != common) {
                return null;
            }
        }
        return common == ColumnOrder.UNKNOWN ? null : common;
    }

    private static @Nullable ColumnOrder order(ParquetFile input, Column column) {
        List<ColumnOrder> all = input.metadata().columnOrders();
        return all == null || column.index() >= all.size() ? null : all.get(column.index());
    }

    private static boolean isFloating(Column column) {
        return MinMaxOrder.of(column.field(), true).isTotal();
    }

    /** Whether row groups that are encoded again have min and max of floating-point columns in total order. */
    public boolean totalOrder() {
        return totalOrder;
    }

    /** Returns the orders for the footer; absent when min and max have no order. */
    public @Nullable List<ColumnOrder> metadata() {
        return absent ? null : orders;
    }

    /**
     * Whether min and max of an input column follow the order of the new file.
     *
     * @param index the index of the column among the retained columns
     */
    boolean fits(ParquetFile input, int index) {
        return Objects.equals(order(input, columns.get(index)), absent ? null : orders.get(index));
    }
}
