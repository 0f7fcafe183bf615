/**
 * What a user's reward, tool, environment, agent or model compiles against; the other modules of Guerdon are named jars without a
 * descriptor.
 */
module dev.guerdon.api {
    requires static transitive org.jspecify;

    exports dev.guerdon.api;
    exports dev.guerdon.api.agent;

    uses dev.guerdon.api.Json.Format;
}
