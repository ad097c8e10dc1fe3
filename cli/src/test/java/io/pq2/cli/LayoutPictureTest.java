package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens the pictures of {@code layout} in a browser. */
class LayoutPictureTest {

    /** Adds to a page how many other resources it has requested, and the area of its drawing that bars cover. */
    private static final String PROBE = """
            <script>
            addEventListener("load", () => {
              const area = Array.from(document.querySelectorAll("svg rect"))
                .map(bar => bar.getBoundingClientRect())
                .filter(box => box.width > 0 && box.height > 0).length;
              const texts = Array.from(document.querySelectorAll("svg text"))
                .filter(text => text.getBoundingClientRect().width > 0).length;
              const resources = performance.getEntriesByType("resource").map(entry => entry.name).join(" ");
              document.body.insertAdjacentHTML(
                "beforeend", `<p>bars=${area} texts=${texts} resources=[${resources}]</p>`);
            });
            </script>
            """;

    private static final Pattern PROBED = Pattern.compile("bars=(\\d+) texts=(\\d+) resources=\\[(.*?)]");

    @TempDir
    Path directory;

    private final Map<String, byte[]> pages = new HashMap<>();
    private final Set<String> requests = new HashSet<>();
    private final ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
    private Browser browser;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        browser = new Browser(directory);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            received.add(path);
            byte[] page = pages.get(path);
            String type = path.endsWith(".svg") ? "image/svg+xml" : "text/html; charset=utf-8";
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(page == null ? 404 : 200, page == null ? -1 : page.length);
            if (page != null) {
                exchange.getResponseBody().write(page);
            }
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    /** Serves a page, and returns its address. */
    private String serve(String name, String page) {
        pages.put("/" + name, page.getBytes(StandardCharsets.UTF_8));
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + name;
    }

    /** The requests of a page for anything but itself. */
    private Set<String> otherRequests(String page) {
        requests.addAll(received);
        requests.remove("/" + page);
        // The browser itself asks for it.
        requests.remove("/favicon.ico");
        return requests;
    }

    private record Pictures(String svg, String html) {}

    private Pictures draw() throws IOException {
        Path file = new ExampleTable(directory).path().resolve("country=CH/part-0.parquet");
        Path svg = directory.resolve("layout.svg");
        Path html = directory.resolve("layout.html");
        CommandRun.lines("layout", "-c", "name", "-w", "id = 2", "--svg", svg, "--html", html, file);
        return new Pictures(Files.readString(svg), Files.readString(html));
    }

    /** The share of the pixels that do not have the most frequent color. */
    private static double drawn(BufferedImage picture) {
        Map<Integer, Integer> colors = new HashMap<>();
        for (int y = 0; y < picture.getHeight(); y++) {
            for (int x = 0; x < picture.getWidth(); x++) {
                colors.merge(picture.getRGB(x, y), 1, Integer::sum);
            }
        }
        int background =
                colors.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return 1 - (double) background / (picture.getWidth() * picture.getHeight());
    }

    @Test
    void thePageShowsThePictureAndTheExplanationWithoutRequests() throws IOException, InterruptedException {
        String html = draw().html();
        Browser.Shown shown = browser.open(serve("page.html", html));
        assertThat(shown.console()).isEmpty();
        assertThat(shown.document())
                .contains("row group 0", "phones.list.element", "skipped by statistics", "filter      id = 2");
        assertThat(otherRequests("page.html")).isEmpty();

        // The page itself forbids all scripts.
        String probe = html.replaceFirst("<meta http-equiv=\"Content-Security-Policy\"[^>]*>", "")
                .replace("</body>", PROBE + "</body>");
        Matcher probed = PROBED.matcher(browser.open(serve("page.html", probe)).document());
        assertThat(probed.find()).as("the probe ran").isTrue();
        int pagesOfFile =
                Pattern.compile("<rect").matcher(html).results().toList().size();
        assertThat(Integer.parseInt(probed.group(1)))
                .as("visible bars")
                .isEqualTo(pagesOfFile)
                .isGreaterThan(10);
        assertThat(Integer.parseInt(probed.group(2))).as("visible texts").isGreaterThan(10);
        assertThat(probed.group(3)).as("requested resources").isEmpty();
        assertThat(drawn(browser.picture(serve("page.html", html), 1000, 800))).isBetween(0.02, 0.9);
    }

    @Test
    void theSvgDocumentIsDrawnAlone() throws IOException, InterruptedException {
        String svg = draw().svg();
        Browser.Shown shown = browser.open(serve("picture.svg", svg));
        assertThat(shown.console()).isEmpty();
        assertThat(shown.document()).contains("row group 0", "phones.list.element");
        assertThat(drawn(browser.picture(serve("picture.svg", svg), 1000, 400))).isBetween(0.02, 0.9);
        assertThat(otherRequests("picture.svg")).isEmpty();
    }

    @Test
    void namesFromFilesRunNoScripts() throws IOException, InterruptedException {
        Path hostile = directory.resolve("hostile.parquet");
        HostileNames.write(hostile);
        Path html = directory.resolve("hostile.html");
        CommandRun.lines("layout", "-w", "id < 0", "--html", html, hostile);
        Browser.Shown shown = browser.open(serve("hostile.html", Files.readString(html)));
        assertThat(shown.document()).contains("&lt;script&gt;alert(2)").doesNotContain("<script");
        assertThat(shown.console()).isEmpty();
        assertThat(otherRequests("hostile.html")).isEmpty();
    }

    /** The other tests would not notice a broken page if this test failed. */
    @Test
    void errorsAndRequestsOfAPageAreNoticed() throws IOException, InterruptedException {
        String page = "<html><body><img src='other.png'><script>console.error('lost'); none();</script>" + PROBE
                + "</body></html>";
        Browser.Shown shown = browser.open(serve("broken.html", page));
        assertThat(shown.console())
                .anyMatch(line -> line.contains("lost"))
                .anyMatch(line -> line.contains("none is not defined"));
        assertThat(otherRequests("broken.html")).isEqualTo(Set.of("/other.png"));
        Matcher probed = PROBED.matcher(shown.document());
        assertThat(probed.find()).isTrue();
        assertThat(List.of(probed.group(1), probed.group(2))).containsOnly("0");
        assertThat(probed.group(3)).endsWith("/other.png");
        assertThat(drawn(browser.picture(serve("empty.html", "<html></html>"), 300, 300)))
                .isZero();
    }
}
