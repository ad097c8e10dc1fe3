package io.pq2.spark.internal.rules

import io.pq2.spark.internal.settings.Sessions
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreeNode
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}
import org.apache.spark.sql.internal.SQLConf

/** A rule of this source.
  *
  * @param name the name of its class
  * @param switch what turns it off, or why nothing does
  * @param needs the rules that must run before it, with the reason; empty if there are none
  * @tparam R the type of rules of a phase
  */
final private[rules] class SessionRule[R](
    val name: String,
    val switch: Switch,
    val needs: String,
    build: (SparkSession, () => Boolean) => R
) {

  /** Returns the rule for a session. It leaves plans as they are while its switch is off. */
  def of(session: SparkSession): R = build(session, () => switch.isOn(session))
}

private[rules] object SessionRule {

  private type On = () => Boolean

  /** A rule that changes plans. */
  def apply[P <: TreeNode[P]](name: String, switch: Switch, needs: String)(
      build: SparkSession => Rule[P]
  ): SessionRule[Rule[P]] =
    new SessionRule(name, switch, needs, (session, isOn: On) => new Switched(build(session), isOn))

  /** A rule that plans operators. */
  def strategy(name: String, switch: Switch, needs: String)(
      build: SparkSession => SparkStrategy
  ): SessionRule[SparkStrategy] = new SessionRule(
    name,
    switch,
    needs,
    (session, isOn: On) => {
      val strategy = build(session)
      new SparkStrategy {
        override def apply(plan: LogicalPlan): Seq[SparkPlan] = if (isOn()) strategy(plan) else Nil
      }
    }
  )

  /** A check of plans, which no switch turns off. */
  def check(
      name: String,
      reason: String
  )(build: SparkSession => LogicalPlan => Unit): SessionRule[LogicalPlan => Unit] =
    new SessionRule(name, Switch.Absent(reason), "", (session, _: On) => build(session))

  /** Spark's log of changed plans shows the name of the rule itself. */
  final private class Switched[P <: TreeNode[P]](rule: Rule[P], isOn: () => Boolean) extends Rule[P] {
    override val ruleName: String = rule.ruleName
    override def apply(plan: P): P = if (isOn()) rule(plan) else plan
  }
}

/** What turns a rule off. */
sealed private[rules] trait Switch {
  def isOn(session: SparkSession): Boolean
}

private[rules] object Switch {

  /** A setting of the session.
    *
    * @param off the value that turns the rule off
    * @param test whether the rule is on
    */
  final case class OfSession(key: String, off: String, test: SparkSession => Boolean) extends Switch {
    override def isOn(session: SparkSession): Boolean = test(session)
  }

  /** A setting that the rule itself reads, because the options of a scan can have it, too.
    *
    * @param off the value that turns the rule off
    * @param others whether further settings of the session allow the rule
    */
  final case class OfScan(key: String, off: String = "false", others: SQLConf => Boolean = _ => true) extends Switch {
    override def isOn(session: SparkSession): Boolean = others(Sessions.sqlConf(session))
  }

  /** A rule without a switch. */
  final case class Absent(reason: String) extends Switch {
    override def isOn(session: SparkSession): Boolean = true
  }
}
