package io.pq2.spark.internal.files.scan

import io.pq2.spark.SparkSpec
import org.apache.hadoop.conf.Configuration

class ConfigurationBroadcastsSpec extends SparkSpec {

  private def configuration(key: String): Configuration = {
    val created = new Configuration(false)
    created.set("key", key)
    created
  }

  test("equal configurations are sent once, others by themselves") {
    val first = ConfigurationBroadcasts.of(spark.sparkContext, configuration("a"))
    assert(ConfigurationBroadcasts.of(spark.sparkContext, configuration("a")) eq first)
    val second = ConfigurationBroadcasts.of(spark.sparkContext, configuration("b"))
    assert(first.value.value.get("key") === "a")
    assert(second.value.value.get("key") === "b")
    val more = configuration("a")
    more.set("other", "value")
    assert(ConfigurationBroadcasts.of(spark.sparkContext, more).value.value.get("other") === "value")
    assert(first.value.value.get("other") === null)
  }

  test("a configuration that changes after it was sent does not change what was sent") {
    val changing = configuration("before")
    val sent = ConfigurationBroadcasts.of(spark.sparkContext, changing)
    changing.set("key", "after")
    assert(sent.value.value.get("key") === "before")
    assert(ConfigurationBroadcasts.of(spark.sparkContext, changing).value.value.get("key") === "after")
  }

  test("only the configurations used last are kept") {
    val first = ConfigurationBroadcasts.of(spark.sparkContext, configuration("first"))
    def use(count: Int): Unit = (1 to count).foreach { number =>
      ConfigurationBroadcasts.of(spark.sparkContext, configuration(s"number $number"))
    }
    use(ConfigurationBroadcasts.Kept - 1)
    assert(ConfigurationBroadcasts.of(spark.sparkContext, configuration("first")) eq first)
    use(ConfigurationBroadcasts.Kept)
    assert(ConfigurationBroadcasts.of(spark.sparkContext, configuration("first")) ne first)
  }

  test("a scan reads with the settings of its own time") {
    val path = newPath("settings")
    spark.range(10).write.format("pq2").save(path)
    val hadoop = spark.sparkContext.hadoopConfiguration
    val key = "pq2.read.onCorruption"
    assert(pq2(path).count() === 10)
    hadoop.set(key, "no such mode")
    try Seq(pq2 _, pq2V1 _).foreach { read =>
        val error = intercept[Exception](read(path).collect())
        assert(Iterator.iterate[Throwable](error)(_.getCause).takeWhile(_ != null).exists(_.getMessage.contains(key)))
      }
    finally hadoop.unset(key)
    assert(pq2(path).collect().length === 10)
  }
}
