package dev.guerdon.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

record SampleRecord(
        String id, String finalResponse, Trajectory trajectory, Map<String, @Nullable Object> fields, Context context)
        implements Sample {}
