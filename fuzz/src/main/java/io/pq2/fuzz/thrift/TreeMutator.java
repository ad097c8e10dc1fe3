package io.pq2.fuzz.thrift;

import io.pq2.fuzz.bytes.ByteMutator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Changes, inserts, deletes, duplicates and moves values of trees. */
public final class TreeMutator {

    private static final int[] BITS = {7, 8, 15, 16, 31, 32, 62, 63};

    private final SplittableRandom random;

    public TreeMutator(SplittableRandom random) {
        this.random = random;
    }

    /** Changes something in a struct. */
    public void mutate(ThriftValue root) {
        List<ThriftValue> all = new ArrayList<>();
        root.collect(all);
        ThriftValue value = all.get(random.nextInt(all.size()));
        if (random.nextInt(3) > 0) {
            change(value);
        } else {
            restructure(value, all);
        }
    }

    private void change(ThriftValue value) {
        switch (value.type) {
            case ThriftValue.TRUE -> value.type = ThriftValue.FALSE;
            case ThriftValue.FALSE -> value.type = ThriftValue.TRUE;
            case ThriftValue.I8, ThriftValue.I16, ThriftValue.I32, ThriftValue.I64, ThriftValue.DOUBLE ->
                value.number = number(value.number);
            case ThriftValue.BINARY, ThriftValue.UUID -> {
                if (random.nextInt(8) == 0) {
                    value.claimedLength = claim(value.bytes == null ? 0 : value.bytes.length);
                } else {
                    value.bytes = new ByteMutator(random).mutate(value.bytes == null ? new byte[0] : value.bytes);
                }
            }
            case ThriftValue.LIST, ThriftValue.SET, ThriftValue.MAP -> changeList(value);
            default -> restructure(value, List.of(value));
        }
    }

    private void changeList(ThriftValue list) {
        switch (random.nextInt(4)) {
            case 0 -> list.claimedLength = claim(list.children.size());
            case 1 -> list.elementType = random.nextInt(16);
            default -> restructure(list, List.of(list));
        }
    }

    /** Returns a length unlike the true one. */
    private long claim(int length) {
        return switch (random.nextInt(4)) {
            case 0 -> length + 1L + random.nextInt(4);
            case 1 -> Math.max(0, length - 1 - random.nextInt(4));
            default -> number(length) & Long.MAX_VALUE;
        };
    }

    /** Returns a number near another one, near a power of two, or anywhere. */
    public long number(long old) {
        return switch (random.nextInt(10)) {
            case 0 -> 0;
            case 1 -> -1;
            case 2 -> old + 1;
            case 3 -> old - 1;
            case 4 -> -old;
            case 5 -> old * 2;
            case 6 -> (1L << BITS[random.nextInt(BITS.length)]) + random.nextInt(3) - 1;
            case 7 -> random.nextInt(40);
            case 8 -> old ^ 1L << random.nextInt(64);
            default -> random.nextLong() >> random.nextInt(64);
        };
    }

    private void restructure(ThriftValue parent, List<ThriftValue> all) {
        List<ThriftValue> children = parent.children;
        int at = children.isEmpty() ? 0 : random.nextInt(children.size());
        switch (random.nextInt(9)) {
            case 0, 1 -> {
                if (!children.isEmpty()) {
                    children.remove(at);
                }
            }
            case 2 -> {
                if (!children.isEmpty()) {
                    children.add(at, children.get(at).copy());
                }
            }
            case 3 -> children.add(at, unknown(1 + random.nextInt(25), 2));
            case 4 -> {
                if (!children.isEmpty()) {
                    Collections.swap(children, at, random.nextInt(children.size()));
                }
            }
            case 5 -> {
                if (!children.isEmpty()) {
                    children.get(at).type = random.nextInt(16);
                }
            }
            case 6 -> {
                if (!children.isEmpty()) {
                    children.get(at).id = random.nextInt(4) == 0 ? random.nextInt(70_000) - 35_000 : random.nextInt(20);
                }
            }
            case 7 -> {
                ThriftValue copy = all.get(random.nextInt(all.size())).copy();
                copy.id = children.isEmpty() ? 1 : children.get(at).id;
                children.add(at, copy);
            }
            default -> {
                if (!children.isEmpty()) {
                    repeat(children, at);
                }
            }
        }
    }

    private void repeat(List<ThriftValue> children, int at) {
        ThriftValue value = children.get(at);
        for (int i = 1 + random.nextInt(random.nextInt(20) == 0 ? 300 : 5); i > 0; i--) {
            children.add(at, value.copy());
        }
    }

    /** Returns a random value for a field that no reader knows. */
    public ThriftValue unknown(int id, int depth) {
        int types = depth == 0 ? ThriftValue.BINARY : ThriftValue.STRUCT;
        ThriftValue value = new ThriftValue(id, 1 + random.nextInt(types));
        switch (value.type) {
            case ThriftValue.BINARY -> {
                byte[] bytes = new byte[random.nextInt(20)];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) random.nextInt();
                }
                value.bytes = bytes;
            }
            case ThriftValue.LIST, ThriftValue.SET -> {
                ThriftValue element = unknown(0, depth - 1);
                value.elementType = element.type;
                addCopies(value, element, random.nextInt(20));
            }
            case ThriftValue.MAP -> {
                ThriftValue key = unknown(0, 0);
                ThriftValue mapped = unknown(0, depth - 1);
                value.elementType = key.type;
                value.valueType = mapped.type;
                for (int i = random.nextInt(4); i > 0; i--) {
                    value.children.add(key.copy());
                    value.children.add(mapped.copy());
                }
            }
            case ThriftValue.STRUCT -> {
                int field = 0;
                for (int i = random.nextInt(5); i > 0; i--) {
                    field += 1 + random.nextInt(20);
                    value.children.add(unknown(field, depth - 1));
                }
            }
            default -> value.number = value.type == ThriftValue.I8 ? random.nextInt(256) - 128 : random.nextInt();
        }
        return value;
    }

    private static void addCopies(ThriftValue list, ThriftValue element, int count) {
        for (int i = 0; i < count; i++) {
            list.children.add(element.copy());
        }
    }
}
