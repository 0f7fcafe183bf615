plugins {
    java
}

// What ./dev install puts into the local repository; another with -Pguerdon.version=...
val guerdonVersion = providers.gradleProperty("guerdon.version").getOrElse("0.1.0-SNAPSHOT")

repositories {
    providers.gradleProperty("guerdon.repository").orNull?.let { folder -> maven { url = uri(folder) } }
    mavenLocal()
    mavenCentral()
}

dependencies {
    implementation(platform("dev.guerdon:guerdon-bom:$guerdonVersion"))
    implementation("dev.guerdon:guerdon-api")
    testImplementation("dev.guerdon:guerdon-junit")
    testImplementation("org.junit.jupiter:junit-jupiter:6.1.3")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher:6.1.3")
}

tasks.withType<JavaCompile>().configureEach {
    options.release = 21
    options.encoding = "UTF-8"
    // Guerdon fills the parameters of rewards by name.
    options.compilerArgs.add("-parameters")
}

tasks.test {
    useJUnitPlatform()
}
