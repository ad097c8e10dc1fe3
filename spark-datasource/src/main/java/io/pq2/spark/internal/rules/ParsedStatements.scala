package io.pq2.spark.internal.rules

import java.lang.reflect.{InvocationHandler, InvocationTargetException, Method, Proxy}

import io.pq2.spark.internal.reflection.HiveSupport
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.parser.ParserInterface
import org.apache.spark.sql.catalyst.plans.logical.{InsertIntoStatement, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreeNode
import org.apache.spark.sql.{SparkSession, SparkSessionExtensions}

/** Runs rules on statements as soon as they are parsed, in sessions with Hive support. The analyzer of such a session
  * looks up procedures and the sources of paths before it runs a rule of an extension.
  */
private[rules] object ParsedStatements {

  def inject(extensions: SparkSessionExtensions, builders: Seq[SparkSession => Rule[LogicalPlan]]): Unit =
    extensions.injectParser { (session, parser) =>
      if (HiveSupport.of(session)) following(parser, builders.map(_(session))) else parser
    }

  /** Returns a parser whose plans pass the rules. It is a proxy, because the methods of a parser differ between
    * versions of Spark.
    */
  private def following(parser: ParserInterface, rules: Seq[Rule[LogicalPlan]]): ParserInterface = {
    val handler: InvocationHandler = (_: Any, method: Method, arguments: Array[AnyRef]) => {
      val parsed =
        try method.invoke(parser, Option(arguments).getOrElse(Array.empty[AnyRef]): _*)
        catch { case e: InvocationTargetException => throw e.getCause }
      parsed match {
        case plan: LogicalPlan => rules.foldLeft(plan)(everywhere)
        case other             => other
      }
    }
    val interfaces = Array[Class[_]](classOf[ParserInterface])
    Proxy.newProxyInstance(getClass.getClassLoader, interfaces, handler).asInstanceOf[ParserInterface]
  }

  /** Runs a rule on a statement and on all plans in it. Some are no children of a node: the queries of WITH, of EXPLAIN
    * and of expressions. The table that an INSERT writes is left out, because the rules are about reads.
    */
  private def everywhere(statement: LogicalPlan, rule: Rule[LogicalPlan]): LogicalPlan = {

    def withInner[T <: TreeNode[T]](node: T): T = {
      val written: Any = node match {
        case insert: InsertIntoStatement => insert.table
        case _                           => None
      }
      def changed(part: Any): Any = part match {
        case table: LogicalPlan if table == written          => table
        case child: LogicalPlan if node.containsChild(child) => withInner[LogicalPlan](child)
        case inner: LogicalPlan                              => rule(withInner[LogicalPlan](inner))
        case expression: Expression                          => withInner[Expression](expression)
        case Some(one)                                       => kept(part, Seq(one))(parts => Some(parts.head))
        case (one, two)                                      => kept(part, Seq(one, two))(parts => (parts(0), parts(1)))
        case (one, two, three) => kept(part, Seq(one, two, three))(parts => (parts(0), parts(1), parts(2)))
        case parts: Seq[_]     => kept[Any](parts, parts)(identity)
        case other             => other
      }
      def kept[P](whole: P, parts: Seq[Any])(rebuilt: Seq[Any] => P): P = {
        val others = parts.map(changed)
        if (parts.corresponds(others)((one, other) => one.asInstanceOf[AnyRef] eq other.asInstanceOf[AnyRef])) whole
        else rebuilt(others)
      }
      kept(node, node.productIterator.toSeq)(others => node.makeCopy(others.map(_.asInstanceOf[AnyRef]).toArray))
    }

    rule(withInner[LogicalPlan](statement))
  }
}
