package io.pq2.spark.internal.schema

import scala.util.Try

import io.pq2.exception.InvalidDataException
import io.pq2.internal.exception.DisplayText
import org.apache.spark.sql.types.UserDefinedType
import org.json4s.jackson.JsonMethods
import org.json4s.{JArray, JObject, JString, JValue}

/** Checks the classes of user-defined types that the JSON form of a schema names. Spark initializes and instantiates
  * such a class before it checks its type, so the footer of a file could otherwise run code of any class on the class
  * path.
  */
private[spark] object NamedUserDefinedTypes {

  /** Checks all classes of a schema. Does nothing if the text is not JSON: Spark's older text form names no classes.
    *
    * @throws InvalidDataException
    *   if a class is not a user-defined type
    */
  def check(json: String): Unit = Try(JsonMethods.parse(json)).foreach(check)

  private def check(json: JValue): Unit = json match {
    case JObject(fields) =>
      if (fields.exists(_ == "type" -> JString("udt"))) {
        fields.foreach {
          case ("class", JString(name)) => checkClass(name)
          case _                        =>
        }
      }
      // The metadata of a column is not a type.
      fields.foreach { case (name, value) => if (name != "metadata") check(value) }
    case JArray(values) => values.foreach(check)
    case _              =>
  }

  private def checkClass(name: String): Unit = {
    val loader = Option(Thread.currentThread.getContextClassLoader).getOrElse(getClass.getClassLoader)
    val isUserDefinedType =
      try classOf[UserDefinedType[?]].isAssignableFrom(Class.forName(name, false, loader))
      catch { case _: ClassNotFoundException | _: LinkageError => false }
    if (!isUserDefinedType) {
      throw new InvalidDataException(
        s"the schema names the class ${DisplayText.name(name)}, which is missing or is not a user-defined type"
      )
    }
  }
}
