package io.pq2.spark

import java.net.InetSocketAddress
import java.nio.ByteBuffer
import java.nio.channels.{ServerSocketChannel, SocketChannel}
import java.nio.charset.StandardCharsets.US_ASCII

import org.apache.spark.TaskContext

/** Stops a task at a row until [[TaskGate.Keeper]] releases it. */
final class TaskGate(port: Int, row: Long) extends Serializable {

  /** Returns the id. If it is the row's id, first reports the attempt to the keeper and waits for the answer. */
  def pass(id: Long): Long = {
    if (id == row) {
      // If the task is killed, the interrupt closes the channel.
      val channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port))
      try {
        val attempt = s"${TaskContext.get().attemptNumber()} ${ProcessHandle.current().pid()}\n"
        channel.write(ByteBuffer.wrap(attempt.getBytes(US_ASCII)))
        channel.read(ByteBuffer.allocate(1))
      } finally channel.close()
    }
    id
  }
}

object TaskGate {

  /** The attempt of a task that waits in an executor.
    *
    * @param number
    *   0 for the first attempt
    * @param pid
    *   the process of the executor
    */
  final case class Attempt(number: Int, pid: Long, private val channel: SocketChannel) {

    /** Lets the task go on. */
    def release(): Unit = channel.write(ByteBuffer.wrap(Array[Byte](1)))
  }

  /** Receives the attempts that reach a gate. Closing it releases all of them. */
  final class Keeper extends AutoCloseable {

    private val server = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0))
    private val channels = Seq.newBuilder[SocketChannel]

    def gate(row: Long): TaskGate =
      new TaskGate(server.getLocalAddress.asInstanceOf[InetSocketAddress].getPort, row)

    /** Waits for the next attempt. */
    def next(): Attempt = {
      val channel = server.accept()
      channels += channel
      val line = scala.io.Source.fromInputStream(channel.socket.getInputStream, "US-ASCII").getLines().next()
      val attempt = line.split(' ')
      Attempt(attempt(0).toInt, attempt(1).toLong, channel)
    }

    override def close(): Unit = {
      server.close()
      channels.result().foreach(_.close())
    }
  }
}
