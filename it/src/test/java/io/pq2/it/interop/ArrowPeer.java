package io.pq2.it.interop;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.file.FileSystemDatasetFactory;
import org.apache.arrow.dataset.jni.JniLoader;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Reads with Arrow C++ through its Java binding: the native library decodes and returns vectors by the C data
 * interface.
 */
final class ArrowPeer implements Peer {

    private static final int BATCH_ROWS = 1024;

    private final BufferAllocator allocator;

    /** Throws a RuntimeException or LinkageError if the native library cannot be loaded. */
    ArrowPeer() {
        JniLoader.get().ensureLoaded();
        allocator = new RootAllocator();
    }

    @Override
    public String name() {
        return "Arrow C++";
    }

    @Override
    public String version() {
        String jar = FileSystemDatasetFactory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        String version = Path.of(jar).getFileName().toString().replaceFirst("arrow-dataset-(.*)\\.jar", "$1");
        return "the one in `arrow-dataset` " + version + ", its dataset scanner";
    }

    @Override
    @SuppressWarnings("try") // Arrow's close() declares Exception, and this thread is never interrupted.
    public List<List<Object>> read(Path file, Nesting nesting, List<Cell> columns) throws Exception {
        List<List<Object>> values = new ArrayList<>();
        columns.forEach(column -> values.add(new ArrayList<>()));
        String[] names = columns.stream().map(Cell::column).toArray(String[]::new);
        try (FileSystemDatasetFactory factory = new FileSystemDatasetFactory(
                        allocator,
                        NativeMemoryPool.getDefault(),
                        FileFormat.PARQUET,
                        file.toUri().toString());
                Dataset dataset = factory.finish();
                Scanner scanner = dataset.newScan(new ScanOptions(BATCH_ROWS, Optional.of(names)));
                ArrowReader reader = scanner.scanBatches()) {
            while (reader.loadNextBatch()) {
                VectorSchemaRoot root = reader.getVectorSchemaRoot();
                for (int column = 0; column < names.length; column++) {
                    FieldVector vector = root.getVector(names[column]);
                    for (int row = 0; row < root.getRowCount(); row++) {
                        values.get(column)
                                .add(value(vector, row, columns.get(column).type()));
                    }
                }
            }
        }
        return values;
    }

    private static Object value(FieldVector vector, int index, LeafType leaf) {
        if (vector.isNull(index)) {
            return null;
        } else if (vector instanceof MapVector map) {
            List<Object> entries = new ArrayList<>();
            StructVector pairs = (StructVector) map.getDataVector();
            FieldVector keys = pairs.getChildrenFromFields().get(0);
            FieldVector items = pairs.getChildrenFromFields().get(1);
            for (int i = map.getElementStartIndex(index); i < map.getElementEndIndex(index); i++) {
                entries.add(Arrays.asList(value(keys, i, LeafTypes.KEY), value(items, i, leaf)));
            }
            return entries;
        } else if (vector instanceof ListVector list) {
            List<Object> elements = new ArrayList<>();
            for (int i = list.getElementStartIndex(index); i < list.getElementEndIndex(index); i++) {
                elements.add(value(list.getDataVector(), i, leaf));
            }
            return elements;
        } else if (vector instanceof StructVector struct) {
            List<Object> fields = new ArrayList<>();
            for (FieldVector child : struct.getChildrenFromFields()) {
                fields.add(value(child, index, child.getName().equals(Nesting.SECOND_FIELD) ? LeafTypes.INDEX : leaf));
            }
            return fields;
        }
        return scalar(vector, index, leaf);
    }

    private static String scalar(FieldVector vector, int index, LeafType leaf) {
        if (vector instanceof Float4Vector floats) {
            return Canonical.of(floats.get(index));
        } else if (vector instanceof Float8Vector doubles) {
            return Canonical.of(doubles.get(index));
        } else if (vector instanceof Float2Vector halves) {
            return Canonical.ofHalf(halves.get(index));
        } else if (vector instanceof DecimalVector decimals) {
            return Canonical.of(decimals.getObject(index));
        } else if (vector instanceof VarCharVector text) {
            return Canonical.of(text.get(index));
        } else if (vector instanceof VarBinaryVector binary) {
            return Canonical.of(leaf, binary.get(index));
        } else if (vector instanceof FixedSizeBinaryVector binary) {
            return Canonical.of(leaf, binary.get(index));
        } else if (vector instanceof BitVector bits) {
            return String.valueOf(bits.get(index) != 0);
        } else if (vector instanceof DateDayVector days) {
            return Canonical.date(days.get(index));
        } else if (vector instanceof TimeMilliVector time) {
            return Canonical.nanos(time.get(index), 1_000_000);
        } else if (vector instanceof TimeMicroVector time) {
            return Canonical.nanos(time.get(index), 1000);
        } else if (vector instanceof TimeNanoVector time) {
            return Canonical.nanos(time.get(index), 1);
        } else if (vector instanceof TimeStampVector time) {
            return Canonical.nanos(time.get(index), nanosPerUnit((ArrowType.Timestamp)
                    vector.getField().getType()));
        }
        return integer(vector, index);
    }

    private static long nanosPerUnit(ArrowType.Timestamp type) {
        return switch (type.getUnit()) {
            case SECOND -> 1_000_000_000;
            case MILLISECOND -> 1_000_000;
            case MICROSECOND -> 1000;
            case NANOSECOND -> 1;
        };
    }

    private static String integer(FieldVector vector, int index) {
        if (vector instanceof UInt1Vector unsigned) {
            return String.valueOf(Byte.toUnsignedInt(unsigned.get(index)));
        } else if (vector instanceof UInt2Vector unsigned) {
            return String.valueOf((int) unsigned.get(index));
        } else if (vector instanceof UInt4Vector unsigned) {
            return Integer.toUnsignedString(unsigned.get(index));
        } else if (vector instanceof UInt8Vector unsigned) {
            return Long.toUnsignedString(unsigned.get(index));
        } else if (vector instanceof TinyIntVector
                || vector instanceof SmallIntVector
                || vector instanceof IntVector
                || vector instanceof BigIntVector) {
            return vector.getObject(index).toString();
        }
        throw new AssertionError("Arrow has values in a " + vector.getField());
    }

    @Override
    public void close() {
        allocator.close();
    }
}
