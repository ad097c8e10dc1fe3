/**
 * Generates the Java sources that differ only by primitive type or bit width, while a module is built.
 *
 * <p>{@link io.pq2.generator.TemplateGenerator} expands the templates of a module,
 * {@link io.pq2.generator.BitPackingGenerator} writes the classes that pack and unpack bits. Both write into a source
 * root below {@code target/generated-sources} of the module that is built.
 *
 * <h2>Templates</h2>
 *
 * A template is the file {@code src/main/templates/PACKAGE/NameWithX.java.template}. It is Java with placeholders and
 * directives. The generator writes one class for each primitive type of the template; the {@code X} in the file's name
 * becomes the {@code $Type$} of that primitive type. If the classes of a family need two templates, a word
 * distinguishes these: {@code NameWithX.WORD.java.template}.
 *
 * <ul>
 *   <li>{@code #types int long} is the first line and lists the primitive types.
 *   <li>{@code #if int long}, {@code #else} and {@code #end} are lines of their own. The lines between them belong only
 *       to the listed types, or to the others. They do not nest.
 *   <li>{@code ## text} is a comment on the template. It is not part of the classes.
 *   <li>Placeholders are the names between dollar signs of {@link io.pq2.generator.PrimitiveType#placeholders()}.
 *   <li>Adjacent imports are sorted after expansion, because names of types change their order.
 * </ul>
 */
@NullMarked
package io.pq2.generator;

import org.jspecify.annotations.NullMarked;
