import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;

/**
 * Hadoop's own servers in one process: HDFS with two data nodes, YARN with two node managers, whose containers are processes. Java compiles
 * this file when it runs it. Its argument is a folder; settings for clients are in the folder "conf" there when "ready" is printed. It ends with
 * its standard input.
 */
public final class Cluster {

    private static final String[] FOR_CLIENTS = {
        "fs.defaultFS", "yarn.resourcemanager.address", "yarn.resourcemanager.scheduler.address"
    };

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Configuration settings = new Configuration();
        settings.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
        System.setProperty("test.build.data", folder.resolve("data").toString());
        System.setProperty("hadoop.log.dir", folder.resolve("logs").toString());
        MiniDFSCluster hdfs = new MiniDFSCluster.Builder(settings, folder.resolve("hdfs").toFile())
                .numDataNodes(2)
                .build();
        hdfs.waitActive();

        YarnConfiguration all = new YarnConfiguration(settings);
        all.set("fs.defaultFS", hdfs.getFileSystem().getUri().toString());
        all.set("yarn.resourcemanager.scheduler.class", "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler");
        all.setInt("yarn.scheduler.minimum-allocation-mb", 128);
        all.setInt("yarn.nodemanager.resource.memory-mb", 4096);
        all.setInt("yarn.nodemanager.resource.cpu-vcores", 4);
        all.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
        all.setBoolean("yarn.nodemanager.pmem-check-enabled", false);
        // Disks of machines that run tests are often nearly full.
        all.set("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "100");
        MiniYARNCluster yarn = new MiniYARNCluster("guerdon", 2, 1, 1);
        yarn.init(all);
        yarn.start();

        write(yarn.getConfig(), Files.createDirectories(folder.resolve("conf")));
        System.out.println("ready");
        while (System.in.read() >= 0) {
            // Whoever started this says nothing, and goes.
        }
        yarn.stop();
        hdfs.shutdown();
        System.exit(0);
    }

    private static void write(Configuration all, Path folder) throws IOException {
        Configuration some = new Configuration(false);
        for (String name : FOR_CLIENTS) {
            some.set(name, all.get(name));
        }
        for (String file : new String[] {"core-site.xml", "yarn-site.xml"}) {
            try (OutputStream out = Files.newOutputStream(folder.resolve(file))) {
                some.writeXml(out);
            }
        }
    }
}
