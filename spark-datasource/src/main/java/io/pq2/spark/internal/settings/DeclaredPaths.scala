package io.pq2.spark.internal.settings

/** The paths that the query in analysis names for files of pq2. Spark passes them to V2 sources, but not to formats of
  * V1, which need them for errors. A thread analyzes one query at a time.
  */
private[spark] object DeclaredPaths {

  private val paths = ThreadLocal.withInitial[Seq[String]](() => Nil)

  /** Returns the paths of the query that this thread analyzed last. */
  def get: Seq[String] = paths.get

  /** Sets the paths of a query whose analysis begins. */
  def set(declared: Seq[String]): Unit = paths.set(declared)
}
