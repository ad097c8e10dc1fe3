package io.pq2.spark;

import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.ui.SQLTab;
import org.apache.spark.ui.SparkUI;
import scala.Option;

/**
 * Starts the user interface of a session whose configuration turns it off. (This is Java because it uses methods that
 * are private to Spark in Scala.)
 */
final class UserInterface implements AutoCloseable {

    private final SparkSession session;
    private final SparkUI pages;

    UserInterface(SparkSession session) {
        this.session = session;
        SparkContext context = session.sparkContext();
        pages = SparkUI.create(
                Option.apply(context),
                context.statusStore(),
                context.conf(),
                context.env().securityManager(),
                context.appName(),
                "",
                context.startTime(),
                context.version());
        // The scripts of a page request more data by this id.
        pages.setAppId(context.applicationId());
        new SQLTab(session.sharedState().statusStore(), pages);
        pages.bind();
        pages.attachAllHandlers();
    }

    /** Returns the address of the page of the last query. */
    String lastQuery() throws TimeoutException {
        session.sparkContext().listenerBus().waitUntilEmpty();
        long execution =
                session.sharedState().statusStore().executionsList().last().executionId();
        return "http://127.0.0.1:" + pages.boundPort() + "/SQL/execution/?id=" + execution;
    }

    @Override
    public void close() {
        pages.stop();
    }
}
