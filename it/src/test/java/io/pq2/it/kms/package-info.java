/** KMS clients against real servers, and files whose keys these protect. */
package io.pq2.it.kms;
