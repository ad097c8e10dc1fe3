package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.pq2.cli.internal.convert.RowSource;
import io.pq2.cli.internal.convert.arrow.ArrowTable;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.ParquetException;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.testing.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalDayVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampSecTZVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.util.ValueVectorUtility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrow's own reader and writer, and {@code convert}, agree on values. */
class ConvertArrowTest {

    @TempDir
    Path directory;

    private final BufferAllocator allocator = new RootAllocator();
    private final List<AutoCloseable> resources = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable resource : resources) {
            resource.close();
        }
        allocator.close();
    }

    private <T extends AutoCloseable> T managed(T resource) {
        resources.add(0, resource);
        return resource;
    }

    private ArrowReader reader(Path file) throws IOException {
        return managed(
                file.toString().endsWith(".arrow")
                        ? new ArrowFileReader(
                                managed(FileChannel.open(file)), allocator, CommonsCompressionFactory.INSTANCE)
                        : new ArrowStreamReader(
                                managed(Files.newInputStream(file)), allocator, CommonsCompressionFactory.INSTANCE));
    }

    private static ArrowWriter writer(
            VectorSchemaRoot root, DictionaryProvider dictionaries, OutputStream out, boolean stream, CodecType codec) {
        IpcOption option = IpcOption.DEFAULT;
        CompressionCodec.Factory codecs = codec == CodecType.NO_COMPRESSION
                ? NoCompressionCodec.Factory.INSTANCE
                : CommonsCompressionFactory.INSTANCE;
        return stream
                ? new ArrowStreamWriter(
                        root, dictionaries, Channels.newChannel(out), option, codecs, codec, Optional.empty())
                : new ArrowFileWriter(
                        root,
                        dictionaries,
                        Channels.newChannel(out),
                        java.util.Map.of(),
                        option,
                        codecs,
                        codec,
                        Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"arrow", "arrows"})
    void arrowReadsTheValuesThatConvertWrites(String suffix) throws IOException {
        long seed = Seeds.next();
        Path parquet = directory.resolve("t.parquet");
        RandomRecords.write(parquet, seed, 300);
        Path arrow = directory.resolve("t." + suffix);
        CommandRun.lines("convert", parquet, arrow);
        ArrowReader reader = reader(arrow);
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        int rows = 0;
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(parquet));
                RowReader expected = new RowReader(file.scan().open())) {
            while (reader.loadNextBatch()) {
                for (FieldVector column : root.getFieldVectors()) {
                    // Arrow's check of maps expects the type of lists.
                    if (!(column instanceof MapVector)) {
                        ValueVectorUtility.validate(column);
                    }
                }
                for (int i = 0; i < root.getRowCount(); i++, rows++) {
                    assertThat(expected.next()).isTrue();
                    for (int c = 0; c < root.getFieldVectors().size(); c++) {
                        FieldVector column = root.getVector(c);
                        assertThat(arrowText(column, i))
                                .as("seed %d, row %d, column %s", seed, rows, column.getName())
                                .isEqualTo(parquetText(expected.row().get(c)));
                    }
                }
            }
        }
        assertThat(rows).isEqualTo(300);
    }

    /** Returns the text of a value in a form that both sides share. */
    private static String parquetText(Object value) {
        if (value instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        } else if (value instanceof io.pq2.record.Row row) {
            List<String> fields = new ArrayList<>();
            // Arrow's Java values leave out null fields.
            row.shape().children().stream()
                    .filter(child -> row.get(child.name()) != null)
                    .forEach(child -> fields.add(parquetText(row.get(child.name()))));
            return fields.toString();
        } else if (value instanceof io.pq2.record.RowList list) {
            List<String> elements = new ArrayList<>();
            list.forEach(element -> elements.add(parquetText(element)));
            return elements.toString();
        } else if (value instanceof io.pq2.record.RowMap map) {
            List<String> entries = new ArrayList<>();
            for (int i = 0; i < map.size(); i++) {
                String key = parquetText(map.keys().get(i));
                Object entry = map.values().get(i);
                entries.add(entry == null ? "[" + key + "]" : "[" + key + ", " + parquetText(entry) + "]");
            }
            return entries.toString();
        } else if (value instanceof LocalDate date) {
            return String.valueOf(date.toEpochDay());
        } else if (value instanceof java.time.LocalTime time) {
            return String.valueOf(time.toNanoOfDay());
        } else if (value instanceof LocalDateTime time) {
            return String.valueOf(nanos(time.toInstant(ZoneOffset.UTC)));
        } else if (value instanceof Instant time) {
            return String.valueOf(nanos(time));
        }
        return String.valueOf(value);
    }

    private static BigInteger nanos(Instant time) {
        return BigInteger.valueOf(time.getEpochSecond())
                .multiply(BigInteger.valueOf(1_000_000_000))
                .add(BigInteger.valueOf(time.getNano()));
    }

    private static String arrowText(FieldVector column, int index) {
        return arrowText(column.getField().getType(), column.getObject(index));
    }

    private static String arrowText(ArrowType type, Object value) {
        if (value == null) {
            return "null";
        } else if (value instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        } else if (value instanceof java.util.Map<?, ?> struct) {
            return struct.values().stream()
                    .map(field -> arrowText(ArrowType.Null.INSTANCE, field))
                    .toList()
                    .toString();
        } else if (value instanceof List<?> list) {
            return list.stream()
                    .map(field -> arrowText(ArrowType.Null.INSTANCE, field))
                    .toList()
                    .toString();
        } else if (type instanceof ArrowType.Int integer && !integer.getIsSigned()) {
            long bits = value instanceof Character c ? c : ((Number) value).longValue();
            return integer.getBitWidth() == 64
                    ? Long.toUnsignedString(bits)
                    : String.valueOf(bits & (1L << integer.getBitWidth()) - 1);
        } else if (type instanceof ArrowType.Time time) {
            long factor = time.getUnit() == TimeUnit.NANOSECOND ? 1 : 1_000_000;
            return value instanceof LocalDateTime local
                    ? String.valueOf(local.toLocalTime().toNanoOfDay())
                    : String.valueOf(((Number) value).longValue() * factor);
        } else if (value instanceof LocalDateTime time) {
            return String.valueOf(nanos(time.toInstant(ZoneOffset.UTC)));
        } else if (type instanceof ArrowType.Timestamp) {
            return String.valueOf(value);
        }
        return String.valueOf(value);
    }

    @ParameterizedTest
    @CsvSource({
        "arrow, NO_COMPRESSION",
        "arrow, LZ4_FRAME",
        "arrow, ZSTD",
        "arrows, NO_COMPRESSION",
        "arrows, LZ4_FRAME",
        "arrows, ZSTD"
    })
    void convertReadsTheFilesThatArrowWrites(String suffix, CodecType codec) throws IOException {
        long seed = Seeds.next();
        Path parquet = directory.resolve("t.parquet");
        RandomRecords.write(parquet, seed, 300);
        Path first = directory.resolve("first.arrow");
        CommandRun.lines("convert", parquet, first);
        ArrowReader reader = reader(first);
        Path second = directory.resolve("second." + suffix);
        try (OutputStream out = Files.newOutputStream(second);
                ArrowWriter writer =
                        writer(reader.getVectorSchemaRoot(), reader, out, suffix.equals("arrows"), codec)) {
            while (reader.loadNextBatch()) {
                writer.writeBatch();
            }
            writer.end();
        }
        Path schema = Files.write(directory.resolve("schema.txt"), CommandRun.lines("schema", parquet));
        Path back = directory.resolve("back.parquet");
        CommandRun.lines("convert", "--schema", schema, second, back);
        assertThat(CommandRun.of("diff", parquet, back).out())
                .as("seed %d", seed)
                .contains("The rows are the same");
    }

    private <T extends FieldVector> T vector(T vector) {
        vector.allocateNew();
        return vector;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns columns of the types that Parquet stores in another form, with a value and a null. */
    private List<FieldVector> columns() {
        LargeVarCharVector largeText = vector(new LargeVarCharVector("large_text", allocator));
        largeText.set(0, utf8("large"));
        LargeVarBinaryVector largeBytes = vector(new LargeVarBinaryVector("large_bytes", allocator));
        largeBytes.set(0, new byte[] {1, 2});
        ViewVarCharVector view = vector(new ViewVarCharVector("view", allocator));
        view.setSafe(0, utf8("a text of more than twelve bytes"));
        Float2Vector half = vector(new Float2Vector("half", allocator));
        half.set(0, (short) 0x3E00);
        UInt8Vector unsigned = vector(new UInt8Vector("unsigned", allocator));
        unsigned.set(0, -1L);
        Decimal256Vector wide = vector(new Decimal256Vector("wide", allocator, 76, 2));
        wide.set(0, new BigDecimal("-" + "9".repeat(74) + ".25"));
        DateMilliVector date = vector(new DateMilliVector("date", allocator));
        date.set(0, LocalDate.of(2024, 2, 29).toEpochDay() * 86_400_000L);
        TimeSecVector time = vector(new TimeSecVector("time", allocator));
        time.set(0, 3_601);
        TimeStampSecVector local = vector(new TimeStampSecVector("local", allocator));
        local.set(0, -1L);
        TimeStampSecTZVector zoned = vector(new TimeStampSecTZVector("zoned", allocator, "Europe/Zurich"));
        zoned.set(0, 1L);
        DurationVector duration = vector(new DurationVector(
                "duration", FieldType.nullable(new ArrowType.Duration(TimeUnit.MILLISECOND)), allocator));
        duration.set(0, Duration.ofSeconds(5).toMillis());
        IntervalYearVector months = vector(new IntervalYearVector("months", allocator));
        months.set(0, (int) Period.ofMonths(14).toTotalMonths());
        IntervalDayVector days = vector(new IntervalDayVector("days", allocator));
        days.set(0, 3, 4);
        return new ArrayList<>(List.of(
                largeText, largeBytes, view, half, unsigned, wide, date, time, local, zoned, duration, months, days));
    }

    private List<FieldVector> lists() {
        FixedSizeListVector fixed = FixedSizeListVector.empty("fixed", 2, allocator);
        IntVector pair = (IntVector) fixed.addOrGetVector(FieldType.nullable(new ArrowType.Int(32, true)))
                .getVector();
        fixed.allocateNew();
        fixed.setNotNull(0);
        pair.set(0, 7);
        pair.setNull(1);
        pair.setValueCount(4);
        LargeListVector large = LargeListVector.empty("large", allocator);
        BigIntVector element = (BigIntVector) large.addOrGetVector(FieldType.nullable(new ArrowType.Int(64, true)))
                .getVector();
        large.allocateNew();
        large.startNewValue(0);
        element.setSafe(0, 8);
        element.setSafe(1, 9);
        large.endValue(0, 2);
        element.setValueCount(2);
        ListViewVector views = ListViewVector.empty("views", allocator);
        IntVector viewed = (IntVector) views.addOrGetVector(FieldType.nullable(new ArrowType.Int(32, true)))
                .getVector();
        views.allocateNew();
        views.startNewValue(0);
        viewed.setSafe(0, 5);
        views.endValue(0, 1);
        viewed.setValueCount(1);
        ListVector nulls = ListVector.empty("nulls", allocator);
        nulls.addOrGetVector(FieldType.nullable(ArrowType.Null.INSTANCE));
        nulls.allocateNew();
        nulls.startNewValue(0);
        nulls.endValue(0, 2);
        nulls.getDataVector().setValueCount(2);
        return List.of(fixed, large, views, nulls, new NullVector("nothing", 2));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void typesOfArrowBecomeThoseOfParquet(boolean stream) throws IOException {
        List<FieldVector> vectors = columns();
        vectors.addAll(lists());
        vectors.forEach(vector -> vector.setValueCount(2));
        Path arrow = directory.resolve(stream ? "t.arrows" : "t.feather");
        try (VectorSchemaRoot root = new VectorSchemaRoot(vectors);
                OutputStream out = Files.newOutputStream(arrow);
                ArrowWriter writer = writer(
                        root, new DictionaryProvider.MapDictionaryProvider(), out, stream, CodecType.NO_COMPRESSION)) {
            root.setRowCount(2);
            writer.writeBatch();
            writer.end();
        }
        Path parquet = directory.resolve("t.parquet");
        CommandRun.lines("convert", arrow, parquet);
        assertThat(CommandRun.lines("schema", parquet).stream().map(String::strip))
                .contains(
                        "optional binary large_text (STRING);",
                        "optional binary large_bytes;",
                        "optional binary view (STRING);",
                        "optional fixed_len_byte_array(2) half (FLOAT16);",
                        "optional int64 unsigned (INTEGER(64,false));",
                        "optional fixed_len_byte_array(32) wide (DECIMAL(76,2));",
                        "optional int32 date (DATE);",
                        "optional int32 time (TIME(MILLIS,false));",
                        "optional int64 local (TIMESTAMP(MILLIS,false));",
                        "optional int64 zoned (TIMESTAMP(MILLIS,true));",
                        "optional int64 duration;",
                        "optional fixed_len_byte_array(12) months (INTERVAL);",
                        "optional int32 nothing (UNKNOWN);");
        assertThat(CommandRun.lines("cat", "--format", "json", parquet))
                .containsExactly(
                        "{\"large_text\":\"large\",\"large_bytes\":\"0x0102\","
                                + "\"view\":\"a text of more than twelve bytes\","
                                + "\"half\":1.5,\"unsigned\":18446744073709551615,\"wide\":-" + "9".repeat(74) + ".25,"
                                + "\"date\":\"2024-02-29\",\"time\":\"01:00:01\",\"local\":\"1969-12-31T23:59:59\","
                                + "\"zoned\":\"1970-01-01T00:00:01Z\",\"duration\":5000,"
                                + "\"months\":\"14 months 0 days 0 ms\",\"days\":\"0 months 3 days 4 ms\","
                                + "\"fixed\":[7,null],\"large\":[8,9],\"views\":[5],"
                                + "\"nulls\":[null,null],\"nothing\":null}",
                        "{\"large_text\":null,\"large_bytes\":null,\"view\":null,\"half\":null,\"unsigned\":null,"
                                + "\"wide\":null,\"date\":null,\"time\":null,\"local\":null,\"zoned\":null,"
                                + "\"duration\":null,\"months\":null,\"days\":null,\"fixed\":null,"
                                + "\"large\":null,\"views\":null,"
                                + "\"nulls\":null,\"nothing\":null}");
    }

    private Path dictionaryFile(boolean stream) throws IOException {
        Path arrow = directory.resolve(stream ? "d.arrows" : "d.arrow");
        try (VarCharVector values = vector(new VarCharVector("values", allocator));
                VarCharVector column = vector(new VarCharVector("color", allocator))) {
            List<String> colors = List.of("red", "green", "blue");
            for (int i = 0; i < colors.size(); i++) {
                values.setSafe(i, utf8(colors.get(i)));
            }
            values.setValueCount(3);
            for (int i = 0; i < 7; i++) {
                if (i == 3) {
                    column.setNull(i);
                } else {
                    column.setSafe(i, utf8(colors.get(i % 3)));
                }
            }
            column.setValueCount(7);
            Dictionary dictionary =
                    new Dictionary(values, new DictionaryEncoding(5, false, new ArrowType.Int(8, true)));
            try (FieldVector encoded = (FieldVector) DictionaryEncoder.encode(column, dictionary);
                    VectorSchemaRoot root = new VectorSchemaRoot(List.of(encoded));
                    OutputStream out = Files.newOutputStream(arrow);
                    ArrowWriter writer = writer(
                            root,
                            new DictionaryProvider.MapDictionaryProvider(dictionary),
                            out,
                            stream,
                            CodecType.NO_COMPRESSION)) {
                writer.writeBatch();
                writer.end();
            }
        }
        return arrow;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void dictionariesAreResolved(boolean stream) throws IOException {
        Path arrow = dictionaryFile(stream);
        Path parquet = directory.resolve("d.parquet");
        CommandRun.lines("convert", arrow, parquet);
        assertThat(CommandRun.lines("cat", "--format", "csv", parquet))
                .containsExactly("color", "red", "green", "blue", "", "green", "blue", "red");
        Path renamed = Files.copy(arrow, directory.resolve(stream ? "renamed.feather" : "renamed.arrows"));
        CommandRun.lines("convert", renamed, directory.resolve("r.parquet"));
        assertThat(CommandRun.of("diff", parquet, directory.resolve("r.parquet"))
                        .out())
                .contains("The rows are the same");
    }

    private static void read(Path file) throws IOException {
        InputFile input = new LocalInputFile(file);
        ArrowTable table = new ArrowTable(List.of(input));
        Schema schema = table.schema();
        try (RowSource rows = table.open(input, schema)) {
            RecordValue record = new RecordValue(schema);
            while (rows.next(record)) {
                record.clear();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"arrow", "arrows", "dictionary", "dictionary-stream"})
    void damageIsATypedError(String kind) throws IOException {
        Path valid;
        long seed = Seeds.next();
        if (kind.startsWith("dictionary")) {
            valid = dictionaryFile(kind.endsWith("stream"));
        } else {
            Path parquet = directory.resolve("t.parquet");
            RandomRecords.write(parquet, seed, 5);
            valid = directory.resolve("t." + kind);
            CommandRun.lines("convert", parquet, valid);
        }
        byte[] bytes = Files.readAllBytes(valid);
        Random random = new Random(seed);
        Path changed = directory.resolve("changed");
        int refused = 0;
        for (int i = 0; i < 1_000; i++) {
            byte[] copy = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes.clone();
            for (int change = random.nextInt(4); change >= 0 && copy.length > 8; change--) {
                int at = random.nextInt(copy.length);
                copy[at] = (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(3) - 1);
            }
            Files.write(changed, copy);
            try {
                read(changed);
            } catch (ParquetException | IOException e) {
                refused++;
            } catch (RuntimeException | Error e) {
                fail("seed " + seed + ", try " + i, e);
            }
        }
        assertThat(refused).as("seed %d", seed).isGreaterThan(100);
    }

    @Test
    void truncatedAndForeignFilesAreNamed() throws IOException {
        byte[] bytes = Files.readAllBytes(dictionaryFile(false));
        Path truncated = directory.resolve("truncated.arrow");
        Files.write(truncated, Arrays.copyOf(bytes, bytes.length - 3));
        assertThatThrownBy(() -> read(truncated))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("truncated.arrow")
                .hasMessageContaining("begins with ARROW1 but does not end with it");
        Path text = Files.writeString(directory.resolve("text.arrow"), "a,b\n1,2\n");
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("text.arrow");
        Path empty = Files.write(directory.resolve("empty.arrows"), new byte[0]);
        assertThatThrownBy(() -> read(empty))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("no Arrow IPC");
        // The length of the metadata is a gigabyte.
        ByteBuffer large = ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(-1)
                .putInt(1 << 30);
        Path hostile = Files.write(directory.resolve("hostile.arrows"), large.array());
        assertThatThrownBy(() -> read(hostile))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("has 1073741824 bytes at 8, and the file 16");
    }

    @Test
    void schemasOfSeveralFilesMustBeEqual() throws IOException {
        Path arrow = dictionaryFile(false);
        Path csv = Files.writeString(directory.resolve("a.csv"), "id\n1\n");
        Path parquet = directory.resolve("a.parquet");
        CommandRun.lines("convert", csv, parquet);
        Path other = directory.resolve("other.arrow");
        CommandRun.lines("convert", parquet, other);
        CommandRun run = CommandRun.of("convert", arrow, other, directory.resolve("both.parquet"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("other.arrow has another schema than");
        run = CommandRun.of("convert", "--decimals", arrow, directory.resolve("both.parquet"));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("Arrow files have a schema, which only --schema changes");
        CommandRun lines = CommandRun.of("convert", arrow, arrow, directory.resolve("once.parquet"));
        assertThat(lines.out()).contains("1 file (").contains("7 rows");
        run = CommandRun.of("convert", parquet, directory.resolve("once.parquet"), directory.resolve("both.arrow"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("has other columns than");
        assertThat(directory.resolve("both.arrow")).doesNotExist();
    }

    @Test
    void columnsRowsAndPartitionsAreSelected() throws IOException {
        Path table = new ExampleTable(directory).path();
        Path arrow = directory.resolve("t.arrow");
        CommandRun.lines("convert", "--columns", "id,country", "--where", "country = 'FR' AND id < 8", table, arrow);
        Path parquet = directory.resolve("t.parquet");
        CommandRun.lines("convert", arrow, parquet);
        assertThat(CommandRun.lines("cat", "--format", "csv", parquet)).containsExactly("id,country", "6,FR", "7,FR");
    }

    private String failure(String column, ArrowType type, Field... children) throws IOException {
        Field field = new Field(column, FieldType.nullable(type), List.of(children));
        Path arrow = directory.resolve(column + ".arrows");
        try (VectorSchemaRoot root = VectorSchemaRoot.create(
                        new org.apache.arrow.vector.types.pojo.Schema(List.of(field)), allocator);
                OutputStream out = Files.newOutputStream(arrow);
                ArrowWriter writer = writer(
                        root, new DictionaryProvider.MapDictionaryProvider(), out, true, CodecType.NO_COMPRESSION)) {
            writer.start();
            writer.end();
        }
        CommandRun run = CommandRun.of("convert", arrow, directory.resolve("none.parquet"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(directory.resolve("none.parquet")).doesNotExist();
        return run.err();
    }

    @Test
    void typesThatParquetDoesNotHaveAreErrors() throws IOException {
        Field child = Field.nullable("i", new ArrowType.Int(32, true));
        assertThat(failure("u", new ArrowType.Union(UnionMode.Sparse, new int[] {0}), child))
                .contains("u.arrows")
                .contains("column u has the Arrow type Union, which Parquet does not have");
        assertThat(failure("s", ArrowType.Struct.INSTANCE)).contains("column s is a struct without fields");
        assertThat(failure("d", new ArrowType.Decimal(5, -2, 128)))
                .contains("column d is Decimal(5, -2), and Parquet has scales from 0 to the precision only");
    }

    private String failure(FieldVector vector) throws IOException {
        vector.setValueCount(1);
        Path arrow = directory.resolve(vector.getName() + ".arrow");
        try (VectorSchemaRoot root = new VectorSchemaRoot(List.of(vector));
                OutputStream out = Files.newOutputStream(arrow);
                ArrowWriter writer = writer(
                        root, new DictionaryProvider.MapDictionaryProvider(), out, false, CodecType.NO_COMPRESSION)) {
            root.setRowCount(1);
            writer.writeBatch();
            writer.end();
        }
        CommandRun run = CommandRun.of("convert", arrow, directory.resolve("none.parquet"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(directory.resolve("none.parquet")).doesNotExist();
        return run.err();
    }

    @Test
    void valuesThatParquetDoesNotHaveAreErrors() throws IOException {
        DateMilliVector date = vector(new DateMilliVector("date", allocator));
        date.set(0, 86_400_001L);
        assertThat(failure(date)).contains("date.arrow, row 0 (batch 0): column date: the date 86400001 ms");
        IntervalYearVector months = vector(new IntervalYearVector("months", allocator));
        months.set(0, -1);
        assertThat(failure(months)).contains("months.arrow, row 0").contains("the interval of -1 months");
        TimeSecVector time = vector(new TimeSecVector("time", allocator));
        time.set(0, 86_400);
        assertThat(failure(time)).contains("time.arrow, row 0 (batch 0), column time: the value is out of range");
    }

    @Test
    void typesThatArrowDoesNotHaveAreErrors() throws IOException {
        Path arrow = directory.resolve("t.arrow");
        Path wide = Files.writeString(
                directory.resolve("wide.txt"), "message m { optional fixed_len_byte_array(40) d (DECIMAL(80,0)); }");
        Path variant = Files.writeString(
                directory.resolve("variant.txt"),
                "message m { optional group v (VARIANT(1)) { required binary metadata; required binary value; } }");
        Path json = Files.writeString(directory.resolve("t.json"), "");
        Path parquet = directory.resolve("wide.parquet");
        CommandRun.lines("convert", "--schema", wide, json, parquet);
        CommandRun run = CommandRun.of("convert", parquet, arrow);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("column d has decimals of 80 digits");
        Files.writeString(json, "{\"v\": {\"a\": [1, \"x\"]}}\n");
        Path variants = directory.resolve("variant.parquet");
        CommandRun.lines("convert", "--schema", variant, json, variants);
        assertThat(CommandRun.lines("cat", "--format", "json", variants)).containsExactly("{\"v\":{\"a\":[1,\"x\"]}}");
        run = CommandRun.of("convert", variants, arrow);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("column v is a VARIANT, which Arrow does not have");
        assertThat(arrow).doesNotExist();
    }

    @Test
    void emptyTablesHaveASchema() throws IOException {
        Path schema = Files.writeString(directory.resolve("s.txt"), "message m { required int32 id; }");
        Path json = Files.writeString(directory.resolve("t.json"), "");
        Path parquet = directory.resolve("t.parquet");
        CommandRun.lines("convert", "--schema", schema, json, parquet);
        for (String suffix : List.of("arrow", "arrows")) {
            Path arrow = directory.resolve("t." + suffix);
            CommandRun.lines("convert", parquet, arrow);
            Path back = directory.resolve(suffix + ".parquet");
            CommandRun.lines("convert", arrow, back);
            assertThat(CommandRun.lines("schema", back)).contains("  required int32 id;");
            assertThat(reader(arrow).getVectorSchemaRoot().getSchema().getFields())
                    .hasSize(1);
        }
    }
}
