package io.pq2.rewrite;

/**
 * What was kept and lost of a file without a footer.
 *
 * @param rowGroups the number of complete row groups, which the new file has; 0 if no file was written
 * @param rows the number of their rows
 * @param keptBytes the number of bytes of the damaged file up to the end of the last kept row group
 * @param pages the number of pages that were found
 * @param lostPages the number of found pages that are in no kept row group
 * @param lostBytes the number of bytes of the damaged file after the last kept row group; they include its indexes, if
 *     it has any
 * @param reason why the search for pages or row groups ended
 */
public record SalvageReport(
        int rowGroups, long rows, long keptBytes, int pages, int lostPages, long lostBytes, String reason) {}
