/**
 * The Thrift compact protocol, and readers and writers of the records of {@link io.pq2.metadata}.
 *
 * <p>A struct is a sequence of fields that ends with a zero byte. A field begins with a byte {@code ddddtttt}. Its low
 * bits are the wire type. Its high bits are the difference to the id of the previous field, or 0 if the id follows as a
 * zigzag varint. The value follows:
 *
 * <pre>
 * bool          no bytes: the wire type is the value (1 true, 2 false); one byte in a list
 * i8            one byte
 * i16 i32 i64   zigzag, then a varint of 7 bits per byte, least significant first
 * double        8 bytes, little-endian
 * binary        varint length, bytes; a string is the same in UTF-8
 * list          a byte sssstttt: size (15: a varint follows) and wire type of the elements; elements
 * struct        its fields
 * union         a struct with exactly one field
 * enum          an i32
 * </pre>
 *
 * <p>Readers skip unknown fields, including the extension field 32767 of BinaryProtocolExtensions.md. They throw
 * {@link io.pq2.exception.CorruptFileException} for a required field that is missing or has another wire type, a size
 * that exceeds the remaining bytes, and a value that is out of range. They skip an optional field or a member of a
 * union that has another wire type. Messages contain the name of the field in parquet.thrift, for example
 * {@code ColumnMetaData.num_values}. The column chunks of a footer are skipped at first and decoded on first access.
 */
@NullMarked
package io.pq2.internal.thrift;

import org.jspecify.annotations.NullMarked;
