package com.hadoop.compression.lzo;

/** The class that parquet-java loads for LZO by its name. This one is aircompressor's. */
public final class LzoCodec extends io.airlift.compress.lzo.LzoCodec {}
