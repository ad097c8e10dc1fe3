package io.pq2.spark

import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.net.{InetSocketAddress, URI}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Paths}
import java.util.concurrent.TimeUnit

import com.sun.net.httpserver.{HttpExchange, HttpServer}
import org.apache.spark.sql.classic.{SparkSession => ClassicSession}

/** Opens the page of a query in Spark's user interface, as text and in a browser. */
class UserInterfaceSpec extends SparkSpec {

  private val Browser = Paths.get("/usr/bin/chromium")

  private lazy val pages = new UserInterface(spark.asInstanceOf[ClassicSession])

  override protected def afterAll(): Unit =
    try pages.close()
    finally super.afterAll()

  /** Metrics that the page shows of a scan, with their values. */
  private val shown = Seq(
    "row groups read" -> "1",
    "row groups skipped" -> "9",
    "row groups skipped by statistics" -> "9",
    "rows filtered" -> "89",
    "number of files read" -> "1",
    "number of output rows" -> "11"
  )

  private def assertShown(page: String): Unit = {
    val text = page.replace("&quot;", "\"")
    for ((name, value) <- shown) assert(text.contains(s"""{"name":"$name","value":"$value","""), name)
    for (name <- Seq("scan time", "metadata time", "bytes skipped")) assert(text.contains(s"""{"name":"$name","""))
    assert(text.contains("Pruning: [statistics, "))
  }

  private lazy val path: String = {
    val path = newPath("shown")
    val options = Map("parquet.block.row.count.limit" -> "1000", "parquet.page.row.count.limit" -> "100")
    spark.range(0, 10000, 1, 1).selectExpr("id", "id % 7 AS digit").write.format("pq2").options(options).save(path)
    path
  }

  /** Runs a query, and returns the address of its page. */
  private def query(): String = {
    assert(pq2(path).where("id BETWEEN 2500 AND 2510").collect().length === 11)
    pages.lastQuery()
  }

  private def fetch(address: String): HttpResponse[Array[Byte]] = {
    val request = HttpRequest.newBuilder(URI.create(address)).build()
    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray())
  }

  private def get(address: String): String = new String(fetch(address).body(), UTF_8)

  test("the page of a query has the metrics and the pruning of its scan") {
    assertShown(get(query()))
  }

  private def assumeBrowser(): Unit =
    assume(Files.isExecutable(Browser), s"no browser at $Browser: install Debian's package chromium to run this test")

  test("a browser draws the page of a query with the metrics of its scan") {
    assumeBrowser()
    val page = browse(Seq("--dump-dom"), query())
    assertShown(page)
    // The browser has run the page's scripts, which draw the plan and request the summary of the query.
    assert(page.substring(page.indexOf("<svg")).contains("BatchScan pq2"))
    assert(!page.contains("Failed to load"))
  }

  /** The script of a user who clicks on the scan in the drawing of the plan. */
  private val click =
    """<script>
      |$(() => {
      |  const nodes = Array.from(document.querySelectorAll("g.node"));
      |  const scan = nodes.find(node => node.textContent.includes("Scan pq2"));
      |  scan.dispatchEvent(new MouseEvent("click", {bubbles: true}));
      |});
      |</script></body>""".stripMargin

  test("a click on the scan of a table shows its metrics") {
    assumeBrowser()
    val picture = Paths.get("target", "sql-tab.png").toAbsolutePath
    spark.sql(s"CREATE TABLE sales USING pq2 LOCATION '$path'")
    try {
      assert(spark.sql("SELECT * FROM sales WHERE id BETWEEN 2500 AND 2510").collect().length === 11)
      val clicked = new ChangedPages(URI.create(pages.lastQuery()), _.replace("</body>", click))
      try {
        val page = browse(Seq("--dump-dom"), clicked.address)
        val panel = page.substring(page.indexOf("plan-viz-details-body"))
        for ((name, value) <- shown if name != "number of files read")
          assert(panel.contains(s"<td>$name</td><td>$value</td>"), name)
        browse(Seq(s"--screenshot=$picture", "--window-size=1200,1300", "--hide-scrollbars"), clicked.address)
      } finally clicked.close()
      assert(Files.size(picture) > 10000)
    } finally spark.sql("DROP TABLE sales")
  }

  /** A server in front of the user interface, which changes its pages. */
  private class ChangedPages(page: URI, change: String => String) extends AutoCloseable {

    private val server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0)
    server.createContext("/", exchange => answer(exchange))
    server.start()

    def address: String = page.resolve(s"http://127.0.0.1:${server.getAddress.getPort}$file").toString

    private def file: String = s"${page.getPath}?${page.getQuery}"

    private def answer(exchange: HttpExchange): Unit = {
      val path = exchange.getRequestURI.toString
      val response = fetch(page.resolve(path).toString)
      val body = if (path == file) change(new String(response.body(), UTF_8)).getBytes(UTF_8) else response.body()
      response.headers.firstValue("Content-Type").ifPresent(exchange.getResponseHeaders.set("Content-Type", _))
      exchange.sendResponseHeaders(response.statusCode(), if (body.isEmpty) -1 else body.length)
      exchange.getResponseBody.write(body)
      exchange.close()
    }

    override def close(): Unit = server.stop(0)
  }

  private def browse(actions: Seq[String], address: String): String = {
    val output = Files.createTempFile(directory, "page", ".html")
    val profile = Files.createTempDirectory(directory, "profile")
    val command = Seq(
      Browser.toString,
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      s"--user-data-dir=$profile",
      "--virtual-time-budget=10000"
    ) ++ actions :+ address
    val process = new ProcessBuilder(command: _*)
      .redirectOutput(output.toFile)
      .redirectError(ProcessBuilder.Redirect.DISCARD)
      .start()
    try assert(process.waitFor(120, TimeUnit.SECONDS), "the browser does not end")
    finally process.destroyForcibly()
    Files.readString(output, UTF_8)
  }
}
