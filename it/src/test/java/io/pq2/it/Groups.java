package io.pq2.it;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** Random rows as parquet-java's groups, written and read by parquet-java. */
final class Groups {

    private static final int MAX_REPETITIONS = 3;

    private Groups() {}

    static List<Group> random(MessageType schema, int rows, Random random) {
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            Group row = new SimpleGroup(schema);
            fill(row, schema, random);
            groups.add(row);
        }
        return groups;
    }

    private static void fill(Group group, GroupType type, Random random) {
        for (Type field : type.getFields()) {
            int count = switch (field.getRepetition()) {
                case REQUIRED -> 1;
                case OPTIONAL -> random.nextInt(4) == 0 ? 0 : 1;
                case REPEATED -> random.nextInt(MAX_REPETITIONS + 1);
            };
            for (int i = 0; i < count; i++) {
                if (field.isPrimitive()) {
                    addRandom(group, field.asPrimitiveType(), random);
                } else {
                    fill(group.addGroup(field.getName()), field.asGroupType(), random);
                }
            }
        }
    }

    private static void addRandom(Group group, PrimitiveType type, Random random) {
        String name = type.getName();
        switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> group.add(name, random.nextBoolean());
            case INT32 -> group.add(name, randomInt(type, random));
            case INT64 -> group.add(name, randomLong(type, random));
            case FLOAT -> group.add(name, random.nextInt(20) == 0 ? Float.NaN : random.nextFloat() - 0.5f);
            case DOUBLE -> group.add(name, random.nextInt(20) == 0 ? -0.0 : random.nextGaussian());
            case INT96 -> group.add(name, bytes(12, random));
            case FIXED_LEN_BYTE_ARRAY -> group.add(name, fixed(type, random));
            case BINARY -> group.add(name, binary(type, random));
        }
    }

    private static int randomInt(PrimitiveType type, Random random) {
        if (type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer && integer.getBitWidth() < 32) {
            int value = random.nextInt(1 << integer.getBitWidth());
            return integer.isSigned() ? value - (1 << (integer.getBitWidth() - 1)) : value;
        }
        return type.getLogicalTypeAnnotation() == null ? random.nextInt() : random.nextInt(100_000);
    }

    private static long randomLong(PrimitiveType type, Random random) {
        boolean any = type.getLogicalTypeAnnotation() == null
                || type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation;
        if (type.getLogicalTypeAnnotation() instanceof TimeLogicalTypeAnnotation) {
            return random.nextInt(1 << 30); // less than a day, in microseconds and in nanoseconds
        }
        return any ? random.nextLong() : random.nextInt();
    }

    private static Binary fixed(PrimitiveType type, Random random) {
        if (type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal) {
            byte[] value = unscaled(decimal.getPrecision(), random).toByteArray();
            byte[] bytes = new byte[type.getTypeLength()];
            Arrays.fill(bytes, (byte) (value[0] >> 7));
            System.arraycopy(value, 0, bytes, bytes.length - value.length, value.length);
            return Binary.fromConstantByteArray(bytes);
        }
        return bytes(type.getTypeLength(), random);
    }

    private static Binary binary(PrimitiveType type, Random random) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
            return Binary.fromConstantByteArray(
                    unscaled(decimal.getPrecision(), random).toByteArray());
        }
        if (annotation instanceof StringLogicalTypeAnnotation
                || annotation instanceof EnumLogicalTypeAnnotation
                || annotation instanceof JsonLogicalTypeAnnotation) {
            return Binary.fromString("text ".repeat(random.nextInt(4)) + random.nextInt(200));
        }
        return bytes(random.nextInt(20), random);
    }

    /** Returns a random integer with up to a number of decimal digits. */
    private static BigInteger unscaled(int digits, Random random) {
        BigInteger value = new BigInteger(random.nextInt(4 * digits), random).mod(BigInteger.TEN.pow(digits));
        return random.nextBoolean() ? value : value.negate();
    }

    private static Binary bytes(int length, Random random) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Binary.fromConstantByteArray(bytes);
    }

    static void write(Path file, MessageType schema, List<Group> rows) throws IOException {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(
                        HadoopOutputFile.fromPath(path, new Configuration(false)))
                .withType(schema)
                .build()) {
            for (Group row : rows) {
                writer.write(row);
            }
        }
    }

    static List<Group> read(Path file) throws IOException {
        List<Group> rows = new ArrayList<>();
        try (ParquetReader<Group> reader = ParquetReader.builder(
                        new GroupReadSupport(), new org.apache.hadoop.fs.Path(file.toUri()))
                .withConf(new Configuration(false))
                .build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                rows.add(row);
            }
        }
        return rows;
    }

    /** Formats a row with all bits of its values. */
    static String text(Group row) {
        return text(row, row.getType());
    }

    private static String text(Group group, GroupType type) {
        StringBuilder text = new StringBuilder("{");
        for (int field = 0; field < type.getFieldCount(); field++) {
            Type fieldType = type.getType(field);
            for (int i = 0; i < group.getFieldRepetitionCount(field); i++) {
                text.append(fieldType.getName()).append('=');
                text.append(
                        fieldType.isPrimitive()
                                ? text(group, fieldType.asPrimitiveType(), field, i)
                                : text(group.getGroup(field, i), fieldType.asGroupType()));
                text.append(' ');
            }
        }
        return text.append('}').toString();
    }

    private static String text(Group group, PrimitiveType type, int field, int i) {
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> String.valueOf(group.getBoolean(field, i));
            case INT32 -> String.valueOf(group.getInteger(field, i));
            case INT64 -> String.valueOf(group.getLong(field, i));
            case FLOAT -> Integer.toHexString(Float.floatToRawIntBits(group.getFloat(field, i)));
            case DOUBLE -> Long.toHexString(Double.doubleToRawLongBits(group.getDouble(field, i)));
            case INT96 -> HexFormat.of().formatHex(group.getInt96(field, i).getBytes());
            case FIXED_LEN_BYTE_ARRAY, BINARY ->
                HexFormat.of().formatHex(group.getBinary(field, i).getBytes());
        };
    }
}
