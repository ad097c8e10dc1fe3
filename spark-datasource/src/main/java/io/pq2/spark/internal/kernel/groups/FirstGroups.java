package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.Sizes;
import java.util.Arrays;

/** The groups by the first grouping column: one for each number of a value, in the order of their first rows. */
final class FirstGroups {

    private static final int FIRST_SIZE = 64;

    /** The group plus one of each number; 0 before it is seen. */
    private int[] groupsOfNumbers = new int[FIRST_SIZE];

    private int[] numbers = new int[FIRST_SIZE];
    private int size;

    /** Returns the number of groups. */
    int size() {
        return size;
    }

    /** Returns the number of a group's value. */
    int number(int group) {
        return numbers[group];
    }

    /** Sets {@code groups[row]} to the group of {@code numbersOfRows[row]}. */
    void find(int[] rows, int count, int[] numbersOfRows, int[] groups) {
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            int number = numbersOfRows[row];
            int group = number < groupsOfNumbers.length ? groupsOfNumbers[number] : 0;
            groups[row] = group == 0 ? append(number) : group - 1;
        }
    }

    private int append(int number) {
        if (number >= groupsOfNumbers.length) {
            groupsOfNumbers = Arrays.copyOf(groupsOfNumbers, 2 * number);
        }
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * size);
        }
        numbers[size] = number;
        groupsOfNumbers[number] = size + 1;
        return size++;
    }

    /** Returns the bytes that the groups take. */
    long bytes() {
        return Sizes.bytes(groupsOfNumbers) + Sizes.bytes(numbers);
    }

    /** Forgets all groups, and frees their memory. */
    void clear() {
        groupsOfNumbers = new int[FIRST_SIZE];
        numbers = new int[FIRST_SIZE];
        size = 0;
    }
}
