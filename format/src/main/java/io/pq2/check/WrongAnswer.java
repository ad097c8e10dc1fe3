package io.pq2.check;

import io.pq2.exception.FileLocation;
import io.pq2.predicate.SkipReason;
import org.jspecify.annotations.Nullable;

/**
 * A wrong answer that a scan or an aggregate gives because it believes what a file says about a column chunk. If a
 * pruning step gives several wrong answers about a chunk, this is the one that loses most rows.
 *
 * @param location the file, the row group and the column
 * @param createdBy the application that wrote the file, {@code created_by} of the footer; absent if the footer has none
 * @param step the pruning step that gives the wrong answer when it is the only one; {@link SkipReason#ROW_FILTER} if
 *     the answer is wrong without any pruning, which is a defect of this library; absent if only several steps
 *     together give it
 * @param question the filter in its {@link io.pq2.predicate.PredicateText text form}, the aggregate, or the rows that
 *     are read alone
 * @param lostRows the number of matching rows that a filter does not find; 0 for other questions
 * @param message the wrong answer and the right one
 * @param questions the number of questions about the chunk with a wrong answer by the same step; at least 1, which is
 *     this one
 */
public record WrongAnswer(
        FileLocation location,
        @Nullable String createdBy,
        @Nullable SkipReason step,
        String question,
        long lostRows,
        String message,
        int questions) {}
