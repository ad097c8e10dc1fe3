package io.pq2.internal.thrift;

import io.pq2.exception.InvalidDataException;

/** Numbers of enum constants on their way into a file, where a constant that stands for an unknown number must not go. */
final class EnumNumbers {

    private EnumNumbers() {}

    /** The number itself if a constant has one. */
    static int known(String field, int id) {
        if (id < 0) {
            throw new InvalidDataException(
                    field + ": UNKNOWN stands for a number in another file and cannot be written");
        }
        return id;
    }
}
