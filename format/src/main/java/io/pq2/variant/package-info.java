/**
 * Semi-structured values (VariantEncoding.md and VariantShredding.md of the format).
 *
 * <h2>Bytes</h2>
 *
 * A variant is two byte strings, each a column of its group. All numbers are little-endian; those of lists have 1 to 4
 * bytes and no sign.
 *
 * <pre>
 * metadata    := header dictionary_size offset{dictionary_size + 1} names in UTF-8
 *   header    := version 1 (bits 0-3) | sorted_strings (bit 4) | offset_size - 1 (bits 6-7)
 * value       := value_metadata value_data
 *   value_metadata := basic_type (bits 0-1) | value_header (bits 2-7)
 *   primitive (0)     value_header = type id;     data = a fixed number of bytes, or 4 bytes of length and the bytes
 *   short string (1)  value_header = length;      data = UTF-8
 *   object (2)        value_header = field_offset_size - 1 (bits 0-1) | field_id_size - 1 (2-3) | is_large (4)
 *                     data = num_elements (1 byte, large: 4) field_id{n} field_offset{n + 1} values
 *   array (3)         value_header = field_offset_size - 1 (bits 0-1) | is_large (2)
 *                     data = num_elements field_offset{n + 1} values
 * </pre>
 *
 * The ids of an object's fields are in the order of their names; its values may be in any order.
 *
 * <h2>Shredding</h2>
 *
 * A group of a variant, of a field or of an element has a column {@code value} with encoded values, a column
 * {@code typed_value} with values of one Parquet type, or both. {@link io.pq2.variant.VariantVector} puts variants
 * together from them, a batch at a time. Fields that it puts together keep the ids of the metadata.
 */
@NullMarked
package io.pq2.variant;

import org.jspecify.annotations.NullMarked;
