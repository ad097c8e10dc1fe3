package io.pq2.spark.internal.metrics;

import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** The value of a metric. */
record MetricValue(String name, long value) implements CustomTaskMetric {}
