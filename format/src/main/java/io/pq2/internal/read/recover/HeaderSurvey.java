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
 * <p>Counts of rows are trusted only as far as something confirms them, because no checksum covers a header:
 *
 * <ul>
 *   <li>If all values of the chunk are found, their number and that of the rows must be those of the footer. Then
 *       damaged pages have the rows that their headers give them. A damaged page of version 1 below a repeated field
 *       has an unknown number of rows: the pages before the first one are counted from the first row, the pages after
 *       the last one from the last row, and the pages between are lost.
 *   <li>If a header cannot be read, or the file ends, the pages before the first damaged one are counted from the first
 *       row. The others are lost.
 *   <li>If the numbers differ, or bytes follow the last value, some header is wrong, and all pages are lost.
 * </ul>
 */
final class HeaderSurvey {

    private final ChunkSurvey chunk;
    private final List<Found> pages = new ArrayList<>();
    private long values;
    /** Why no page can be found after the last one; absent if all values have been found. */
    private @Nullable String end;
    /** How the headers contradict the footer; absent if they do not. */
    private @Nullable String contradiction;

    /** Whether the next page is the dictionary page. */
    private boolean dictionaryExpected;

    private record Found(StoredPage page, Decoded decoded) {

        boolean isDamaged() {
            return decoded.damage() != null;
        }

        boolean isCounted() {
            return decoded.rows() >= 0;
        }
    }

    HeaderSurvey(ChunkSurvey chunk) {
        this.chunk = chunk;
    }

    PageSurvey survey() {
        find();
        PageSurvey.Builder result = chunk.newResult();
        compareRows();
        if (contradiction != null) {
            result.loseRest(chunk.rows(), -1, contradiction);
        } else if (end != null) {
            placeUpToDamage(result, end);
        } else {
            placeAll(result);
        }
        return result.build();
    }

    /** Compares the rows of the pages with the row group. */
    private void compareRows() {
        long known = 0;
        boolean all = end == null;
        for (Found page : pages) {
            known += Math.max(0, page.decoded().rows());
            all &= page.isCounted();
        }
        if (contradiction == null && (all ? known != chunk.rows() : known > chunk.rows())) {
            contradiction = "the pages have " + known + " rows, the row group's num_rows is " + chunk.rows();
        }
    }

    private void placeUpToDamage(PageSurvey.Builder result, String reason) {
        int damaged = 0;
        while (damaged < pages.size() && !pages.get(damaged).isDamaged()) {
            damaged++;
        }
        place(result, 0, damaged, 0);
        if (damaged < pages.size()) {
            result.loseRest(chunk.rows(), damaged, damage(pages.get(damaged)) + "; later pages cannot be located");
        } else {
            result.loseRest(chunk.rows(), dictionaryExpected ? -1 : damaged, reason);
        }
    }

    private void placeAll(PageSurvey.Builder result) {
        int first = 0;
        while (first < pages.size() && pages.get(first).isCounted()) {
            first++;
        }
        long row = place(result, 0, first, 0);
        if (first < pages.size()) {
            int last = pages.size() - 1;
            while (pages.get(last).isCounted()) {
                last--;
            }
            row = placeUncounted(result, first, last, row);
            place(result, last + 1, pages.size(), row);
        }
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
    private long placeUncounted(PageSurvey.Builder result, int first, int last, long row) {
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
                contradiction = chunk.isWhole() ? end : null;
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
        if (end == null && position < chunk.headers().chunkEnd()) {
            // A page that claims the values of later ones leaves those pages over.
            contradiction = (chunk.headers().chunkEnd() - position) + " bytes follow the " + numValues
                    + " values of the column chunk";
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
                contradiction = "num_values of the page is " + count + "; the column chunk has " + (numValues - values)
                        + " values left of " + numValues;
                throw new CorruptFileException(contradiction);
            }
            if (count > 0) {
                pages.add(new Found(page, chunk.decode(page, pages.size())));
                values += count;
            }
        }
    }
}
