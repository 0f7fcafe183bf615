package dev.guerdon.spark;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Runs the pods of Spark as processes of this machine, in the place of nodes with containers: it does what the entry point of Spark's image
 * does with the arguments, variables and settings that a pod has, and tells the API server how they end.
 */
final class PodProcesses implements AutoCloseable {

    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final Kubernetes kubernetes;
    private final FullSpark spark;
    private final Path folder;
    private final Map<String, Process> running = new ConcurrentHashMap<>();
    private final Thread thread;
    private volatile boolean closed;

    PodProcesses(Kubernetes kubernetes, FullSpark spark, Path folder) {
        this.kubernetes = kubernetes;
        this.spark = spark;
        this.folder = folder;
        this.thread = Thread.ofPlatform().daemon().name("pods").start(this::watch);
    }

    /** The processes of executors that run now. */
    List<Process> executors() {
        return running.entrySet().stream()
                .filter(each -> each.getKey().contains("-exec-"))
                .map(Map.Entry::getValue)
                .filter(Process::isAlive)
                .toList();
    }

    /** What the process of a pod printed. */
    String log(String pod) throws IOException {
        return Files.readString(folder.resolve(pod).resolve("log"));
    }

    private void watch() {
        try {
            while (!closed) {
                look();
                TimeUnit.MILLISECONDS.sleep(100);
            }
        } catch (InterruptedException e) {
            // closed
        } catch (IOException e) {
            if (!closed) {
                throw new IllegalStateException("the pods cannot be followed", e);
            }
        }
    }

    private void look() throws IOException, InterruptedException {
        Map<String, JsonNode> pods = new TreeMap<>();
        for (JsonNode pod : kubernetes.get(PODS).path("items")) {
            pods.put(pod.at("/metadata/name").asText(), pod);
        }
        running.entrySet().removeIf(each -> {
            boolean deleted = !pods.containsKey(each.getKey());
            if (deleted) {
                each.getValue().destroyForcibly();
            }
            return deleted;
        });
        for (Map.Entry<String, JsonNode> each : pods.entrySet()) {
            String name = each.getKey();
            String phase = each.getValue().at("/status/phase").asText();
            Process process = running.get(name);
            if (process == null && phase.equals("Pending") && hasItsVolumes(each.getValue())) {
                running.put(name, start(name, each.getValue()));
                tell(name, each.getValue(), "Running", "\"running\":{}");
            } else if (process != null && !process.isAlive() && phase.equals("Running")) {
                tell(
                        name,
                        each.getValue(),
                        process.exitValue() == 0 ? "Succeeded" : "Failed",
                        "\"terminated\":{\"exitCode\":" + process.exitValue() + "}");
            }
        }
    }

    /** Whether there is all that is mounted: Spark makes a pod before its settings. */
    private boolean hasItsVolumes(JsonNode pod) throws IOException, InterruptedException {
        for (JsonNode volume : pod.at("/spec/volumes")) {
            String map = volume.at("/configMap/name").asText();
            if (!map.isEmpty() && !settings(map).has("data")) {
                return false;
            }
        }
        return true;
    }

    private JsonNode settings(String map) throws IOException, InterruptedException {
        return kubernetes.get("/api/v1/namespaces/default/configmaps/" + map);
    }

    private void tell(String name, JsonNode pod, String phase, String state) throws IOException, InterruptedException {
        String container = pod.at("/spec/containers/0/name").asText();
        String image = pod.at("/spec/containers/0/image").asText();
        kubernetes.send("PATCH", PODS + "/" + name + "/status", "application/strategic-merge-patch+json", """
                {"status":{"phase":"%s","podIP":"127.0.0.1","containerStatuses":[{"name":"%s","image":"%s","imageID":"","ready":true,
                "restartCount":0,"state":{%s}}]}}
                """.formatted(
                        phase, container, image, state));
    }

