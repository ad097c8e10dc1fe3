package io.pq2.spark.internal.procedures

/** The names of the options that only Spark has, in addition to those of `CompactionSettings`. */
private[procedures] object CompactionOptionNames {
  val Table = "table"
  val Where = "where"
  val DryRun = "dry_run"
}
