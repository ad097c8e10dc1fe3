package io.pq2.internal.thrift;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/**
 * An immutable list whose elements come into being when they are asked for.
 *
 * <p>A footer of thousands of columns costs most of its time in column chunks that nobody looks at; this list is how
 * a row
 * group holds them undecoded. Safe for use by several threads: two may make the same element, the elements are
 * immutable.
 *
 * @param <E> the type of the elements, which must be immutable
 */
public final class LazyList<E> extends AbstractList<E> implements RandomAccess {

    private final Object[] made;
    private final IntFunction<E> maker;

    /**
     * @param size the number of elements
     * @param maker makes the element of an index; what it throws, {@link #get} throws, each time
     */
    public LazyList(int size, IntFunction<E> maker) {
        this.made = new Object[size];
        this.maker = maker;
    }

    @Override
    @SuppressWarnings("unchecked") // only the maker's results are ever stored
    public E get(int index) {
        Object element = made[Objects.checkIndex(index, made.length)];
        if (element == null) {
            element = Objects.requireNonNull(maker.apply(index));
            made[index] = element;
        }
        return (E) element;
    }

    @Override
    public int size() {
        return made.length;
    }

    /** The list itself if it is lazy, otherwise an immutable copy of it. */
    public static <E> List<E> copyOf(List<E> list) {
        return list instanceof LazyList ? list : List.copyOf(list);
    }
}
