/** Tests of KMS clients with a real Hadoop KMS, and of files with its keys. */
package io.pq2.it.kms;
