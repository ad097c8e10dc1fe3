package io.pq2.spark.internal.procedures

import java.lang.reflect.{InvocationHandler, InvocationTargetException, Method, Proxy}

import org.apache.spark.sql.catalyst.parser.ParserInterface
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.internal.StaticSQLConf
import org.apache.spark.sql.{SparkSession, SparkSessionExtensions}

/** Resolves the procedures of pq2 as soon as a statement is parsed, in sessions with Hive support. Their analyzer runs
  * no rule of an extension before it looks up procedures.
  */
private[spark] object CallParser {

  def inject(extensions: SparkSessionExtensions): Unit = extensions.injectParser { (session, parser) =>
    if (hasHiveSupport(session)) resolving(parser, new ResolveProcedures(session)) else parser
  }

  /** The session's own configuration does not exist yet, because the parser is created with it. */
  private def hasHiveSupport(session: SparkSession): Boolean =
    session.sparkContext.getConf.get(StaticSQLConf.CATALOG_IMPLEMENTATION.key, "in-memory") == "hive"

  /** A proxy, because the methods of a parser differ between versions of Spark. */
  private def resolving(parser: ParserInterface, rule: ResolveProcedures): ParserInterface = {
    val handler: InvocationHandler = (_: Any, method: Method, arguments: Array[AnyRef]) => {
      val parsed =
        try method.invoke(parser, Option(arguments).getOrElse(Array.empty[AnyRef]): _*)
        catch { case e: InvocationTargetException => throw e.getCause }
      parsed match {
        case plan: LogicalPlan => rule(plan)
        case other             => other
      }
    }
    val interfaces = Array[Class[_]](classOf[ParserInterface])
    Proxy.newProxyInstance(getClass.getClassLoader, interfaces, handler).asInstanceOf[ParserInterface]
  }
}
