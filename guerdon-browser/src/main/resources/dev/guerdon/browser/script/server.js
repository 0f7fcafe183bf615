// Runs one Chromium and lets many clients drive it, each on a connection of its own to a socket that only this user can open.
// A client speaks Playwright's own protocol, as if it had started Playwright's driver; the browser it "launches" is the shared
// one. What a client made ends with its connection. This process ends with its standard input, and the browser with it.
'use strict';

const net = require('node:net');
const path = require('node:path');

const [packageFolder, socketPath, launchOptions] = process.argv.slice(2);
require(path.join(packageFolder, 'lib', 'bootstrap.js'));
const { server, utils } = require(path.join(packageFolder, 'lib', 'coreBundle.js'));

const HEADER = 4;

/** Splits a stream into messages: four bytes of length, little endian, then JSON. */
function readMessages(socket, onMessage) {
  let chunks = [];
  let buffered = 0;
  let needed = -1;
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    buffered += chunk.length;
    for (;;) {
      if (buffered < (needed < 0 ? HEADER : needed)) return;
      let data = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      if (needed < 0) {
        needed = data.readUInt32LE(0);
        data = data.subarray(HEADER);
        buffered -= HEADER;
      } else {
        const message = data.toString('utf8', 0, needed);
        data = data.subarray(needed);
        buffered -= needed;
        needed = -1;
        onMessage(JSON.parse(message));
      }
      chunks = data.length === 0 ? [] : [data];
    }
  });
}

function writeMessage(socket, message) {
  if (socket.destroyed) return;
  // Lone surrogates are no text for the client's JSON reader.
  const text = JSON.stringify(message, (key, value) => (typeof value === 'string' ? value.toWellFormed() : value));
  const body = Buffer.from(text, 'utf8');
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(body.length, 0);
  socket.cork();
  socket.write(header);
  socket.write(body);
  socket.uncork();
}

function serve(socket, playwright, browser) {
  const connection = new server.DispatcherConnection();
  let client;
  const root = new server.RootDispatcher(connection, async (scope) => {
    client = new server.PlaywrightDispatcher(scope, playwright, { preLaunchedBrowser: browser });
    const shared = client._browserDispatcher;
    shared.parentScope().launch = async () => ({ browser: shared });
    return client;
  });
  connection.onmessage = (message) => writeMessage(socket, message);
  readMessages(socket, (message) => connection.dispatch(message));
  socket.on('error', () => {});
  socket.on('close', async () => {
    connection.onmessage = () => {};
    await root.stopPendingOperations(new Error('the client is gone')).catch(() => {});
    root._dispose();
    if (client) await client.cleanup().catch(() => {});
  });
}

async function main() {
  const playwright = server.createPlaywright({ sdkLanguage: 'python', isClientCollocatedWithServer: true });
  const browser = await playwright.chromium.launch(server.nullProgress, JSON.parse(launchOptions));
  browser.on('disconnected', () => process.exit(3));
  const sockets = net.createServer((socket) => serve(socket, playwright, browser));
  sockets.on('error', (error) => fail(error));
  sockets.listen(socketPath, () => process.stdout.write('ready ' + browser.version() + '\n'));
  process.stdin.on('close', () => utils.gracefullyProcessExitDoNotHang(0));
  process.stdin.resume();
}

function fail(error) {
  process.stderr.write(String(error && error.message ? error.message : error) + '\n');
  process.exit(2);
}

process.on('SIGINT', () => {}); // Control-C reaches the whole group; the JVM decides when to end.
process.on('uncaughtException', (error) => process.stderr.write('uncaught: ' + error + '\n'));
process.on('unhandledRejection', (error) => process.stderr.write('unhandled: ' + error + '\n'));
main().catch(fail);
