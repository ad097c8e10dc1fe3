/**
 * The encryption settings of writes: conversion of column names in SQL to paths, and checks of the columns and the
 * KMS.
 */
@NullMarked
package io.pq2.spark.internal.files.encryption;

import org.jspecify.annotations.NullMarked;
