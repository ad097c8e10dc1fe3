package io.pq2.it.interop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetInputFormat;
import org.apache.parquet.hadoop.ParquetRecordReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.spark.package$;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.catalyst.util.RebaseDateTime;
import org.apache.spark.sql.catalyst.util.STUtils;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport$;
import org.apache.spark.sql.execution.datasources.parquet.ParquetToSparkSchemaConverter;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.internal.LegacyBehaviorPolicy;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.GeographyType;
import org.apache.spark.sql.types.GeometryType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.Option;

/** Reads like Spark's built-in source: with its schema conversion, and its vectorized reader or its row reader. */
final class SparkPeer implements Peer {

    private static final int BATCH_ROWS = 64;

    private final boolean vectorized;

    SparkPeer(boolean vectorized) {
        this.vectorized = vectorized;
    }

    @Override
    public String name() {
        return vectorized ? "Spark" : "Spark by rows";
    }

    @Override
    public String version() {
        return package$.MODULE$.SPARK_VERSION() + ", the built-in source `parquet`, "
                + (vectorized ? "vectorised" : "`spark.sql.parquet.enableVectorizedReader=false`");
    }

    @Override
    public List<List<Object>> read(Path file, Nesting nesting, List<Cell> columns) throws Exception {
        Configuration conf = configuration();
        StructType schema = new ParquetToSparkSchemaConverter(conf).convert(requestedSchema(file, columns));
        conf.set(ParquetReadSupport$.MODULE$.SPARK_ROW_REQUESTED_SCHEMA(), schema.json());
        TaskAttemptContextImpl context =
                new TaskAttemptContextImpl(conf, new TaskAttemptID(new TaskID(new JobID(), TaskType.MAP, 0), 0));
        FileSplit split =
                new FileSplit(new org.apache.hadoop.fs.Path(file.toUri()), 0, Files.size(file), new String[0]);
        List<List<Object>> values = new ArrayList<>();
        columns.forEach(column -> values.add(new ArrayList<>()));
        if (vectorized) {
            try (VectorizedParquetRecordReader reader = new VectorizedParquetRecordReader(
                    null, "CORRECTED", "UTC", "CORRECTED", "UTC", false, BATCH_ROWS)) {
                reader.initialize(split, context);
                ColumnarBatch batch = reader.resultBatch();
                while (reader.nextBatch()) {
                    batch.rowIterator().forEachRemaining(row -> add(row, schema, columns, values));
                }
            }
        } else {
            RebaseDateTime.RebaseSpec asWritten =
                    new RebaseDateTime.RebaseSpec(LegacyBehaviorPolicy.CORRECTED(), Option.empty());
            ParquetReadSupport support = new ParquetReadSupport(Option.empty(), false, asWritten, asWritten);
            try (RecordReader<Void, InternalRow> reader = new ParquetRecordReader<>(support)) {
                reader.initialize(split, context);
                while (reader.nextKeyValue()) {
                    add(reader.getCurrentValue(), schema, columns, values);
                }
            }
        }
        return values;
    }

    /** Returns the settings of {@code ParquetFileFormat} with Spark's defaults. */
    private static Configuration configuration() {
        Configuration conf = new Configuration(false);
        conf.set(ParquetInputFormat.READ_SUPPORT_CLASS, ParquetReadSupport.class.getName());
        conf.setBoolean(SQLConf.NESTED_SCHEMA_PRUNING_ENABLED().key(), true);
        conf.setBoolean(SQLConf.CASE_SENSITIVE().key(), false);
        conf.setBoolean(SQLConf.PARQUET_BINARY_AS_STRING().key(), false);
        conf.setBoolean(SQLConf.PARQUET_INT96_AS_TIMESTAMP().key(), true);
        conf.setBoolean(SQLConf.PARQUET_INFER_TIMESTAMP_NTZ_ENABLED().key(), true);
        conf.setBoolean(SQLConf.LEGACY_PARQUET_NANOS_AS_LONG().key(), false);
        return conf;
    }

    private static MessageType requestedSchema(Path file, List<Cell> columns) throws Exception {
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            MessageType schema = reader.getFileMetaData().getSchema();
            return new MessageType(
                    schema.getName(),
                    columns.stream()
                            .map(column -> schema.getType(column.column()))
                            .toList());
        }
    }

    private static void add(InternalRow row, StructType schema, List<Cell> columns, List<List<Object>> values) {
        for (int i = 0; i < columns.size(); i++) {
            values.get(i)
                    .add(value(
                            row,
                            i,
                            schema.fields()[i].dataType(),
                            columns.get(i).type()));
        }
    }

    private static Object value(SpecializedGetters from, int index, DataType type, LeafType leaf) {
        if (from.isNullAt(index)) {
            return null;
        } else if (type instanceof ArrayType array) {
            return elements(from.getArray(index), array.elementType(), leaf);
        } else if (type instanceof MapType map) {
            MapData entries = from.getMap(index);
            List<Object> keys = elements(entries.keyArray(), map.keyType(), LeafTypes.KEY);
            List<Object> items = elements(entries.valueArray(), map.valueType(), leaf);
            List<Object> pairs = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                pairs.add(Arrays.asList(keys.get(i), items.get(i)));
            }
            return pairs;
        } else if (type instanceof StructType struct) {
            InternalRow row = from.getStruct(index, struct.size());
            List<Object> fields = new ArrayList<>();
            for (int i = 0; i < struct.size(); i++) {
                boolean isSecondField = struct.fields()[i].name().equals(Nesting.SECOND_FIELD);
                fields.add(value(row, i, struct.fields()[i].dataType(), isSecondField ? LeafTypes.INDEX : leaf));
            }
            return fields;
        }
        return scalar(from, index, type, leaf);
    }

    private static List<Object> elements(ArrayData array, DataType type, LeafType leaf) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < array.numElements(); i++) {
            elements.add(value(array, i, type, leaf));
        }
        return elements;
    }

    private static String scalar(SpecializedGetters from, int index, DataType type, LeafType leaf) {
        if (type instanceof BooleanType) {
            return String.valueOf(from.getBoolean(index));
        } else if (type instanceof ByteType) {
            return String.valueOf(from.getByte(index));
        } else if (type instanceof ShortType) {
            return String.valueOf(from.getShort(index));
        } else if (type instanceof IntegerType) {
            return String.valueOf(from.getInt(index));
        } else if (type instanceof LongType) {
            return String.valueOf(from.getLong(index));
        } else if (type instanceof FloatType) {
            return Canonical.of(from.getFloat(index));
        } else if (type instanceof DoubleType) {
            return Canonical.of(from.getDouble(index));
        } else if (type instanceof DecimalType decimal) {
            return Canonical.of(
                    from.getDecimal(index, decimal.precision(), decimal.scale()).toJavaBigDecimal());
        } else if (type instanceof DateType) {
            return Canonical.date(from.getInt(index));
        } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
            return Canonical.nanos(from.getLong(index), 1000);
        } else if (type instanceof TimeType) {
            return Canonical.nanos(from.getLong(index), 1);
        } else if (type instanceof StringType) {
            return Canonical.of(from.getUTF8String(index).getBytes());
        } else if (type instanceof BinaryType) {
            return Canonical.of(leaf, from.getBinary(index));
        }
        if (type instanceof GeometryType) {
            return Canonical.of(STUtils.stGeomAsBinary(from.getBinaryView(index)));
        } else if (type instanceof GeographyType) {
            return Canonical.of(STUtils.stGeogAsBinary(from.getBinaryView(index)));
        }
        throw new AssertionError("Spark has values of type " + type);
    }

    @Override
    public void close() {}
}
