package io.pq2.variant;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.variant.PathStep;
import io.pq2.internal.variant.VariantPathParser;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path from a variant to a value in it: names of object fields and indexes of array elements. Immutable.
 *
 * <p>The text form starts with {@code $}. A field is {@code .name}, {@code ['name']} or {@code ["name"]}, an element
 * {@code [0]}. A name after a dot ends before the next dot or bracket; a name in quotes contains all characters up to
 * the next quote. {@code $} alone is the variant itself.
 */
public final class VariantPath {

    /** The path to the variant itself. */
    public static final VariantPath ROOT = new VariantPath(List.of());

    private final List<PathStep> steps;

    private VariantPath(List<PathStep> steps) {
        this.steps = List.copyOf(steps);
    }

    /**
     * Parses the text form of a path, such as {@code $.items[0]['unit price']}.
     *
     * @throws InvalidDataException if the text is not a path; the message has the position
     */
    public static VariantPath parse(String text) {
        return new VariantPath(VariantPathParser.parse(text));
    }

    /** Returns the path to a field of the object at this path. */
    public VariantPath field(String name) {
        return with(new PathStep.Field(name));
    }

    /**
     * Returns the path to an element of the array at this path.
     *
     * @param index the index, from 0
     * @throws IllegalArgumentException if the index is negative
     */
    public VariantPath element(int index) {
        return with(new PathStep.Element(index));
    }

    private VariantPath with(PathStep step) {
        List<PathStep> longer = new ArrayList<>(steps);
        longer.add(step);
        return new VariantPath(longer);
    }

    List<PathStep> steps() {
        return steps;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof VariantPath that && steps.equals(that.steps);
    }

    @Override
    public int hashCode() {
        return steps.hashCode();
    }

    /** Returns the text form. A name with both kinds of quotes and a dot or bracket has none that can be parsed. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("$");
        steps.forEach(text::append);
        return text.toString();
    }
}
