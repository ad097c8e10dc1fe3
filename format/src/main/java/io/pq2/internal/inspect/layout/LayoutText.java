package io.pq2.internal.inspect.layout;

import io.pq2.inspect.FileLayout;
import io.pq2.inspect.FileLayout.ChunkPart;
import io.pq2.inspect.FileLayout.PagePart;
import io.pq2.inspect.FileLayout.RowGroupPart;
import io.pq2.inspect.FileLayout.Use;
import io.pq2.internal.exception.DisplayText;
import io.pq2.internal.exception.NumberText;
import java.util.List;

/**
 * A layout as text. A bar has a character for each part of equal size. Adjacent pages have different characters. A
 * character that covers several pages has that of the page in its middle.
 */
public final class LayoutText {

    private static final int MAX_NAME = 30;
    private static final int SIZE_WIDTH = 10;
    private static final char DICTIONARY = '▒';
    private static final char[] READ = {'█', '▓'};
    private static final char[] SKIPPED = {'·', '-'};

    private final FileLayout layout;
    private final int width;
    private final int maxRowGroups;
    private final boolean scanned;

    /** Creates the text. */
    public LayoutText(FileLayout layout, int width, int maxRowGroups) {
        this.layout = layout;
        this.width = Math.max(1, width);
        this.maxRowGroups = Math.max(1, maxRowGroups);
        this.scanned = layout.explanation() != null;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(DisplayText.message(layout.file()))
                .append('\n')
                .append(Sums.line(layout))
                .append('\n');
        List<RowGroupPart> shown = layout.rowGroups()
                .subList(0, Math.min(maxRowGroups, layout.rowGroups().size()));
        long largest = shown.stream()
                .flatMap(group -> group.chunks().stream())
                .mapToLong(ChunkPart::bytes)
                .max()
                .orElse(0);
        int nameWidth = shown.stream()
                .flatMap(group -> group.chunks().stream())
                .mapToInt(chunk -> name(chunk).length())
                .max()
                .orElse(0);
        shown.forEach(group -> append(group, largest, nameWidth, text));
        int more = layout.rowGroups().size() - shown.size();
        if (more > 0) {
            text.append('\n').append(NumberText.of(more, "more row group")).append('\n');
        }
        return text.append('\n').append(legend()).append('\n').toString();
    }

    private String legend() {
        String legend = "One character is a part of equal size. " + READ[0] + " and " + READ[1] + " data pages, "
                + DICTIONARY + " dictionary page";
        return scanned ? legend + ", " + SKIPPED[0] + " and " + SKIPPED[1] + " pages that are not read" : legend;
    }

    private static String name(ChunkPart chunk) {
        String name = DisplayText.name(chunk.column().dottedPath());
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME - 1) + "…";
    }

    private void append(RowGroupPart group, long largest, int nameWidth, StringBuilder text) {
        text.append("\nrow group ")
                .append(group.ordinal())
                .append("  ")
                .append(NumberText.of(group.rows(), "row"))
                .append("  ")
                .append(NumberText.bytes(group.bytes()))
                .append(group.outcome().isEmpty() ? "" : "  " + DisplayText.message(group.outcome()))
                .append('\n');
        for (ChunkPart chunk : group.chunks()) {
            String name = name(chunk);
            String size = NumberText.bytes(chunk.bytes());
            text.append("  ")
                    .append(name)
                    .append(" ".repeat(nameWidth - name.length()))
                    .append(" ".repeat(Math.max(1, SIZE_WIDTH - size.length())))
                    .append(size)
                    .append("  ")
                    .append(bar(chunk, largest))
                    .append('\n');
        }
    }

    private String bar(ChunkPart chunk, long largest) {
        if (chunk.bytes() == 0 || largest == 0) {
            return "";
        }
        int length = (int) Math.max(1, Math.round((double) width * chunk.bytes() / largest));
        StringBuilder bar = new StringBuilder(length);
        int page = 0;
        long end = chunk.pages().get(0).bytes();
        for (int i = 0; i < length; i++) {
            double middle = (i + 0.5) * chunk.bytes() / length;
            while (middle >= end && page + 1 < chunk.pages().size()) {
                page++;
                end += chunk.pages().get(page).bytes();
            }
            bar.append(character(chunk.pages().get(page)));
        }
        return bar.toString();
    }

    private char character(PagePart page) {
        int parity = Math.max(0, page.ordinal()) % 2;
        if (scanned && page.use() != Use.READ) {
            return SKIPPED[parity];
        }
        return page.ordinal() < 0 ? DICTIONARY : READ[parity];
    }
}
