package io.pq2.internal.metadata;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * An immutable list that creates its elements on first access.
 *
 * <p>Row groups use it for column chunks, because decoding all chunks of a wide footer is expensive and most of them
 * are never read. Thread-safe: two threads may create the same element, but elements are immutable.
 *
 * @param <E> the type of the elements, which must be immutable
 */
public final class LazyList<E> extends AbstractList<E> implements RandomAccess {

    private final @Nullable Object[] elements;
    private final IntFunction<E> factory;

    /**
     * @param size the number of elements
     * @param factory creates the element of an index; {@link #get} throws its exceptions, on every call
     */
    public LazyList(int size, IntFunction<E> factory) {
        this.elements = new Object[size];
        this.factory = factory;
    }

    @Override
    @SuppressWarnings("unchecked") // the array holds only results of the factory
    public E get(int index) {
        Object element = elements[Objects.checkIndex(index, elements.length)];
        if (element == null) {
            element = Objects.requireNonNull(factory.apply(index));
            elements[index] = element;
        }
        return (E) element;
    }

    @Override
    public int size() {
        return elements.length;
    }

    /** Returns the list itself if it is lazy, otherwise an immutable copy. */
    public static <E> List<E> copyOf(List<E> list) {
        return list instanceof LazyList ? list : List.copyOf(list);
    }
}
