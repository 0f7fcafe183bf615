package dev.guerdon.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterAddressTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            local                                  | LOCAL
            local[2]                               | LOCAL
            local[*]                               | LOCAL
            local[*,4]                             | LOCAL
            local[2, 4]                            | LOCAL
            local-cluster[2,1,1024]                | LOCAL
            spark://host:7077                      | STANDALONE
            spark://127.0.0.1:7077                 | STANDALONE
            spark://[::1]:7077                     | STANDALONE
            spark://one.example:7077,two.example:7 | STANDALONE
            yarn                                   | YARN
            k8s://https://host:443                 | KUBERNETES
            k8s://https://host:6443/k8s/clusters/c | KUBERNETES
            k8s://host:443                         | KUBERNETES
            """)
    void namesACluster(String text, ClusterAddress.Kind kind) {
        assertThat(ClusterAddress.of(text)).isEqualTo(new ClusterAddress(text, kind));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sparkk://host:7077    | did you mean 'spark://host:7077'?
            Spark//host           | did you mean 'spark://HOST:7077'?
            spark://host          | needs a host and a port, such as spark://host:7077
            spark://host:port     | needs a host and a port
            spark://:7077         | needs a host and a port
            spark://a:1,b         | needs a host and a port
            local[x]              | whose number of threads is 'x'
            local[0]              | whose number of threads is '0'
            local[-1]             | whose number of threads is '-1'
            local[]               | whose number of threads is ''
            local[2               | whose number of threads is '2'
            locla[2]              | did you mean 'local[2]'?
            yarm                  | did you mean 'yarn'?
            yarn-client           | expected --on spark://HOST:PORT, yarn,
            k8s://                | needs the address of the Kubernetes API
            mesos://host:5050     | which Spark 4 has no more
            http://host:7077      | expected --on spark://HOST:PORT
            ''                    | found ''
            -                     | found '-'
            """)
    void refusesWhatIsNoneAndSaysWhatIsPossible(String text, String hint) {
        assertThatThrownBy(() -> ClusterAddress.of(text))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining(hint)
                .hasMessageContaining("local[*] for this machine alone");
    }
}
