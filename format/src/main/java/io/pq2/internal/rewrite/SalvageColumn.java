package io.pq2.internal.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.LimitExceededException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.PageHeaders.StoredPage;
import io.pq2.internal.read.decode.PageProbe;
import io.pq2.internal.read.decode.PageProbe.PageRows;
import io.pq2.internal.rewrite.SalvagePages.FoundPage;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decodes pages as the pages of one column, to find out which can be. */
final class SalvageColumn implements AutoCloseable {

    /** The number of pages by which codecs are compared. */
    private static final int CODEC_PAGES = 16;
    /** The approximate memory of the end of a page in a run, in bytes. */
    private static final long BYTES_OF_PAGE = 48;

    private final SalvagePages file;
    private final Column column;
    private final List<CompressionCodec> codecs;
    private final boolean verifyChecksums;
    private final Map<Integer, Run> runs = new HashMap<>();
    /** The probe of the run that was extended last. */
    private @Nullable PageProbe probe;

    private @Nullable Run probed;

    /**
     * The longest sequence of pages that can be the beginning of a chunk of the column. Pages are decoded when they are
     * needed.
     */
    static final class Run {
        final int first;
        final boolean hasDictionary;
        final CompressionCodec codec;
        /** By data page: the number of rows and of values up to its end. */
        private final List<long[]> ends = new ArrayList<>();
        /** Whether no more pages can be added. */
        private boolean complete;

        private Run(int first, boolean hasDictionary, CompressionCodec codec) {
            this.first = first;
            this.hasDictionary = hasDictionary;
            this.codec = codec;
        }

        /** Returns the index of the first data page. */
        int firstData() {
            return hasDictionary ? first + 1 : first;
        }

        /** Returns the number of decoded data pages. */
        int pages() {
            return ends.size();
        }

        /** Returns the index after the last decoded page. */
        int end() {
            return firstData() + ends.size();
        }

        /** Returns the number of rows of the first data pages. */
        long rows(int pages) {
            return pages == 0 ? 0 : ends.get(pages - 1)[0];
        }

        /** Returns the number of values of the first data pages. */
        long values(int pages) {
            return pages == 0 ? 0 : ends.get(pages - 1)[1];
        }
    }

    /** @param verifyChecksums whether a page must match its checksum, if it has one */
    SalvageColumn(SalvagePages file, Column column, List<CompressionCodec> codecs, boolean verifyChecksums) {
        this.file = file;
        this.column = column;
        this.codecs = codecs;
        this.verifyChecksums = verifyChecksums;
    }

    Column column() {
        return column;
    }

    /** Returns the chunk that begins with a page. It has no data pages if the page cannot begin a chunk. */
    Run run(int first) {
        return runs.computeIfAbsent(first, this::begin);
    }

    private Run begin(int first) {
        List<FoundPage> pages = file.pages();
        boolean hasDictionary =
                first < pages.size() && pages.get(first).page().header().type() == PageType.DICTIONARY_PAGE;
        Run best = new Run(first, hasDictionary, codecs.get(0));
        best.complete = true;
        for (CompressionCodec codec : codecs) {
            Run run = new Run(first, hasDictionary, codec);
            while (run.pages() < CODEC_PAGES && extend(run)) {
                // The run grows.
            }
            if (run.pages() > best.pages()) {
                best = run;
            }
            if (best.pages() == CODEC_PAGES) {
                break;
            }
        }
        file.remember(BYTES_OF_PAGE * best.pages());
        return best;
    }

    /** Adds pages until a run has at least some rows, or no more pages can be added. */
    void extend(Run run, long rows) {
        while (run.rows(run.pages()) < rows && extend(run)) {
            file.remember(BYTES_OF_PAGE);
        }
    }

    private boolean extend(Run run) {
        int index = run.end();
        List<FoundPage> pages = file.pages();
        if (run.complete
                || index >= pages.size()
                || (index > run.first && pages.get(index).afterGap())) {
            run.complete = true;
            return false;
        }
        PageRows rows = decode(run, pages.get(index).page());
        if (rows == null || (run.pages() == 0 && !rows.startsAtRow())) {
            run.complete = true;
            return false;
        }
        run.ends.add(new long[] {run.rows(run.pages()) + rows.count(), run.values(run.pages()) + rows.values()});
        return true;
    }

    /** Returns the rows of a data page; null if it cannot be a page of the run. */
    private @Nullable PageRows decode(Run run, StoredPage page) {
        PageHeader header = page.header();
        boolean isData = header.type() == PageType.DATA_PAGE || header.type() == PageType.DATA_PAGE_V2;
        if (!isData || !fits(run.codec, header)) {
            return null;
        }
        try {
            ColumnChunkBytes bytes = file.bytes(column, run.codec);
            PageRows rows = probe(run, bytes).decode(bytes.pages(page.offset(), page.end(), run.pages(), null));
            boolean claimed = header.type() == PageType.DATA_PAGE
                    || Objects.requireNonNull(header.dataPageHeaderV2()).numRows() == rows.count();
            return claimed && rows.filled() ? rows : null;
        } catch (CorruptFileException | UnsupportedFeatureException | LimitExceededException e) {
            file.checkDecoded();
            return null;
        }
    }

    private static boolean fits(CompressionCodec codec, PageHeader header) {
        return codec != CompressionCodec.UNCOMPRESSED || header.compressedPageSize() == header.uncompressedPageSize();
    }

    /** Returns the probe of a run, with its dictionary. */
    private PageProbe probe(Run run, ColumnChunkBytes bytes) {
        PageProbe current = probe;
        if (current != null && probed == run) {
            return current;
        }
        close();
        DecodeBudget budget = new DecodeBudget(file.limits(), bytes.fileEnd());
        PageProbe next = new PageProbe(bytes, verifyChecksums, budget, file::addDecoded);
        probe = next;
        if (run.hasDictionary) {
            StoredPage dictionary = file.pages().get(run.first).page();
            if (!fits(run.codec, dictionary.header())) {
                throw new CorruptFileException("the dictionary page is compressed");
            }
            next.readDictionary(bytes.pages(dictionary.offset(), dictionary.end(), 0, null));
        }
        probed = run;
        return next;
    }

    @Override
    public void close() {
        if (probe != null) {
            probe.close();
            probe = null;
            probed = null;
        }
    }
}
