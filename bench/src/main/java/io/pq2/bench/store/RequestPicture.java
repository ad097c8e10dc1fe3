package io.pq2.bench.store;

import io.pq2.it.store.StoreRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws the requests of runs over time. */
final class RequestPicture {

    private static final int WIDTH = 900;
    private static final int LEFT = 10;
    private static final int BAR = 4;
    private static final int STEP = 5;
    private static final int TITLE = 22;
    private static final int TICKS = 5;
    private static final Map<String, String> COLORS = Map.of("GET", "#1f77b4", "HEAD", "#d62728", "LIST", "#ff7f0e");

    private RequestPicture() {}

    /**
     * Returns a picture as SVG. Each run has a title and one bar per request, from its sending to the last byte of the
     * answer. Requests that overlap are below each other. All runs have the same scale.
     *
     * @param runs the runs, by title
     */
    static String svg(Map<String, StoreCost> runs) {
        double seconds =
                runs.values().stream().mapToDouble(StoreCost::seconds).max().orElse(1);
        double scale = (WIDTH - 2 * LEFT) / seconds;
        StringBuilder body = new StringBuilder();
        int top = TITLE;
        for (Map.Entry<String, StoreCost> run : runs.entrySet()) {
            StoreCost cost = run.getValue();
            body.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%d\">%s: %.2f s, %d requests</text>%n",
                    LEFT,
                    top,
                    run.getKey(),
                    cost.seconds(),
                    cost.requests().size()));
            top += bars(cost, scale, top + STEP, body) + TITLE + STEP;
        }
        for (int i = 0; i <= TICKS; i++) {
            double at = seconds * i / TICKS;
            body.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.0f\" y=\"%d\" fill=\"#777\" text-anchor=\"%s\">%.2f s</text>%n",
                    LEFT + at * scale,
                    top,
                    i == 0 ? "start" : i == TICKS ? "end" : "middle",
                    at));
        }
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n%s</svg>%n",
                WIDTH,
                top + STEP,
                body);
    }

    /** Appends the bars of a run and returns their height. */
    private static int bars(StoreCost cost, double scale, int top, StringBuilder body) {
        List<StoreRequest> requests = cost.requests().stream()
                .sorted(Comparator.comparingLong(StoreRequest::start))
                .toList();
        if (requests.isEmpty()) {
            return 0;
        }
        long origin = requests.get(0).start();
        List<Long> lanes = new ArrayList<>();
        for (StoreRequest request : requests) {
            int lane = 0;
            while (lane < lanes.size() && lanes.get(lane) > request.start()) {
                lane++;
            }
            if (lane == lanes.size()) {
                lanes.add(request.end());
            } else {
                lanes.set(lane, request.end());
            }
            body.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n",
                    LEFT + (request.start() - origin) / 1e9 * scale,
                    top + lane * STEP,
                    Math.max(1, (request.end() - request.start()) / 1e9 * scale),
                    BAR,
                    COLORS.getOrDefault(request.operation(), "#555")));
        }
        return lanes.size() * STEP;
    }
}
