package io.pq2.it.s3a;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/**
 * Forwards HTTP requests to a server on this machine and returns its responses. Records each request and makes chosen
 * requests fail.
 */
final class FaultyProxy implements AutoCloseable {

    /** Headers that the HTTP client sets itself or that belong to one connection. */
    private static final Set<String> CONNECTION_HEADERS =
            Set.of("connection", "content-length", "expect", "host", "http2-settings", "transfer-encoding", "upgrade");

    private static final String SLOW_DOWN = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
            + "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "faulty-proxy");
        thread.setDaemon(true);
        return thread;
    });
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(threads)
            .build();
    private final int serverPort;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final List<PlannedFault> plannedFaults = new ArrayList<>();

    /**
     * A received request.
     *
     * @param path the decoded path: the bucket and the key
     * @param query the query as received; empty without a query
     * @param range the header {@code Range}; null without the header
     * @param copies whether the request copies an object
     */
    record Request(String method, String path, String query, String range, boolean copies) {

        boolean gets(String name) {
            return method.equals("GET") && path.endsWith(name) && query.isEmpty();
        }

        /** Whether the request uploads an object or a part of one. */
        boolean puts() {
            return method.equals("PUT") && (query.isEmpty() || query.contains("partNumber"));
        }

        @Override
        public String toString() {
            return method + " " + path + (query.isEmpty() ? "" : "?" + query) + (range == null ? "" : " " + range);
        }
    }

    /** A kind of failure. */
    enum Fault {
        /** The response is 503 with S3's error SlowDown. */
        UNAVAILABLE,
        /** The connection is closed after half of the response body. */
        ANSWER_CUT_OFF,
        /** The connection is closed after half of the request body, without a response. */
        REQUEST_CUT_OFF
    }

    private static final class PlannedFault {
        private final Fault fault;
        private final Predicate<Request> requests;
        private int left;

        PlannedFault(Fault fault, Predicate<Request> requests, int left) {
            this.fault = fault;
            this.requests = requests;
            this.left = left;
        }
    }

    FaultyProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Clears the recorded requests and the planned faults. */
    synchronized void reset() {
        requests.clear();
        plannedFaults.clear();
    }

    /** Makes the next requests that match a condition fail, up to a number of times. */
    synchronized void fail(Fault fault, int times, Predicate<Request> condition) {
        plannedFaults.add(new PlannedFault(fault, condition, times));
    }

    /** Returns the number of planned faults that have not occurred yet. */
    synchronized int faultsLeft() {
        return plannedFaults.stream().mapToInt(fault -> fault.left).sum();
    }

    /** Returns all requests since {@link #reset}, including failed ones. */
    List<Request> requests() {
        return List.copyOf(requests);
    }

    private synchronized Fault next(Request request) {
        for (PlannedFault fault : plannedFaults) {
            if (fault.left > 0 && fault.requests.test(request)) {
                fault.left--;
                return fault.fault;
            }
        }
        return null;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI uri = exchange.getRequestURI();
            Request request = new Request(
                    exchange.getRequestMethod(),
                    uri.getPath(),
                    uri.getRawQuery() == null ? "" : uri.getRawQuery(),
                    exchange.getRequestHeaders().getFirst("Range"),
                    exchange.getRequestHeaders().containsKey("x-amz-copy-source"));
            requests.add(request);
            Fault fault = next(request);
            if (fault == Fault.REQUEST_CUT_OFF) {
                cutOff(exchange);
                return;
            }
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (fault == Fault.UNAVAILABLE) {
                byte[] error = SLOW_DOWN.getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/xml");
                exchange.sendResponseHeaders(503, request.method().equals("HEAD") ? -1 : error.length);
                if (!request.method().equals("HEAD")) {
                    exchange.getResponseBody().write(error);
                }
                return;
            }
            answer(exchange, forward(exchange, body), fault == Fault.ANSWER_CUT_OFF);
        }
    }

    /** Reads half of the request. Closing the exchange without a response closes the connection. */
    private static void cutOff(HttpExchange exchange) throws IOException {
        String length = exchange.getRequestHeaders().getFirst("Content-Length");
        exchange.getRequestBody().readNBytes(length == null ? 1 : Integer.parseInt(length) / 2);
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException {
        URI uri = exchange.getRequestURI();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + serverPort + uri.getRawPath() + query))
                .method(
                        exchange.getRequestMethod(),
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        for (Map.Entry<String, List<String>> header :
                exchange.getRequestHeaders().entrySet()) {
            if (!CONNECTION_HEADERS.contains(header.getKey().toLowerCase(Locale.ROOT))) {
                header.getValue().forEach(value -> request.header(header.getKey(), value));
            }
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static void answer(HttpExchange exchange, HttpResponse<byte[]> response, boolean half) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        response.headers().map().forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!CONNECTION_HEADERS.contains(lower) || (head && lower.equals("content-length"))) {
                exchange.getResponseHeaders().put(name, values);
            }
        });
        byte[] body = response.body();
        exchange.sendResponseHeaders(response.statusCode(), head || body.length == 0 ? -1 : body.length);
        if (!head && body.length > 0) {
            OutputStream out = exchange.getResponseBody();
            out.write(body, 0, half ? body.length / 2 : body.length);
            out.flush();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
