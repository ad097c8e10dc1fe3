package io.pq2.mapreduce;

import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Adds up the amounts of each customer. */
public final class TotalReducer extends Reducer<Text, IntWritable, NullWritable, RecordValue> {

    private RecordValue total;

    @Override
    protected void setup(Context context) {
        total = new RecordValue(Pq2OutputFormat.schema(context.getConfiguration()));
    }

    @Override
    protected void reduce(Text customer, Iterable<IntWritable> amounts, Context context)
            throws IOException, InterruptedException {
        long orders = 0;
        long sum = 0;
        for (IntWritable amount : amounts) {
            orders++;
            sum += Math.max(amount.get(), 0);
        }
        total.clear();
        total.setString("customer", customer.toString())
                .setLong("orders", orders)
                .setLong("amount", sum);
        MapValue days = total.map("days");
        days.keys().addInt(2).addInt(3);
        days.values().addStruct().setBoolean("busy", true);
        days.values().addNull();
        context.write(NullWritable.get(), total);
    }
}
