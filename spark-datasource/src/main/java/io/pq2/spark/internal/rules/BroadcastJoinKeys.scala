package io.pq2.spark.internal.rules

import io.pq2.spark.internal.files.keys.{KeyColumn, RuntimeKeys}
import io.pq2.spark.internal.operators.AwaitedKeysExec
import io.pq2.spark.internal.reflection.StageCopies
import io.pq2.spark.internal.settings.Sessions
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.{Attribute, DynamicPruning}
import org.apache.spark.sql.catalyst.optimizer.BuildLeft
import org.apache.spark.sql.catalyst.plans._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.exchange.{BroadcastExchangeExec, Exchange, ShuffleExchangeExec}
import org.apache.spark.sql.execution.joins.{BroadcastHashJoinExec, ShuffledJoin}

/** Passes the keys of a broadcast join to a scan of an earlier stage, in adaptive queries: of a table that another join
  * below broadcasts, or shuffles. See docs/design/runtime-filters.md.
  *
  * [[JoinKeyFilters]] does it for scans of the join's own stage, whose broadcasts have finished anyway.
  */
final private[spark] class BroadcastJoinKeys(session: SparkSession) extends Rule[SparkPlan] {

  import BroadcastJoinKeys._

  override def apply(plan: SparkPlan): SparkPlan =
    if (!Sessions.sqlConf(session).exchangeReuseEnabled) plan
    else {
      lazy val shared = plan.collect { case exchange: Exchange => exchange.canonicalized }
        .groupBy(identity).collect { case (one, uses) if uses.size > 1 => one }.toSet
      def isShared(exchange: Exchange) = shared.contains(exchange.canonicalized)
      // From the top, so that the broadcast that others wait for has its own filters.
      plan.transformDown {
        case join: BroadcastHashJoinExec if join.joinType.isInstanceOf[InnerLike] || join.joinType == LeftSemi =>
          awaited(join, new Search(isShared))
      }
    }

  private def awaited(join: BroadcastHashJoinExec, search: Search): SparkPlan = {
    val isLeft = join.buildSide == BuildLeft
    val (build, buildKeys, streamed, keys) =
      if (isLeft) (join.left, join.leftKeys, join.right, join.rightKeys)
      else (join.right, join.rightKeys, join.left, join.leftKeys)
    if (!JoinKeyFilters.isSelective(build)) join
    else {
      val filtered = keys.zipWithIndex.foldLeft(streamed) {
        case (plan, (KeyColumn(key), index))
            if RuntimeKeys.supports(key.dataType) && key.dataType == buildKeys(index).dataType =>
          search.below(
            plan,
            key,
            (scans, column) =>
              StageCopies.of(build)
                .map(AwaitedKeysExec(column.withDataType(key.dataType), index, buildKeys, scans, _))
          ).getOrElse(plan)
        case (plan, _) => plan
      }
      if (filtered eq streamed) join
      else join.withNewChildren(if (isLeft) Seq(build, filtered) else Seq(filtered, build))
    }
  }
}

private object BroadcastJoinKeys {

  /** Searches the stages below a join.
    *
    * @param isShared whether several parts of the query use the result of an exchange, which then has all rows
    */
  final private class Search(isShared: Exchange => Boolean) {

    /** Replaces the operators between the exchange and the scan of a key; none if there is no such exchange.
      *
      * @param replacement returns what replaces the operators, given them and the column of the scan's stage
      */
    def below(
        plan: SparkPlan,
        key: Attribute,
        replacement: (SparkPlan, Attribute) => Option[SparkPlan]
    ): Option[SparkPlan] = {
      def inChild(child: SparkPlan, column: Attribute) =
        below(child, column, replacement).map { other =>
          plan.withNewChildren(plan.children.map(old => if (old eq child) other else old))
        }
      plan match {
        case project: ProjectExec if project.projectList.forall(_.deterministic) =>
          KeyColumn.below(project, key).flatMap(inChild(project.child, _))
        case filter: FilterExec if filter.condition.deterministic => inChild(filter.child, key)
        case sort: SortExec                                       => inChild(sort.child, key)
        case awaited: AwaitedKeysExec                             => inChild(awaited.left, key)
        case exchange: ShuffleExchangeExec                        =>
          if (isShared(exchange)) None
          else if (isLarge(exchange.child, key)) replaced(exchange, key, replacement)
          else inChild(exchange.child, key)
        case join: ShuffledJoin if join.condition.forall(_.deterministic) =>
          SingleRows.side(join, key).flatMap(inChild(_, key))
        case join: BroadcastHashJoinExec if join.condition.forall(_.deterministic) =>
          val (build, streamed, keys) =
            if (join.buildSide == BuildLeft) (join.left, join.right, join.rightKeys)
            else (join.right, join.left, join.leftKeys)
          if (streamed.outputSet.contains(key)) inChild(streamed, key)
          else {
            build match {
              case _ if !join.joinType.isInstanceOf[InnerLike] => None
              // The fewer keys filter the other side in turn. Spark finds the broadcasts of its own filters by
              // comparing them with the joins, so these must stay as they are.
              case exchange: BroadcastExchangeExec
                  if !isShared(exchange) && !hasDynamicPruning(streamed) && keys.exists {
                    case KeyColumn(other) => passes(streamed, other)
                    case _                => false
                  } =>
                replaced(exchange, key, replacement).map { other =>
                  plan.withNewChildren(plan.children.map(old => if (old eq build) other else old))
                }
              case _ => None
            }
          }
        case _ => None
      }
    }

    private def replaced(
        exchange: SparkPlan,
        key: Attribute,
        replacement: (SparkPlan, Attribute) => Option[SparkPlan]
    ): Option[SparkPlan] = {
      val child = exchange.children.head
      for {
        _ <- ScanSide.find(child, key)
        waiting <- replacement(child, key)
      } yield exchange.withNewChildren(Seq(waiting))
    }

    private def isLarge(plan: SparkPlan, key: Attribute): Boolean =
      ScanSide.find(plan, key).exists { scan =>
        scan.logicalLink.exists(_.stats.sizeInBytes >= RuntimeFilterSettings.minBytes(scan))
      }

    private def hasDynamicPruning(plan: SparkPlan): Boolean =
      plan.exists(_.expressions.exists(_.exists(_.isInstanceOf[DynamicPruning])))

    /** Whether a large scan on this side of a join, or in a stage below, takes a filter by the keys of the join. */
    private def passes(plan: SparkPlan, key: Attribute): Boolean =
      isLarge(plan, key) || below(plan, key, (scans, _) => Some(scans)).isDefined
  }
}
