package io.pq2.internal.read.recover;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.page.PageHeaders.StoredPage;
import io.pq2.internal.read.recover.ChunkSurvey.Decoded;
import io.pq2.internal.read.recover.PageSurvey.PlacedPage;
import io.pq2.metadata.PageType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Places the pages of a column chunk one after another, as their headers say.
 *
 * <p>A data page without a row count is a damaged page of version 1 below a repeated field. The pages before the first
 * one are counted from the first row, the pages after the last one from the last row. The pages between are lost.
 */
final class HeaderSurvey {

    private final ChunkSurvey chunk;
    private final List<Found> pages = new ArrayList<>();
    private long values;
    /** Why no page can be found after the last one; absent if all values have been found. */
    private @Nullable String end;

    /** Whether the next page is the dictionary page. */
    private boolean dictionaryExpected;

    private record Found(StoredPage page, Decoded decoded) {}

    HeaderSurvey(ChunkSurvey chunk) {
        this.chunk = chunk;
    }

    PageSurvey survey() {
        find();
        PageSurvey.Builder result = chunk.newResult();
        long known = 0;
        int firstUnknown = pages.size();
        int lastUnknown = -1;
        for (int i = 0; i < pages.size(); i++) {
            int rows = pages.get(i).decoded().rows();
            known += Math.max(0, rows);
            if (rows < 0) {
                firstUnknown = Math.min(firstUnknown, i);
                lastUnknown = i;
            }
        }
        boolean allRows = known == chunk.rows();
        boolean possible = end != null || lastUnknown >= 0 ? known <= chunk.rows() : allRows;
        if (!possible) {
            result.loseRest(
                    chunk.rows(), -1, "the pages have " + known + " rows, the row group's num_rows is " + chunk.rows());
            return result.build();
        }
        long row = place(result, 0, Math.min(firstUnknown, pages.size()), 0);
        if (lastUnknown >= 0 && end != null) {
            Found unknown = pages.get(firstUnknown);
            result.loseRest(chunk.rows(), firstUnknown, damage(unknown) + "; its rows cannot be counted");
        } else if (lastUnknown >= 0) {
            row = placeUnknown(result, firstUnknown, lastUnknown, row);
            place(result, lastUnknown + 1, pages.size(), row);
        } else if (end != null) {
            result.loseRest(chunk.rows(), dictionaryExpected ? -1 : pages.size(), end);
        }
        return result.build();
    }

    private static String damage(Found page) {
        return String.valueOf(page.decoded().damage());
    }

    /** Adds pages that begin at a row, and returns the row after them. */
    private long place(PageSurvey.Builder result, int from, int to, long firstRow) {
        long row = firstRow;
        for (int i = from; i < to; i++) {
            Found found = pages.get(i);
            Decoded decoded = found.decoded();
            result.add(new PlacedPage(
                    found.page().offset(),
                    found.page().end(),
                    i,
                    row,
                    row + decoded.rows(),
                    decoded.startsAtRow(),
                    decoded.wholeRows(),
                    decoded.damage(),
                    decoded.inDictionary() ? -1 : i));
            row += decoded.rows();
        }
        return row;
    }

    /** Loses the pages from the first to the last one without a row count, and returns the row after them. */
    private long placeUnknown(PageSurvey.Builder result, int first, int last, long row) {
        long after = chunk.rows();
        for (int i = last + 1; i < pages.size(); i++) {
            after -= pages.get(i).decoded().rows();
        }
        Found found = pages.get(first);
        String reason = damage(found) + (first == last ? "" : "; the rows up to page " + last + " cannot be counted");
        result.add(new PlacedPage(
                found.page().offset(),
                pages.get(last).page().end(),
                first,
                row,
                after,
                found.decoded().startsAtRow(),
                false,
                reason,
                found.decoded().inDictionary() ? -1 : first));
        return after;
    }

    /** Follows the headers up to the last value of the chunk. */
    private void find() {
        long position = chunk.chunk().fileOffset();
        long numValues = chunk.chunk().metadata().numValues();
        Long dictionaryOffset = chunk.chunk().metadata().dictionaryPageOffset();
        dictionaryExpected = dictionaryOffset != null && dictionaryOffset == position;
        while (values < numValues && end == null) {
            if (position >= chunk.headers().chunkEnd()) {
                end = "the column chunk ends after " + values + " values; its num_values is " + numValues;
                return;
            }
            try {
                StoredPage page = chunk.headers().at(position);
                add(page, numValues);
                dictionaryExpected = false;
                position = page.end();
            } catch (CorruptFileException e) {
                end = e.detail();
            }
        }
    }

    private void add(StoredPage page, long numValues) {
        if (page.header().type() == PageType.DICTIONARY_PAGE) {
            if (page.offset() != chunk.chunk().fileOffset()) {
                throw new CorruptFileException("a dictionary page follows another page");
            }
            chunk.readDictionary(page);
        } else if (ChunkSurvey.isData(page.header())) {
            int count = ChunkSurvey.numValues(page.header());
            if (count > numValues - values) {
                throw new CorruptFileException("num_values of the page is " + count + "; the column chunk has "
                        + (numValues - values) + " values left of " + numValues);
            }
            if (count > 0) {
                pages.add(new Found(page, chunk.decode(page, pages.size())));
                values += count;
            }
        }
    }
}
