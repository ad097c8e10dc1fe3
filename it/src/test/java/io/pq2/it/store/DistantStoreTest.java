package io.pq2.it.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("clusters")
class DistantStoreTest {

    private static final byte[] BODY = new byte[300_000];

    private HttpServer server;
    private DistantStore store;
    private HttpClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                byte[] received = exchange.getRequestBody().readAllBytes();
                byte[] body = received.length > 0 ? received : BODY;
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        store = new DistantStore(server.getAddress().getPort());
        client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    @AfterEach
    void stop() throws IOException {
        store.close();
        server.stop(0);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + store.port() + path));
    }

    private byte[] send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
    }

    private double seconds(HttpRequest request) throws IOException, InterruptedException {
        long start = System.nanoTime();
        assertThat(send(request)).isEqualTo(BODY);
        return (System.nanoTime() - start) / 1e9;
    }

    @Test
    void forwardsBodiesOfRequestsAndAnswers() throws IOException, InterruptedException {
        assertThat(send(request("/some/object").build())).isEqualTo(BODY);
        byte[] sent = new byte[500_000];
        sent[400_000] = 17;
        HttpRequest put = request("/x?partNumber=1")
                .PUT(HttpRequest.BodyPublishers.ofByteArray(sent))
                .build();
        assertThat(send(put)).isEqualTo(sent);
    }

    @Test
    void delaysEachAnswer() throws IOException, InterruptedException {
        store.setDistance(Duration.ofMillis(200), 0);
        for (int i = 0; i < 2; i++) {
            assertThat(seconds(request("/").build())).isBetween(0.2, 2.0);
        }
    }

    @Test
    void limitsAConnection() throws IOException, InterruptedException {
        store.setDistance(Duration.ZERO, 1_000_000);
        assertThat(seconds(request("/").build())).isBetween(0.2, 3.0);
    }

    @Test
    void recordsRequests() throws IOException, InterruptedException {
        send(request("/bucket/key").header("Range", "bytes=5-9").build());
        send(request("/bucket?list-type=2").build());
        List<StoreRequest> requests = store.takeRequests();
        assertThat(requests).extracting(StoreRequest::operation).containsExactly("GET", "LIST");
        assertThat(requests).extracting(StoreRequest::target).containsExactly("/bucket/key", "/bucket?list-type=2");
        assertThat(requests).extracting(StoreRequest::range).containsExactly("bytes=5-9", "");
        assertThat(requests).allMatch(request -> request.bytes() > BODY.length && request.end() > request.start());
        assertThat(store.takeRequests()).isEmpty();
    }

    @Test
    void aChainHasRequestsThatFollowEachOther() {
        List<StoreRequest> requests =
                List.of(request(0, 10), request(2, 4), request(3, 6), request(5, 8), request(12, 20), request(13, 15));
        assertThat(RequestChains.longest(requests)).isEqualTo(3);
        assertThat(RequestChains.longest(List.of())).isZero();
    }

    private static StoreRequest request(long start, long end) {
        return new StoreRequest("GET", "/", "", start, end, 1);
    }
}
