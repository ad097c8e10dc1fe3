package io.pq2.spark.internal.compact

/** The names of the options that only Spark has, in addition to those of `CompactionSettings`. */
private[compact] object CompactionOptionNames {
  val Table = "table"
  val Where = "where"
  val DryRun = "dry_run"
}
