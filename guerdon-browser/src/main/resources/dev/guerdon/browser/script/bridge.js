// Stands where Playwright expects its driver: passes bytes between its client and the server's socket, until one of them ends.
'use strict';

// Its process can be ended by the JVM, which cannot see it otherwise, when a page does not answer.
require('node:fs').writeFileSync(process.env.GUERDON_BROWSER_PID_FILE, String(process.pid));

const socket = require('node:net').connect(process.env.GUERDON_BROWSER_SOCKET);
const end = () => process.exit(0);
process.on('SIGINT', () => {});
process.stdin.on('error', end).on('end', end).pipe(socket, { end: false });
socket.on('error', end).on('close', end).pipe(process.stdout);
process.stdout.on('error', end);
