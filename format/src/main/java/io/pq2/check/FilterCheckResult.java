package io.pq2.check;

import java.util.List;

/**
 * The result of {@link FilterCheck}.
 *
 * @param questions the number of questions that were asked
 * @param wrongAnswers one wrong answer for each column chunk and pruning step that gives any; empty if all answers are
 *     right
 * @param notTested a finding for each column chunk that was not tested, with the reason: there is no key for it, it is
 *     damaged, or it uses an unsupported feature
 */
public record FilterCheckResult(long questions, List<WrongAnswer> wrongAnswers, List<Finding> notTested) {

    /** Copies the lists. */
    public FilterCheckResult {
        wrongAnswers = List.copyOf(wrongAnswers);
        notTested = List.copyOf(notTested);
    }
}
