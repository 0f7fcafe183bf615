/** What a user's reward, tool, environment or policy compiles against; the other modules of Guerdon are named jars without a descriptor. */
module dev.guerdon.api {
    requires static transitive org.jspecify;

    exports dev.guerdon.api;
}
