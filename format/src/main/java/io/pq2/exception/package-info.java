/**
 * The unchecked exceptions of this library, all below {@link ParquetException}.
 *
 * <table>
 * <caption>Which exception reports what</caption>
 * <tr><th>exception</th><th>meaning</th></tr>
 * <tr><td>{@link CorruptFileException}</td><td>the bytes of a file violate the specification</td></tr>
 * <tr><td>{@link UnsupportedFeatureException}</td>
 *     <td>a file or a request uses a feature that this version lacks</td></tr>
 * <tr><td>{@link InvalidDataException}</td><td>the caller passed an invalid schema, option or value</td></tr>
 * <tr><td>{@link EncryptionException}</td>
 *     <td>a key is missing or wrong, or an encrypted module is not authentic</td></tr>
 * </table>
 *
 * <p>Failures of storage stay {@link java.io.IOException} or {@link java.io.UncheckedIOException}.
 */
@NullMarked
package io.pq2.exception;

import org.jspecify.annotations.NullMarked;
