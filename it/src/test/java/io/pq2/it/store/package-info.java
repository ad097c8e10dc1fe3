/** Tests of the object store that stands in for a distant one. */
package io.pq2.it.store;
