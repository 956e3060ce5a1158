package dev.tenure.internal.runtime;

import dev.tenure.internal.protocol.Input;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a campaign was told about itself and keeps being true: one that has to start over is told again. */
final class ReplayedInputs {
    private Input.@Nullable Reconfigure settings;
    private Input.@Nullable Able able;
    private Input.@Nullable Ranked ranked;

    void note(Input input) {
        if (input instanceof Input.Reconfigure newSettings) {
            settings = newSettings;
        } else if (input instanceof Input.Able newAble) {
            able = newAble;
        } else if (input instanceof Input.Ranked newRanked) {
            ranked = newRanked;
        }
    }

    /** Each of these moves the campaign on: one that is not able to lead must know that first, or it claims. */
    List<Input> told() {
        boolean unable = able != null && !able.able();
        return (unable ? Stream.of(able, settings, ranked) : Stream.of(settings, able, ranked))
                .filter(Objects::nonNull)
                .map(Input.class::cast)
                .toList();
    }
}
