package io.pq2.bench.picture;

import java.util.List;
import java.util.Locale;

/**
 * A bar chart of ratios as a self-contained SVG. It uses the viewer's sans-serif font, has no background, and follows
 * the viewer's light or dark colour scheme.
 *
 * @param title the title
 * @param groups the groups of bars, from top to bottom
 */
record RatioChart(String title, List<Group> groups) {

    private static final int WIDTH = 760;
    private static final int LABEL_WIDTH = 190;
    private static final int VALUE_WIDTH = 60;
    private static final int TITLE_HEIGHT = 44;
    private static final int GROUP_HEIGHT = 26;
    private static final int BAR_STEP = 24;
    private static final int BAR_HEIGHT = 16;
    private static final int GROUP_GAP = 10;
    private static final int FOOTER_HEIGHT = 26;

    RatioChart {
        groups = List.copyOf(groups);
    }

    /** Bars with a common heading. */
    record Group(String title, List<Bar> bars) {
        Group {
            bars = List.copyOf(bars);
        }
    }

    /**
     * A bar.
     *
     * @param label the name of the engine that is compared with pq2
     * @param ratio the engine's time divided by pq2's time; positive
     */
    record Bar(String label, double ratio) {}

    /** Returns the chart as the text of an SVG file. */
    String toSvg() {
        double max = groups.stream()
                .flatMap(group -> group.bars().stream())
                .mapToDouble(Bar::ratio)
                .max()
                .orElse(1);
        double scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / Math.max(1, max);
        StringBuilder body = new StringBuilder();
        int y = TITLE_HEIGHT;
        for (Group group : groups) {
            body.append(text("group", 0, y + 16, group.title()));
            y += GROUP_HEIGHT;
            for (Bar bar : group.bars()) {
                double length = bar.ratio() * scale;
                body.append(text("label", LABEL_WIDTH - 10, y + 13, bar.label()));
                body.append(String.format(
                        Locale.ROOT,
                        "  <rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>%n",
                        LABEL_WIDTH,
                        y,
                        length,
                        BAR_HEIGHT));
                body.append(text(
                        "value", LABEL_WIDTH + length + 6, y + 13, String.format(Locale.ROOT, "%.1f ×", bar.ratio())));
                y += BAR_STEP;
            }
            y += GROUP_GAP;
        }
        double one = LABEL_WIDTH + scale;
        String line = String.format(
                Locale.ROOT,
                "  <line class=\"one\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>%n",
                one,
                TITLE_HEIGHT,
                one,
                y);
        String footer = text("note", one, y + 14, "1 × = as fast as pq2");
        return head(y + FOOTER_HEIGHT) + text("title", 0, 22, title) + body + line + footer + "</svg>\n";
    }

    private String head(int height) {
        return String.format(Locale.ROOT, """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
                  <title>%s</title>
                  <style>
                    text { font-family: system-ui, sans-serif; font-size: 13px; fill: #1f2328; }
                    .title { font-size: 16px; font-weight: 600; }
                    .group { font-weight: 600; }
                    .label { text-anchor: end; }
                    .note { font-size: 11px; fill: #59636e; }
                    .bar { fill: #2f81f7; }
                    .one { stroke: #59636e; stroke-dasharray: 3 3; }
                    @media (prefers-color-scheme: dark) {
                      text { fill: #e6edf3; }
                      .note { fill: #9198a1; }
                      .one { stroke: #9198a1; }
                    }
                  </style>
                """, WIDTH, height, WIDTH, height, escape(title));
    }

    private static String text(String style, double x, double y, String text) {
        return String.format(
                Locale.ROOT, "  <text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>%n", style, x, y, escape(text));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
