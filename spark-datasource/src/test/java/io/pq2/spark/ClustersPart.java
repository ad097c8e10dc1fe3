package io.pq2.spark;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.scalatest.TagAnnotation;

/** Suites of the part {@code clusters} of the tests, which start further processes. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@TagAnnotation
@Target(ElementType.TYPE)
public @interface ClustersPart {}
