/** Writing of tables in memory to a RAM disk: the tables, the engines, the turns they take, the checks of what they wrote, the report. */
package io.pq2.bench.write;
