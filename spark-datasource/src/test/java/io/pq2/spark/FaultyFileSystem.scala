package io.pq2.spark

import java.net.URI

import org.apache.hadoop.fs.permission.FsPermission
import org.apache.hadoop.fs.{FSDataOutputStream, FileStatus, Path, RawLocalFileSystem}
import org.apache.hadoop.util.Progressable

/** Local files under the scheme `faulty`. A test sees each change of a file, and each listing of a directory, before it
  * is done, and can make it fail.
  */
class FaultyFileSystem extends RawLocalFileSystem {

  override def getUri: URI = URI.create("faulty:///")

  override def getScheme: String = "faulty"

  override def getFileStatus(path: Path): FileStatus = plain(super.getFileStatus(path))

  override def listStatus(path: Path): Array[FileStatus] = {
    FaultyFileSystem.beforeListing(path)
    super.listStatus(path).map(plain)
  }

  /** Returns a status that knows its owner; that of a local file asks the operating system by its URI. */
  private def plain(status: FileStatus): FileStatus = new FileStatus(
    status.getLen,
    status.isDirectory,
    1,
    status.getBlockSize,
    status.getModificationTime,
    0,
    FsPermission.getFileDefault,
    "owner",
    "group",
    status.getPath
  )

  override def create(
      path: Path,
      permission: FsPermission,
      overwrite: Boolean,
      bufferSize: Int,
      replication: Short,
      blockSize: Long,
      progress: Progressable
  ): FSDataOutputStream = {
    FaultyFileSystem.before("create", path)
    super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress)
  }

  override def rename(from: Path, to: Path): Boolean = {
    FaultyFileSystem.before("rename", from)
    super.rename(from, to)
  }

  override def delete(path: Path, recursive: Boolean): Boolean = {
    FaultyFileSystem.before("delete", path)
    super.delete(path, recursive)
  }
}

object FaultyFileSystem {

  /** Sees the name of an operation and its path. */
  @volatile private var observer: (String, Path) => Unit = (_, _) => ()

  /** Sees the path of a directory that is listed. */
  @volatile private var listener: Path => Unit = _ => ()

  private def before(operation: String, path: Path): Unit = observer(operation, path)

  private def beforeListing(path: Path): Unit = listener(path)

  /** Runs a block while an observer sees all listings. */
  def listing[T](see: Path => Unit)(body: => T): T = {
    listener = see
    try body
    finally listener = _ => ()
  }

  /** Runs a block while an observer sees all changes. */
  def observed[T](see: (String, Path) => Unit)(body: => T): T = {
    observer = see
    try body
    finally observer = (_, _) => ()
  }
}
