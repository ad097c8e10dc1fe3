package io.pq2.spark.internal.files.scan;

import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.Schema;
import java.util.List;
import org.apache.spark.sql.execution.datasources.parquet.ParquetUtils;
import org.apache.spark.sql.internal.SQLConf;

/** Rejects files without field ids in scans by field id: all of their columns would be null. */
public final class FieldIdCheck {

    private FieldIdCheck() {}

    /**
     * Checks a file.
     *
     * @throws IllegalStateException if the scan matches fields by id, the file has no field ids, and the settings do
     *     not permit that
     */
    public static void check(ScanSpec spec, Schema file) {
        boolean required = spec.settings().matcher().byId()
                && !spec.settings().fieldIdsMayMiss()
                && ParquetUtils.hasFieldIds(spec.dataColumns());
        if (required && !hasIds(file.fields())) {
            throw new IllegalStateException("Spark read schema expects field Ids, but Parquet file schema doesn't "
                    + "contain any field Ids.\nPlease remove the field ids from Spark schema or ignore missing ids by "
                    + "setting `" + SQLConf.IGNORE_MISSING_PARQUET_FIELD_ID().key() + " = true`\nSpark read schema:\n"
                    + spec.dataColumns().treeString());
        }
    }

    private static boolean hasIds(List<Field> fields) {
        return fields.stream()
                .anyMatch(field ->
                        field.fieldId() != null || field instanceof GroupField group && hasIds(group.fields()));
    }
}
