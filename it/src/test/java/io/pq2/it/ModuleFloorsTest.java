package io.pq2.it;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import org.junit.jupiter.api.Test;

/** Modules are layered: a module imports only modules of lower layers. */
class ModuleFloorsTest {

    private static final String HADOOP_IO = "io.pq2.hadoop..";
    private static final String MAPREDUCE = "io.pq2.mapreduce..";
    private static final String CLI = "io.pq2.cli..";
    private static final String SPARK_DATASOURCE = "io.pq2.spark..";
    private static final String PARQUET_JAVA = "org.apache.parquet..";
    private static final String[] SPARK_AND_SCALA = {"org.apache.spark..", "scala.."};

    private static final JavaClasses CLASSES = MainClasses.imported();

    @Test
    void theFormatDoesNotUseHadoopSparkOrParquetJava() {
        noClasses()
                .that(resideInAnyPackage("io.pq2..")
                        .and(not(resideInAnyPackage(HADOOP_IO, MAPREDUCE, CLI, SPARK_DATASOURCE, "io.pq2.it.."))))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache..", "scala..", HADOOP_IO, MAPREDUCE, CLI, SPARK_DATASOURCE)
                .check(CLASSES);
    }

    @Test
    void hadoopIoDoesNotUseSpark() {
        noClasses()
                .that()
                .resideInAPackage(HADOOP_IO)
                .should()
                .dependOnClassesThat(resideInAnyPackage(SPARK_AND_SCALA)
                        .or(resideInAnyPackage(PARQUET_JAVA, MAPREDUCE, CLI, SPARK_DATASOURCE)))
                .check(CLASSES);
    }

    @Test
    void mapreduceDoesNotUseSpark() {
        noClasses()
                .that()
                .resideInAPackage(MAPREDUCE)
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(SPARK_AND_SCALA).or(resideInAnyPackage(PARQUET_JAVA, CLI, SPARK_DATASOURCE)))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void theCommandLineUsesNeitherSparkNorMapReduce() {
        noClasses()
                .that()
                .resideInAPackage(CLI)
                .should()
                .dependOnClassesThat(resideInAnyPackage(SPARK_AND_SCALA)
                        .or(resideInAnyPackage(PARQUET_JAVA, MAPREDUCE, SPARK_DATASOURCE)))
                .check(CLASSES);
    }

    @Test
    void commandsForLocalFilesDoNotUseHadoop() {
        noClasses()
                .that(resideInAPackage(CLI).and(not(resideInAPackage("io.pq2.cli.internal.hadoop.."))))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.hadoop..", HADOOP_IO, "io.pq2.cli.internal.hadoop..")
                .check(CLASSES);
    }

    @Test
    void theSparkSourceUsesNeitherMapReduceNorTheCommandLine() {
        noClasses()
                .that()
                .resideInAPackage(SPARK_DATASOURCE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(MAPREDUCE, CLI)
                .check(CLASSES);
    }

    @Test
    void onlyTheSubclassOfSparksFormatUsesParquetJava() {
        noClasses()
                .that(resideInAnyPackage("io.pq2..")
                        .and(not(assignableTo("org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat"))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(PARQUET_JAVA)
                .check(CLASSES);
    }
}
