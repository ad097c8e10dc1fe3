package io.pq2.spark

import io.pq2.spark.internal.explain.ExplainRelation
import io.pq2.spark.internal.versions.Installation
import org.apache.spark.sql.SQLContext
import org.apache.spark.sql.sources.{BaseRelation, DataSourceRegister, RelationProvider}

/** The data source `pq2-explain`. It runs the scans of a query and returns what they read and skipped, and why: one row
  * for each row group. docs/explaining.md describes its options and columns.
  */
class Pq2ExplainSource extends RelationProvider with DataSourceRegister {

  override def shortName(): String = "pq2-explain"

  /** Plans the query to explain.
    *
    * @throws IllegalArgumentException if the options name no query or more than one, or the query has no scan of pq2
    */
  override def createRelation(sqlContext: SQLContext, parameters: Map[String, String]): BaseRelation = {
    Installation.check()
    ExplainRelation.of(sqlContext, parameters)
  }
}
