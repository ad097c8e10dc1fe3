package consumer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Uses the data source pq2 as users of any version of Spark do. Prints a line for each result, which all versions must
 * have in common. Argument: a directory.
 */
public final class VersionJob {

    /** Columns of all types that each version of Spark has. */
    private static final String ALL_TYPES = "SELECT id, cast(id % 3 AS tinyint) AS b, cast(id % 5 AS smallint) AS h, "
            + "cast(id AS int) AS i, cast(id AS float) / 3 AS f, cast(id AS double) / 7 AS d, id % 2 = 0 AS even, "
            + "cast(id % 11 AS string) AS s, cast(cast(id AS string) AS binary) AS bytes, "
            + "cast(id AS decimal(9, 2)) AS small, cast(id AS decimal(18, 3)) AS middle, "
            + "cast(id AS decimal(38, 10)) AS large, date_add(date'1999-12-31', cast(id AS int)) AS day, "
            + "timestamp_micros(id * 1000003) AS at, "
            + "cast(timestamp_micros(id * 1000003) AS timestamp_ntz) AS local, "
            + "make_ym_interval(0, cast(id AS int)) AS months, make_dt_interval(0, 0, 0, id) AS seconds, "
            + "array(id, null, id + 1) AS list, map('k', id) AS entries, "
            + "named_struct('x', id, 'y', if(id % 4 = 0, null, array(named_struct('z', id)))) AS nested "
            + "FROM range(5000)";

    /** A checksum of all columns. The order of the rows does not change it. */
    private static final String CHECKSUM = "bit_xor(xxhash64(to_json(struct(*)), small, middle, large, bytes)) AS sum";

    private static final List<String> FILTERS = List.of(
            "id = 17",
            "id > 4990 AND even",
            "s IN ('3', '7') OR d < 1",
            "large >= 4999",
            "day < date'2000-01-10'",
            "at = timestamp_micros(17000051)",
            "local IS NOT NULL AND s LIKE '1%'",
            "nested.x = 3",
            "nested.y IS NULL",
            "NOT (i BETWEEN 3 AND 4995)",
            "f = 1.0");

    private final SparkSession session;
    private final Path directory;

    private VersionJob(SparkSession session, Path directory) {
        this.session = session;
        this.directory = directory;
    }

    /** Runs the job. */
    public static void main(String[] arguments) throws Exception {
        try (SparkSession session =
                SparkSession.builder().config("spark.sql.shuffle.partitions", "2").getOrCreate()) {
            session.conf().set("spark.sql.session.timeZone", "UTC");
            VersionJob job = new VersionJob(session, Path.of(arguments[0]));
            job.types();
            job.filters();
            job.aggregates();
            job.tables();
            job.encryption();
            job.streams();
            job.replacement();
            job.variants();
            job.errors();
        }
        // A start of Spark takes longer than the job.
        HiveJob.run(arguments[0]);
    }

    private void types() {
        session.sql(ALL_TYPES).createOrReplaceTempView("all_types");
        print("rows", "SELECT count(*), " + CHECKSUM + " FROM all_types");
        for (String codec : List.of("none", "snappy", "gzip", "zstd", "lz4_raw", "lz4")) {
            String path = path("types-" + codec);
            session.table("all_types").write().format("pq2").option("compression", codec).save(path);
            print("pq2 reads " + codec, "SELECT count(*), " + CHECKSUM + " FROM pq2.`" + path + "`");
            read("pq2", path).createOrReplaceTempView("v2");
            print("V2 reads " + codec, "SELECT count(*), " + CHECKSUM + " FROM v2");
            print("built-in source reads " + codec, "SELECT count(*), " + CHECKSUM + " FROM parquet.`" + path + "`");
        }
        String path = path("types-of-spark");
        session.table("all_types").write().parquet(path);
        print("pq2 reads a file of the built-in source", "SELECT count(*), " + CHECKSUM + " FROM pq2.`" + path + "`");
    }

    private void filters() {
        session.sql("CREATE TABLE filtered USING pq2 PARTITIONED BY (s) AS SELECT * FROM all_types");
        read("pq2", path("types-zstd")).createOrReplaceTempView("v2");
        for (String filter : FILTERS) {
            for (String relation : List.of("filtered", "v2")) {
                print(relation + " " + filter, "SELECT count(*), sum(id) FROM " + relation + " WHERE " + filter);
            }
        }
    }

    private void aggregates() {
        String columns = "count(*), count(nested.y), min(id), max(id), min(s), max(day), min(at), max(f), max(d)";
        for (String relation : List.of("filtered", "v2")) {
            print("aggregates of " + relation, "SELECT " + columns + " FROM " + relation);
            print("filtered aggregates of " + relation, "SELECT " + columns + " FROM " + relation + " WHERE id > 4000");
        }
        print("groups", "SELECT s, count(*), max(id) FROM filtered GROUP BY s ORDER BY s");
    }

