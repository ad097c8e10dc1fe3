package io.pq2.bench.write;

import java.util.List;
import java.util.function.IntFunction;

/**
 * Generates a table.
 *
 * @param name the name
 * @param share the number of rows as a share of the rows of {@code lineitem}
 * @param maker generates the table with a number of rows; deterministic
 */
public record TableRecipe(String name, double share, IntFunction<Table> maker) {

    /** All tables. */
    public static final List<TableRecipe> ALL = List.of(
            new TableRecipe("lineitem", 1, LineitemTable::of),
            new TableRecipe("nested", 0.25, NestedTable::of),
            new TableRecipe("floats", 0.75, FloatTable::of),
            new TableRecipe("texts", 0.15, TextTable::of));

    /**
     * Generates the table.
     *
     * @param rows the rows of {@code lineitem}
     */
    public Table make(int rows) {
        return maker.apply(Math.max(1, (int) (rows * share)));
    }
}
