/**
 * The thrift compact protocol, and what turns its bytes into the records of {@link io.pq2.metadata} and back.
 *
 * <p>A struct is a run of fields that ends with a zero byte. A field begins with a byte {@code ddddtttt}: the wire
 * type in the
 * low bits and in the high bits the distance from the id of the field before, 0 if the id follows as a zigzag varint.
 * Then
 * comes the value:
 *
 * <pre>
 * bool          nothing, the wire type is the value (1 true, 2 false); in a list one byte
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
 * <p>Readers skip fields that they do not know, the extension field 32767 of BinaryProtocolExtensions.md among them.
 * A known
 * field of another wire type, a required field that is missing, a size that is larger than what is left and a number
 * that
 * cannot be are failures that name the field as the IDL does: {@code ColumnMetaData.num_values}. A footer's column
 * chunks are
 * only skipped at first and decoded when somebody asks for them.
 */
package io.pq2.internal.thrift;
