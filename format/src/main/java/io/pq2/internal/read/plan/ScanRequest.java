package io.pq2.internal.read.plan;

import io.pq2.read.OnCorruption;
import io.pq2.schema.Column;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants to read of a file.
 *
 * @param columns selects the columns of the output
 * @param order the position of a selected column in the output. The top-level field with the smallest position comes
 *     first
 * @param rowGroups selects row groups by their index in the file
 * @param split the part of the file to read
 * @param rows the rows of the file to read
 * @param filter the filter; absent if every row matches
 * @param onCorruption what damage of the file leads to
 * @param fewRows whether the caller may stop after a few rows, so that little is requested ahead
 */
public record ScanRequest(
        Predicate<Column> columns,
        ToIntFunction<Column> order,
        IntPredicate rowGroups,
        SplitRange split,
        RowRange rows,
        @Nullable ScanFilter filter,
        OnCorruption onCorruption,
        boolean fewRows) {}
