package io.pq2.spark

/** Classes of Spark that tests use, and that have other names in other versions. */
object VersionClasses {

  type StreamingQueryWrapper = org.apache.spark.sql.execution.streaming.runtime.StreamingQueryWrapper

  /** Traits of Spark's file formats that open no file. */
  def formatHelpers: Seq[Class[_]] = Seq(classOf[org.apache.spark.sql.internal.SessionStateHelper])

  /** Methods of Spark's file formats that not all versions have, and that open no file. */
  val addedMethods: Set[String] = Set("supportReadDataType") // calls supportDataType
}
