package io.pq2.spark

import io.pq2.exception.KmsDeniedException
import io.pq2.keys.CountingKms
import org.apache.hadoop.conf.Configuration
import org.apache.parquet.crypto.KeyAccessDeniedException
import org.apache.parquet.crypto.keytools.KmsClient

/** Gives parquet-java, and so Spark's own source, access to the KMS of [[CountingKms]]. */
class ParquetJavaKms extends KmsClient {

  private var server: CountingKms.Server = _
  private var token: String = _

  override def initialize(configuration: Configuration, instance: String, url: String, accessToken: String): Unit = {
    server = CountingKms.server(instance)
    token = accessToken
  }

  override def wrapKey(key: Array[Byte], masterKey: String): String = denying(server.wrap(token, key, masterKey))

  override def unwrapKey(wrapped: String, masterKey: String): Array[Byte] =
    denying(server.unwrap(token, wrapped, masterKey))

  private def denying[T](call: => T): T =
    try call
    catch { case e: KmsDeniedException => throw new KeyAccessDeniedException(e.getMessage) }
}
