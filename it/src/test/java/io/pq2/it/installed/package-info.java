/** Uses the published artifacts as users do: from a Maven repository, in processes of their own. */
package io.pq2.it.installed;
