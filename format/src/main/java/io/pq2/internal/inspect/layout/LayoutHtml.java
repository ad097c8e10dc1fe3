package io.pq2.internal.inspect.layout;

import io.pq2.inspect.FileLayout;

/** A layout as an HTML document without scripts and without references to other files. */
public final class LayoutHtml {

    private static final String STYLE = "body{font:14px sans-serif;margin:1.5em;color:#222;background:#fff}"
            + "pre{background:#f6f6f6;padding:1em;overflow-x:auto}.box{display:inline-block;width:1em;height:1em;"
            + "margin:0 .3em 0 1em;vertical-align:-.1em}";

    private LayoutHtml() {}

    /** Returns the document. */
    public static String of(FileLayout layout) {
        String title = Markup.text(layout.file());
        StringBuilder html = new StringBuilder(
                        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
                        + " 'unsafe-inline'\">\n<title>")
                .append(title)
                .append("</title>\n<style>")
                .append(STYLE)
                .append("</style>\n</head>\n<body>\n<p>");
        String explanation = layout.explanation();
        if (explanation == null) {
            html.append(box("#2f6fb0", "data page"));
        } else {
            html.append(box("#2f8f4e", "page that is read"))
                    .append(box("#d5d5d5", "page that is not read"))
                    .append(box("#eee", "page of a column that is not needed"));
        }
        html.append(box("#e09b2d", "dictionary page"))
                .append("</p>\n")
                .append(new LayoutSvg(layout))
                .append('\n');
        if (explanation != null) {
            html.append("<pre>").append(Markup.lines(explanation)).append("</pre>\n");
        }
        return html.append("</body>\n</html>\n").toString();
    }

    private static String box(String colour, String meaning) {
        return "<span class=\"box\" style=\"background:" + colour + "\"></span>" + meaning;
    }
}