    private Process start(String name, JsonNode pod) throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve(name));
        JsonNode container = pod.at("/spec/containers/0");
        Map<String, String> mounts = mounts(home, pod, container);
        Map<String, String> variables = new LinkedHashMap<>();
        for (JsonNode variable : container.path("env")) {
            String value = switch (variable.at("/valueFrom/fieldRef/fieldPath").asText()) {
                case "status.podIP" -> "127.0.0.1";
                case "metadata.name" -> name;
                default -> variable.path("value").asText();
            };
            variables.put(variable.path("name").asText(), here(value, mounts));
        }
        List<String> arguments = new ArrayList<>();
        container.path("args").forEach(each -> arguments.add(here(each.asText(), mounts)));
        ProcessBuilder builder = new ProcessBuilder(
                        arguments.getFirst().equals("driver") ? driver(arguments, variables) : executor(variables))
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("log").toFile());
        builder.environment().putAll(variables);
        builder.environment()
                .putAll(Map.of(
                        "SPARK_HOME",
                        spark.home().toString(),
                        "JAVA_HOME",
                        System.getProperty("java.home"),
                        "SPARK_LOCAL_IP",
                        "127.0.0.1",
                        "KUBECONFIG",
                        kubernetes.kubeconfig().toString(),
                        "JDK_JAVA_OPTIONS",
                        "-Djdk.net.hosts.file=" + hosts(home)));
        return builder.start();
    }

    /** The names of all services, which are this machine. */
    private Path hosts(Path home) throws IOException, InterruptedException {
        StringBuilder names = new StringBuilder("127.0.0.1 localhost\n");
        for (JsonNode service :
                kubernetes.get("/api/v1/namespaces/default/services").path("items")) {
            names.append("127.0.0.1 ")
                    .append(service.at("/metadata/name").asText())
                    .append(".default.svc\n");
        }
        return Files.writeString(home.resolve("hosts"), names);
    }

    /** What is mounted in the container, and where it is here. */
    private Map<String, String> mounts(Path home, JsonNode pod, JsonNode container)
            throws IOException, InterruptedException {
        Map<String, String> mounts = new TreeMap<>();
        for (JsonNode mount : container.path("volumeMounts")) {
            String volume = mount.path("name").asText();
            Path here = Files.createDirectories(home.resolve(volume));
            mounts.put(mount.path("mountPath").asText(), here.toString());
            for (JsonNode each : pod.at("/spec/volumes")) {
                String map = each.at("/configMap/name").asText();
                if (each.path("name").asText().equals(volume) && !map.isEmpty()) {
                    for (var file : settings(map).path("data").properties()) {
                        Files.writeString(
                                here.resolve(file.getKey()), file.getValue().asText());
                    }
                }
            }
        }
        return mounts;
    }

    private static String here(String text, Map<String, String> mounts) {
        String here = text;
        for (Map.Entry<String, String> mount : mounts.entrySet()) {
            here = here.replace(mount.getKey(), mount.getValue());
        }
        return here;
    }

    private List<String> driver(List<String> arguments, Map<String, String> variables) {
        List<String> command = new ArrayList<>(List.of(
                spark.home().resolve("bin/spark-submit").toString(),
                "--conf",
                "spark.driver.bindAddress=" + variables.get("SPARK_DRIVER_BIND_ADDRESS"),
                "--conf",
                "spark.executorEnv.SPARK_DRIVER_POD_IP=" + variables.get("SPARK_DRIVER_BIND_ADDRESS"),
                "--deploy-mode",
                "client"));
        command.addAll(arguments.subList(1, arguments.size()));
        return command;
    }

    private List<String> executor(Map<String, String> variables) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        for (int i = 0; variables.containsKey("SPARK_JAVA_OPT_" + i); i++) {
            command.add(variables.get("SPARK_JAVA_OPT_" + i));
        }
        command.addAll(List.of(
                "-Xms" + variables.get("SPARK_EXECUTOR_MEMORY"),
                "-Xmx" + variables.get("SPARK_EXECUTOR_MEMORY"),
                "-cp",
                variables.get("SPARK_CONF_DIR")
                        + File.pathSeparator
                        + spark.home().resolve("jars/*"),
                "org.apache.spark.scheduler.cluster.k8s.KubernetesExecutorBackend",
                "--driver-url",
                variables.get("SPARK_DRIVER_URL"),
                "--executor-id",
                variables.get("SPARK_EXECUTOR_ID"),
                "--cores",
                variables.get("SPARK_EXECUTOR_CORES"),
                "--app-id",
                variables.get("SPARK_APPLICATION_ID"),
                "--hostname",
                variables.get("SPARK_EXECUTOR_POD_IP"),
                "--resourceProfileId",
                variables.get("SPARK_RESOURCE_PROFILE_ID"),
                "--podName",
                variables.get("SPARK_EXECUTOR_POD_NAME")));
        return command;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        running.values().forEach(each -> {
            each.descendants().forEach(ProcessHandle::destroyForcibly);
            each.destroyForcibly();
        });
    }
}
