package io.pq2.internal.thrift;

import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SchemaElement;
import io.pq2.metadata.ThriftIdl;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Creates random metadata records. Every field, every constant and every member of a union occurs. */
final class RandomRecords {

    private final Random random;

    RandomRecords(long seed) {
        this.random = new Random(seed);
    }

    /** Returns a footer whose row groups have a column chunk with the right path for each leaf of its schema. */
    FileMetaData fileMetadata() {
        int leaves = 1 + random.nextInt(3);
        List<SchemaElement> schema = new ArrayList<>();
        schema.add(new SchemaElement(null, null, null, "root", leaves, null, null, null, null, null));
        for (int i = 0; i < leaves; i++) {
            SchemaElement any = make(SchemaElement.class);
            PhysicalType type = any.type() == null ? PhysicalType.INT32 : any.type();
            schema.add(new SchemaElement(
                    type,
                    any.typeLength(),
                    any.repetitionType(),
                    any.name(),
                    null,
                    any.convertedType(),
                    any.scale(),
                    any.precision(),
                    any.fieldId(),
                    any.logicalType()));
        }
        List<RowGroup> rowGroups = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            RowGroup any = make(RowGroup.class);
            List<ColumnChunk> columns = new ArrayList<>();
            for (int c = 0; c < leaves; c++) {
                columns.add(withPath(
                        make(ColumnChunk.class), List.of(schema.get(c + 1).name())));
            }
            rowGroups.add(new RowGroup(
                    columns,
                    any.totalByteSize(),
                    any.numRows(),
                    any.sortingColumns(),
                    any.fileOffset(),
                    any.totalCompressedSize(),
                    any.ordinal()));
        }
        FileMetaData any = make(FileMetaData.class);
        return new FileMetaData(
                any.version(),
                schema,
                any.numRows(),
                rowGroups,
                any.keyValueMetadata(),
                any.createdBy(),
                any.columnOrders(),
                any.encryptionAlgorithm(),
                any.footerSigningKeyMetadata());
    }

    private static ColumnChunk withPath(ColumnChunk chunk, List<String> path) {
        ColumnMetaData any = chunk.metadata();
        return any == null
                ? chunk
                : chunk.withMetadata(new ColumnMetaData(
                        any.type(),
                        any.encodings(),
                        path,
                        any.codec(),
                        any.numValues(),
                        any.totalUncompressedSize(),
                        any.totalCompressedSize(),
                        any.keyValueMetadata(),
                        any.dataPageOffset(),
                        any.indexPageOffset(),
                        any.dictionaryPageOffset(),
                        any.statistics(),
                        any.encodingStats(),
                        any.bloomFilterOffset(),
                        any.bloomFilterLength(),
                        any.sizeStatistics(),
                        any.geospatialStatistics()));
    }

    PageHeader pageHeader() {
        PageHeader any = make(PageHeader.class);
        boolean all = random.nextBoolean();
        return new PageHeader(
                any.type(),
                any.uncompressedPageSize(),
                any.compressedPageSize(),
                any.crc(),
                all || any.type() == PageType.DATA_PAGE ? make(io.pq2.metadata.DataPageHeader.class) : null,
                any.indexPageHeader(),
                all || any.type() == PageType.DICTIONARY_PAGE ? make(io.pq2.metadata.DictionaryPageHeader.class) : null,
                all || any.type() == PageType.DATA_PAGE_V2 ? make(io.pq2.metadata.DataPageHeaderV2.class) : null);
    }

    ColumnIndex columnIndex() {
        ColumnIndex any = make(ColumnIndex.class);
        int pages = any.nullPages().size();
        return new ColumnIndex(
                any.nullPages(),
                list(pages, byte[].class),
                list(pages, byte[].class),
                any.boundaryOrder(),
                random.nextBoolean() ? null : list(pages, Long.class),
                any.repetitionLevelHistograms(),
                any.definitionLevelHistograms(),
                random.nextBoolean() ? null : list(pages, Long.class));
    }

    OffsetIndex offsetIndex() {
        OffsetIndex any = make(OffsetIndex.class);
        int pages = any.pageLocations().size();
        return new OffsetIndex(any.pageLocations(), random.nextBoolean() ? null : list(pages, Long.class));
    }

    /**
     * Returns a random record. Its fields do not depend on each other; the methods above make records that need this.
     */
    <T extends Record> T make(Class<T> type) {
        if (type == LogicalType.DecimalType.class) {
            int precision = 1 + random.nextInt(38);
            return type.cast(new LogicalType.DecimalType(precision, random.nextInt(precision + 1)));
        }
        if (type == LogicalType.IntType.class) {
            return type.cast(new LogicalType.IntType(8 << random.nextInt(4), random.nextBoolean()));
        }
        if (type == LogicalType.VariantType.class) {
            return type.cast(new LogicalType.VariantType(random.nextBoolean() ? null : random.nextInt(128)));
        }
        List<String> optional = ThriftIdl.optionalFields(type.getSimpleName());
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            String name = components[i].getName();
            boolean absent = name.startsWith("unknown") || (optional.contains(name) && random.nextInt(3) == 0);
            types[i] = components[i].getType();
            values[i] = absent ? null : value(components[i].getGenericType());
        }
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("cannot create " + type, e);
        }
    }

    private List<Object> objects(int size, Type type) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            values.add(value(type));
        }
        return values;
    }

    @SuppressWarnings("unchecked") // value() returns an instance of its argument.
    private <T> List<T> list(int size, Class<T> type) {
        return (List<T>) objects(size, type);
    }

    private Object value(Type type) {
        if (type instanceof ParameterizedType list) {
            return objects(random.nextInt(5) == 0 ? 20 : random.nextInt(4), list.getActualTypeArguments()[0]);
        }
        Class<?> raw = (Class<?>) type;
        if (raw == int.class) {
            return random.nextInt() >>> 1;
        } else if (raw == Integer.class) {
            return random.nextInt() >> random.nextInt(32);
        } else if (raw == long.class) {
            return random.nextLong() >>> 1 + random.nextInt(60);
        } else if (raw == Long.class) {
            return random.nextLong() >> random.nextInt(64);
        } else if (raw == Short.class) {
            return (short) random.nextInt();
        } else if (raw == boolean.class || raw == Boolean.class) {
            return random.nextBoolean();
        } else if (raw == double.class || raw == Double.class) {
            return random.nextGaussian();
        } else if (raw == String.class) {
            return "name é " + random.nextInt(1000);
        } else if (raw == byte[].class) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            return bytes;
        } else if (raw.isEnum()) {
            List<?> known = Arrays.stream(raw.getEnumConstants())
                    .filter(constant -> !constant.toString().equals("UNKNOWN"))
                    .toList();
            return known.get(random.nextInt(known.size()));
        } else if (raw.isSealed()) {
            List<Class<?>> members = Arrays.stream(raw.getPermittedSubclasses())
                    .filter(member -> !member.getSimpleName().startsWith("Unrecognized"))
                    .filter(member -> member != LogicalType.IntervalType.class)
                    .filter(member -> member != LogicalType.MapKeyValueType.class)
                    .toList();
            return make(members.get(random.nextInt(members.size())).asSubclass(Record.class));
        }
        return make(raw.asSubclass(Record.class));
    }
}
