package dev.tenure.fence.dynamodb;

import dev.tenure.spi.FenceMark;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The names of the two attributes in which an item keeps a mark. */
record Attributes(String election, String token) {
    /** In an item that is nothing but a fence. */
    static final Attributes OF_FENCE = new Attributes("election", "token");

    /** In an item of the application. */
    static final Attributes OF_ITEM = new Attributes("tenure_election", "tenure_token");

    Optional<FenceMark> mark(String resource, Map<String, AttributeValue> item) {
        AttributeValue heldElection = item.get(election);
        AttributeValue heldToken = item.get(token);
        return heldElection == null || heldToken == null
                ? Optional.empty()
                : Optional.of(new FenceMark(resource, heldElection.s(), Long.parseLong(heldToken.n())));
    }
}
