package io.pq2.generator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes {@code BitUnpack}, {@code BitUnpackLongs} and {@code BitPack}. Each has one method without branches for each
 * bit width, so that all shifts and masks are constants.
 */
public final class BitPackingGenerator {

    private static final Path PACKAGE = Path.of("io", "pq2", "internal", "encoding", "bitpack");
    /** The number of values that a method packs or unpacks in each iteration. */
    private static final int BLOCK = 32;

    private final StringBuilder text = new StringBuilder();

    private BitPackingGenerator() {}

    /**
     * Writes the three classes.
     *
     * @param arguments the source root; other files in it are deleted
     * @throws IOException if a file cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        SourceRoot root = new SourceRoot(Path.of(arguments[0]));
        root.write(PACKAGE.resolve("BitUnpack.java"), unpackSource());
        root.write(PACKAGE.resolve("BitUnpackLongs.java"), unpackLongsSource());
        root.write(PACKAGE.resolve("BitPack.java"), packSource());
        root.deleteOthers();
    }

    static String unpackSource() {
        BitPackingGenerator generator = new BitPackingGenerator();
        generator.unpackClass();
        return generator.text.toString();
    }

    static String unpackLongsSource() {
        BitPackingGenerator generator = new BitPackingGenerator();
        generator.unpackLongsClass();
        return generator.text.toString();
    }

    static String packSource() {
        BitPackingGenerator generator = new BitPackingGenerator();
        generator.packClass();
        return generator.text.toString();
    }

    private void unpackClass() {
        header();
        text.append("""
                /**
                 * Unpacks blocks of 32 values of a fixed bit width, least significant bit first: {@code 4 * width}
                 * bytes become 32 ints. The methods read and write exactly these bytes and ints. A value never
                 * spans two loaded words: when a value does not lie completely in the current word, the next word
                 * is loaded from the byte in which the value starts.
                 */
                """);
        line("final class BitUnpack {");
        line("");
        line("    private BitUnpack() {}");
        line("");
        line("    /** Unpacks {@code 32 * blocks} values of {@code width} bits, 1 to 32. */");
        dispatch("", "unpack", 32, "byte[] src, int srcOffset, int width, int[] dst, int dstOffset, int blocks");
        for (int width = 1; width <= 32; width++) {
            unpackMethod(width);
        }
        line("}");
    }

    private void unpackMethod(int width) {
        open(width, "byte[] src, int srcOffset, int[] dst, int dstOffset, int blocks");
        int loaded = -1;
        int word = -1;
        for (int i = 0; i < BLOCK; i++) {
            int bit = i * width;
            if (word < 0 || bit + width > 8 * loaded + Long.SIZE) {
                loaded = Math.max(0, Math.min(bit / 8, 4 * width - Long.BYTES));
                word++;
                String read = width == 1 ? "getInt" : "getLong";
                line("            long word" + word + " = LittleEndian." + read + "(src, " + plus("in", loaded) + ");");
            }
            int shift = bit - 8 * loaded;
            String value = shift == 0 ? "(int) word" + word : "(int) (word" + word + " >>> " + shift + ")";
            String mask = width == 32
                    ? ""
                    : " & 0x" + Integer.toHexString((1 << width) - 1).toUpperCase(Locale.ROOT);
            line("            dst[" + plus("out", i) + "] = " + value + mask + ";");
        }
        close(4 * width, BLOCK);
    }

    private void unpackLongsClass() {
        header();
        text.append("""
                /**
                 * Unpacks blocks of 32 values of a fixed bit width, least significant bit first: {@code 4 * width}
                 * bytes become 32 longs. The methods read and write exactly these bytes and longs. Words are
                 * loaded as in {@link BitUnpack}; only values of more than 57 bits can span two words.
                 */
                """);
        line("final class BitUnpackLongs {");
        line("");
        line("    private BitUnpackLongs() {}");
        line("");
        line("    /** Unpacks {@code 32 * blocks} values of {@code width} bits, 1 to 64. */");
        dispatch("", "unpack", 64, "byte[] src, int srcOffset, int width, long[] dst, int dstOffset, int blocks");
        for (int width = 1; width <= 64; width++) {
            unpackLongsMethod(width);
        }
        line("}");
    }

    private void unpackLongsMethod(int width) {
        open(width, "byte[] src, int srcOffset, long[] dst, int dstOffset, int blocks");
        int lastLoad = 4 * width - Long.BYTES;
        int loaded = -1;
        int word = -1;
        for (int i = 0; i < BLOCK; i++) {
            int bit = i * width;
            if (word < 0 || bit + width > 8 * loaded + Long.SIZE) {
                int wanted = Math.max(0, Math.min(bit / 8, lastLoad));
                if (wanted > loaded) {
                    loaded = wanted;
                    load(++word, loaded, width);
                }
            }
            int shift = bit - 8 * loaded;
            String value = shift == 0 ? "word" + word : "word" + word + " >>> " + shift;
            int end = shift + width;
            if (end > Long.SIZE) {
                int next = Math.min(loaded + Long.BYTES, lastLoad);
                load(++word, next, width);
                int gap = 8 * (loaded + Long.BYTES - next);
                String high = gap == 0 ? "word" + word : "word" + word + " >>> " + gap + " ";
                value = "(" + value + " | " + (gap == 0 ? high : "(" + high.trim() + ")") + " << " + (Long.SIZE - shift)
                        + ")";
                loaded = next;
            }
            String mask = end == Long.SIZE || width == Long.SIZE
                    ? ""
                    : " & 0x" + Long.toHexString((1L << width) - 1).toUpperCase(Locale.ROOT) + "L";
            line("            dst[" + plus("out", i) + "] = " + value + mask + ";");
        }
        close(4 * width, BLOCK);
    }

    private void load(int word, int at, int width) {
        String read = width == 1 ? "getInt" : "getLong";
        line("            long word" + word + " = LittleEndian." + read + "(src, " + plus("in", at) + ");");
    }

    private void packClass() {
        header();
        text.append("""
                /**
                 * Packs blocks of 32 values with a fixed bit width, least significant bit first: 32 ints become
                 * {@code 4 * width} bytes. The methods read and write exactly these ints and bytes. Values must
                 * fit the width.
                 */
                """);
        line("public final class BitPack {");
        line("");
        line("    private BitPack() {}");
        line("");
        line("    /** Packs {@code 32 * blocks} values of {@code width} bits, 1 to 32. */");
        dispatch("public ", "pack", 32, "int[] src, int srcOffset, int width, byte[] dst, int dstOffset, int blocks");
        for (int width = 1; width <= 32; width++) {
            packMethod(width);
        }
        line("}");
    }

    private void packMethod(int width) {
        open(width, "int[] src, int srcOffset, byte[] dst, int dstOffset, int blocks");
        int word = -1;
        for (int i = 0; i < BLOCK; i++) {
            int bit = i * width;
            int shift = bit % Long.SIZE;
            String source = "src[" + plus("in", i) + "]";
            String low = width == 32 ? "(" + source + " & 0xFFFFFFFFL)" : "(long) " + source;
            if (bit / Long.SIZE > word) {
                word++;
                line("            long word" + word + " = " + (width == 32 ? source + " & 0xFFFFFFFFL" : source) + ";");
            } else {
                line("            word" + word + " |= " + (width == 32 ? "(long) " + source : low) + " << " + shift
                        + ";");
            }
            if (shift + width > Long.SIZE) {
                word++;
                line("            long word" + word + " = (long) " + source + " >>> " + (Long.SIZE - shift) + ";");
            }
        }
        for (int i = 0; i <= word; i++) {
            boolean half = i == word && width % 2 == 1;
            String write = half ? "putInt" : "putLong";
            String value = half ? "(int) word" + i : "word" + i;
            line("            LittleEndian." + write + "(dst, " + plus("out", i * Long.BYTES) + ", " + value + ");");
        }
        close(BLOCK, 4 * width);
    }

    private void header() {
        line("// Generated by io.pq2.generator.BitPackingGenerator; do not edit.");
        line("package io.pq2.internal.encoding.bitpack;");
        line("");
        line("import io.pq2.internal.io.LittleEndian;");
        line("");
    }

    private void dispatch(String modifier, String name, int maxWidth, String parameters) {
        line("    " + modifier + "static void " + name + "(" + parameters + ") {");
        line("        switch (width) {");
        for (int width = 1; width <= maxWidth; width++) {
            line("            case " + width + " -> width" + width + "(src, srcOffset, dst, dstOffset, blocks);");
        }
        line("            default -> throw new IllegalArgumentException(\"bit width \" + width);");
        line("        }");
        line("    }");
    }

    private void open(int width, String parameters) {
        line("");
        line("    private static void width" + width + "(" + parameters + ") {");
        line("        int in = srcOffset;");
        line("        int out = dstOffset;");
        line("        for (int block = 0; block < blocks; block++) {");
    }

    private void close(int inStep, int outStep) {
        line("            in += " + inStep + ";");
        line("            out += " + outStep + ";");
        line("        }");
        line("    }");
    }

    private static String plus(String variable, int constant) {
        return constant == 0 ? variable : variable + " + " + constant;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
