package io.pq2.bench.write;

import java.util.List;
import java.util.function.IntFunction;

/**
 * How to make a table.
 *
 * @param name its name
 * @param share its rows, as a share of those of {@code lineitem}
 * @param maker makes it of so many rows, the same ones each time
 */
public record TableRecipe(String name, double share, IntFunction<Table> maker) {

    /** All tables. */
    public static final List<TableRecipe> ALL = List.of(
            new TableRecipe("lineitem", 1, LineitemTable::of),
            new TableRecipe("nested", 0.25, NestedTable::of),
            new TableRecipe("floats", 0.75, FloatTable::of),
            new TableRecipe("texts", 0.15, TextTable::of));

    /**
     * The table.
     *
     * @param rows the rows of {@code lineitem}
     */
    public Table make(int rows) {
        return maker.apply(Math.max(1, (int) (rows * share)));
    }
}
