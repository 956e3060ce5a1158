package dev.tenure.fence.http;

import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The fence before a servlet, in Tomcat. */
@Tag("process")
class FenceFilterTest extends FenceContract {
    @TempDir
    Path folder = Path.of("");

    private Tomcat tomcat = new Tomcat();

    @Override
    protected FencedSet newSet() throws LifecycleException {
        HttpFence fence = HttpFence.of("words");
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        tomcat.setSilent(true);
        StandardContext context = (StandardContext) tomcat.addContext("", folder.toString());
        context.setClearReferencesThreadLocals(false); // would need options of the JVM
        context.setClearReferencesRmiTargets(false);
        Tomcat.addServlet(context, "words", new Words(fence));
        context.addServletMappingDecoded("/*", "words");
        FilterDef definition = new FilterDef();
        definition.setFilterName("fence");
        definition.setFilter(new FenceFilter(fence));
        context.addFilterDef(definition);
        FilterMap place = new FilterMap();
        place.setFilterName("fence");
        place.addURLPattern("/fenced");
        context.addFilterMap(place);
        tomcat.getConnector();
        tomcat.start();
        return new HttpFencedSet(Integer.toString(tomcat.getConnector().getLocalPort()), this::restarted);
    }

    private FencedSet restarted() throws LifecycleException {
        stop();
        tomcat = new Tomcat();
        return newSet();
    }

    @AfterEach
    void stop() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    private static final class Words extends HttpServlet {
        private static final long serialVersionUID = 1L;

        private final transient HttpFence fence;
        private volatile String words = "";

        Words(HttpFence fence) {
            this.fence = fence;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            fence.mark().ifPresent(held -> response.setHeader("highest", Long.toString(held.token())));
            response.getWriter().print(words);
        }

        @Override
        protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
            words = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