    private void tables() {
        session.sql("CREATE TABLE days (id BIGINT, name STRING, day DATE) USING pq2 PARTITIONED BY (day)");
        session.sql("INSERT INTO days VALUES (1, 'a', date'2020-01-01'), (2, 'b', date'2020-01-02')");
        session.sql("INSERT OVERWRITE days PARTITION (day = date'2020-01-02') VALUES (3, 'c')");
        session.sql("ALTER TABLE days ADD COLUMNS (amount DECIMAL(9, 2) DEFAULT 1.5)");
        session.sql("INSERT INTO days (id, name, amount, day) VALUES (4, 'd', 2.25, date'2020-01-03')");
        print("table", "SELECT * FROM days ORDER BY id");
        print("partitions", "SHOW PARTITIONS days");
        session.sql("ALTER TABLE days DROP PARTITION (day = date'2020-01-01')");
        session.sql("MSCK REPAIR TABLE days");
        session.sql("ANALYZE TABLE days COMPUTE STATISTICS FOR ALL COLUMNS");
        print("after a drop", "SELECT day, count(*) FROM days GROUP BY day ORDER BY day");
        session.sql("CREATE TABLE buckets USING pq2 CLUSTERED BY (id) INTO 4 BUCKETS AS SELECT id, s FROM all_types");
        print("buckets", "SELECT count(*), sum(a.id) FROM buckets a JOIN buckets b ON a.id = b.id");
        session.sql("DESCRIBE TABLE days").collectAsList();
        session.sql("TRUNCATE TABLE buckets");
        print("truncated", "SELECT count(*) FROM buckets");
    }

    private void encryption() {
        String keys = session.conf().get("spark.consumer.keys");
        String path = path("encrypted");
        session.table("all_types")
                .write()
                .format("pq2")
                .option("parquet.encryption.kms.client.class", "key-file")
                .option("parquet.encryption.kms.instance.url", keys)
                .option("parquet.encryption.footer.key", "footers")
                .option("parquet.encryption.column.keys", "secrets:s,nested")
                .save(path);
        session.read()
                .format("pq2")
                .option("parquet.encryption.kms.client.class", "key-file")
                .option("parquet.encryption.kms.instance.url", keys)
                .load(path)
                .createOrReplaceTempView("encrypted");
        print("encrypted", "SELECT count(*), " + CHECKSUM + " FROM encrypted");
        failure("encrypted, without keys", () -> read("pq2", path).count());
    }

    private void streams() throws Exception {
        Dataset<Row> stream = session.readStream()
                .format("pq2")
                .schema(read("pq2", path("types-zstd")).schema())
                .load(path("types-zstd"));
        StreamingQuery query = stream.where("id < 100")
                .writeStream()
                .format("pq2")
                .option("checkpointLocation", path("checkpoint"))
                .trigger(Trigger.AvailableNow())
                .start(path("streamed"));
        query.awaitTermination();
        print("streamed", "SELECT count(*), " + CHECKSUM + " FROM pq2.`" + path("streamed") + "`");
    }

    private void replacement() {
        session.conf().set("spark.pq2.replace.parquet", "true");
        session.sql("CREATE TABLE replaced USING parquet PARTITIONED BY (s) AS SELECT * FROM all_types");
        session.sql("INSERT INTO replaced SELECT * FROM filtered WHERE id < 10");
        print("replaced", "SELECT count(*), sum(id) FROM replaced WHERE id < 20");
        String provider = session.sql("DESCRIBE EXTENDED replaced").where("col_name = 'Provider'").head().getString(1);
        System.out.println("RESULT provider of the replaced table: " + provider);
        plan("replaced table", session.table("replaced"));
        plan("replaced path", session.read().parquet(path("types-zstd")));
        session.conf().set("spark.pq2.replace.parquet", "false");
        plan("table that is not replaced", session.table("replaced"));
        print("replaced, then not", "SELECT count(*), sum(id) FROM replaced WHERE id < 20");
    }

    private void variants() {
        session.sql("SELECT id, parse_json(concat('{\"a\":', id, ',\"b\":[\"', id, '\"]}')) AS v FROM range(100)")
                .write()
                .format("pq2")
                .save(path("variants"));
        print(
                "variants",
                "SELECT count(*), sum(variant_get(v, '$.a', 'bigint')), max(variant_get(v, '$.b[0]', 'string')) "
                        + "FROM pq2.`" + path("variants") + "`");
    }

    private void errors() throws IOException {
        failure("missing path", () -> read("pq2", path("missing")).count());
        failure("misspelt option", () -> session.read()
                .format("pq2")
                .option("pq2.agregates", "true")
                .load(path("types-zstd"))
                .count());
        Path damaged = Files.createDirectory(directory.resolve("damaged"));
        Files.writeString(damaged.resolve("part.parquet"), "PAR1 is not a footer PAR1");
        failure("damaged file", () -> read("pq2", damaged.toString()).count());
        session.range(10).write().format("pq2").save(path("numbers"));
        failure("wrong type", () -> session.read()
                .format("pq2")
                .schema("id ARRAY<INT>")
                .load(path("numbers"))
                .collectAsList());
    }

    private Dataset<Row> read(String format, String path) {
        return session.read().format(format).load(path);
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private void plan(String name, Dataset<Row> rows) {
        String plan = rows.queryExecution().executedPlan().toString();
        rows.collectAsList();
        System.out.println("RESULT " + name + ": " + (plan.contains("pq2") ? "read by pq2" : "not read by pq2"));
    }

    private void print(String name, String query) {
        String rows = session.sql(query).collectAsList().stream()
                .map(Object::toString)
                .collect(Collectors.joining(" "));
        System.out.println("RESULT " + name + ": " + rows);
    }

    private void failure(String name, Supplier<?> read) {
        try {
            System.out.println("RESULT " + name + ": no error, but " + read.get());
        } catch (Exception e) {
            StringBuilder messages = new StringBuilder();
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                String message = String.valueOf(cause.getMessage());
                messages.append(' ').append(message.lines().findFirst().orElse(""));
            }
            String text = messages.toString()
                    .replaceAll("(file:)?/*" + Pattern.quote(directory.toString()), "DIRECTORY")
                    .replaceAll("part-[-\\w]+", "PART")
                    .replaceAll("key metadata \\S+", "KEY METADATA");
            System.out.println("RESULT " + name + ":" + text);
        }
    }
}
