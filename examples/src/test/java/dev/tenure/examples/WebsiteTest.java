package dev.tenure.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WebsiteTest {
    @Test
    void ofThreeNodesTheLeaderSaysSoAndAfterItTheNext() throws Exception {
        List<Website> nodes = new ArrayList<>();
        try {
            for (int i = 1; i <= 3; i++) {
                nodes.add(Website.start("memory:website", "node-" + i));
            }
            Website first = Website.awaitLeader(nodes);
            assertThat(Website.ask(nodes)).isEqualTo(1);

            nodes.remove(first);
            first.close();

            Website.awaitLeader(nodes);
            assertThat(Website.ask(nodes)).isEqualTo(1);
        } finally {
            nodes.forEach(Website::close);
        }
    }
}
