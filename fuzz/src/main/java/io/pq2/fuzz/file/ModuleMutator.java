package io.pq2.fuzz.file;

import io.pq2.fuzz.bytes.ByteMutator;
import io.pq2.fuzz.bytes.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Changes encrypted files: bytes, and whole modules, which begin with their length in four bytes. */
public final class ModuleMutator {

    private static final int MAGIC_LENGTH = 4;

    private final SplittableRandom random;
    private final ByteMutator byteMutator;

    public ModuleMutator(SplittableRandom random) {
        this.random = random;
        this.byteMutator = new ByteMutator(random);
    }

    /** Returns a changed file. */
    public byte[] mutate(byte[] file, byte[] other) {
        List<byte[]> modules = modules(file);
        if (modules.size() < 3 || random.nextInt(3) == 0) {
            return random.nextInt(4) > 0 ? byteMutator.change(file) : byteMutator.mutate(file);
        }
        do {
            change(modules, modules(other));
        } while (random.nextInt(4) == 0);
        return join(modules);
    }

    /** Changes one of the modules, which are between the first and the last part. */
    private void change(List<byte[]> parts, List<byte[]> others) {
        int at = 1 + random.nextInt(Math.max(1, parts.size() - 2));
        int second = 1 + random.nextInt(Math.max(1, parts.size() - 2));
        switch (random.nextInt(7)) {
            case 0 -> Collections.swap(parts, at, second);
            case 1 -> parts.set(at, parts.get(second));
            case 2 -> parts.set(at, others.get(random.nextInt(others.size())));
            case 3 -> parts.add(at, parts.get(second));
            case 4 -> parts.remove(at);
            case 5 -> parts.set(parts.size() - 1, byteMutator.mutate(parts.get(parts.size() - 1)));
            default -> parts.set(at, withLength(byteMutator.mutate(parts.get(at))));
        }
    }

    private static byte[] withLength(byte[] module) {
        if (module.length < MAGIC_LENGTH) {
            return module;
        }
        Bytes bytes = new Bytes();
        bytes.addInt(module.length - MAGIC_LENGTH);
        bytes.add(Arrays.copyOfRange(module, MAGIC_LENGTH, module.length));
        return bytes.toByteArray();
    }

    /** Returns the magic, the modules from there on as far as they can be found, and the rest. */
    private static List<byte[]> modules(byte[] file) {
        List<byte[]> parts = new ArrayList<>();
        parts.add(Arrays.copyOf(file, MAGIC_LENGTH));
        int at = MAGIC_LENGTH;
        while (at + MAGIC_LENGTH < file.length) {
            int length = Bytes.intAt(file, at);
            if (length <= 0 || length > file.length - at - 2 * MAGIC_LENGTH) {
                break;
            }
            parts.add(Arrays.copyOfRange(file, at, at + MAGIC_LENGTH + length));
            at += MAGIC_LENGTH + length;
        }
        parts.add(Arrays.copyOfRange(file, at, file.length));
        return parts;
    }

    private static byte[] join(List<byte[]> parts) {
        Bytes file = new Bytes();
        parts.forEach(file::add);
        return file.toByteArray();
    }
}
