package io.pq2.internal.inspect.layout;

import io.pq2.inspect.FileLayout;
import io.pq2.inspect.FileLayout.ChunkPart;
import io.pq2.inspect.FileLayout.PagePart;
import io.pq2.inspect.FileLayout.RowGroupPart;
import io.pq2.internal.exception.DisplayText;
import io.pq2.internal.exception.NumberText;
import java.util.Locale;

/**
 * A layout as SVG: a band for each row group, in it a bar for each column chunk, divided into its pages. The lengths of
 * all bars have the same scale. Pages narrower than a pixel are joined.
 */
public final class LayoutSvg {

    private static final int NAME_WIDTH = 190;
    private static final int BAR_WIDTH = 640;
    private static final int SIZE_WIDTH = 90;
    private static final int BAR_HEIGHT = 14;
    private static final int LINE_HEIGHT = 18;
    private static final int BAND_HEAD = 26;
    private static final int HEAD = 60;
    private static final int MAX_NAME = 28;
    /** More bars make documents that browsers show slowly. */
    private static final int MAX_BARS = 2000;

    private static final String STYLE = "text{font:12px sans-serif;fill:#222}.h{font-weight:bold}.s{fill:#666}"
            + "rect{stroke:#fff;stroke-width:.5}.d0{fill:#2f6fb0}.d1{fill:#5b95cf}.k{fill:#e09b2d}.r0{fill:#2f8f4e}"
            + ".r1{fill:#58b377}.n0{fill:#d5d5d5}.n1{fill:#c4c4c4}.u0{fill:#eee}.u1{fill:#e6e6e6}";

    private final FileLayout layout;
    private final StringBuilder svg = new StringBuilder();
    private final long largest;
    private final boolean scanned;
    private int y = HEAD;
    private int bars;

    /** Creates the picture. */
    public LayoutSvg(FileLayout layout) {
        this.layout = layout;
        this.scanned = layout.explanation() != null;
        this.largest = Math.max(
                1,
                layout.rowGroups().stream()
                        .flatMap(group -> group.chunks().stream())
                        .mapToLong(ChunkPart::bytes)
                        .max()
                        .orElse(1));
    }

    @Override
    public String toString() {
        if (svg.length() > 0) {
            return svg.toString();
        }
        text(8, 20, "h", layout.file());
        text(8, 38, "s", Sums.line(layout));
        int shown = 0;
        for (RowGroupPart group : layout.rowGroups()) {
            if (shown > 0 && bars + group.chunks().size() > MAX_BARS) {
                break;
            }
            append(group);
            shown++;
        }
        int more = layout.rowGroups().size() - shown;
        if (more > 0) {
            text(8, y + 16, "s", NumberText.of(more, "more row group"));
            y += BAND_HEAD;
        }
        int width = NAME_WIDTH + BAR_WIDTH + SIZE_WIDTH;
        int height = y + 10;
        svg.insert(
                0,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height
                        + "\" viewBox=\"0 0 " + width + " " + height + "\" role=\"img\">\n<style>" + STYLE
                        + "</style>\n"
                        + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
        return svg.append("</svg>\n").toString();
    }

    private void append(RowGroupPart group) {
        String outcome = group.outcome().isEmpty() ? "" : ": " + group.outcome();
        text(
                8,
                y + 18,
                "h",
                "row group " + group.ordinal() + ", " + NumberText.of(group.rows(), "row") + ", "
                        + NumberText.bytes(group.bytes()) + outcome);
        y += BAND_HEAD;
        for (ChunkPart chunk : group.chunks()) {
            append(chunk);
            y += LINE_HEIGHT;
            bars++;
        }
    }

    private void append(ChunkPart chunk) {
        String name = DisplayText.name(chunk.column().dottedPath());
        text(16, y + 12, "", name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME - 1) + "…");
        long position = 0;
        int page = 0;
        while (page < chunk.pages().size()) {
            int first = page;
            long start = position;
            boolean alike = true;
            while (alike) {
                position += chunk.pages().get(page).bytes();
                page++;
                alike = page < chunk.pages().size()
                        && x(position) - x(start) < 1
                        && chunk.pages().get(page).use()
                                == chunk.pages().get(first).use();
            }
            rectangle(chunk, first, page - 1, x(start), x(position) - x(start));
        }
        double end = NAME_WIDTH + x(chunk.bytes()) + 6;
        text((int) end, y + 12, "s", NumberText.bytes(chunk.bytes()));
    }

    private double x(long bytes) {
        return (double) BAR_WIDTH * bytes / largest;
    }

    private void rectangle(ChunkPart chunk, int first, int last, double from, double length) {
        PagePart page = chunk.pages().get(first);
        svg.append(String.format(
                        Locale.ROOT,
                        "<rect class=\"%s\" x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\"><title>",
                        style(page),
                        NAME_WIDTH + from,
                        y,
                        Math.max(length, 0.5),
                        BAR_HEIGHT))
                .append(Markup.text(title(chunk, first, last)))
                .append("</title></rect>\n");
    }

    private String style(PagePart page) {
        int parity = Math.max(0, page.ordinal()) % 2;
        if (!scanned) {
            return page.ordinal() < 0 ? "k" : "d" + parity;
        }
        return switch (page.use()) {
            case READ -> page.ordinal() < 0 ? "k" : "r" + parity;
            case SKIPPED -> "n" + parity;
            case NONE -> "u" + parity;
        };
    }

    private String title(ChunkPart chunk, int first, int last) {
        PagePart page = chunk.pages().get(first);
        String what = page.ordinal() < 0 ? "dictionary page" : "page " + page.ordinal();
        long bytes = chunk.pages().subList(first, last + 1).stream()
                .mapToLong(PagePart::bytes)
                .sum();
        return chunk.column().dottedPath() + ", " + what
                + (last > first ? " and " + NumberText.of(last - first, "more page") : "") + ", "
                + NumberText.bytes(bytes) + " at " + NumberText.count(page.offset()) + ", " + chunk.codec()
                + (last == first && page.rows() >= 0
                        ? ", " + NumberText.of(page.rows(), "row") + " from row " + NumberText.count(page.firstRow())
                        : "")
                + (scanned
                        ? switch (page.use()) {
                            case READ -> ", read";
                            case SKIPPED -> ", not read";
                            case NONE -> ", not needed";
                        }
                        : "");
    }

    private void text(int x, int yOfText, String style, String content) {
        svg.append("<text x=\"")
                .append(x)
                .append("\" y=\"")
                .append(yOfText)
                .append(style.isEmpty() ? "\">" : "\" class=\"" + style + "\">")
                .append(Markup.text(content))
                .append("</text>\n");
    }
}
