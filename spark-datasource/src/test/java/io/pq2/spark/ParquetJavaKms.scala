package io.pq2.spark

import io.pq2.exception.KmsDeniedException
import io.pq2.keys.CountingKms
import org.apache.hadoop.conf.Configuration
import org.apache.parquet.crypto.KeyAccessDeniedException
import org.apache.parquet.crypto.keytools.KmsClient

/** A KMS client for parquet-java, and thus for Spark's own source, that uses [[CountingKms]]. */
class ParquetJavaKms extends KmsClient {

  private var server: CountingKms.Server = _
  private var token: String = _

  override def initialize(configuration: Configuration, instance: String, url: String, accessToken: String): Unit = {
    server = CountingKms.server(instance)
    token = accessToken
  }

  override def wrapKey(key: Array[Byte], masterKey: String): String =
    translateDenial(server.wrap(token, key, masterKey))

  override def unwrapKey(wrapped: String, masterKey: String): Array[Byte] =
    translateDenial(server.unwrap(token, wrapped, masterKey))

  private def translateDenial[T](call: => T): T =
    try call
    catch { case e: KmsDeniedException => throw new KeyAccessDeniedException(e.getMessage) }
}
