// Fetches a Chromium for one user, without the rights of an administrator: node chromium.js FOLDER
// The npm package @sparticuz/chromium carries Chromium's headless shell and the libraries that small systems lack, packed with Brotli.
// npm fetches it from the registry that the user has set; it must have the hash below. Nothing of the package is run but Chromium itself.
'use strict';

const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { pipeline } = require('node:stream/promises');
const { createBrotliDecompress } = require('node:zlib');

const PACKAGE = '@sparticuz/chromium@147.0.0';
const SHA512 =
  'e1929e01041af2ea769adebbe6a4a2b73b4b75b42b95ff0129d0b99da79aa7ee4cbf5395d4e94974fa14f84242fe9e6c414254426378afeab9f8485a68e507a5';
const MOST_MILLIS = 10 * 60 * 1000;

async function unpack(from, to) {
  await pipeline(fs.createReadStream(from), createBrotliDecompress(), fs.createWriteStream(to));
}

function run(program, ...args) {
  return execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: MOST_MILLIS, encoding: 'utf8' });
}

/** Whether the system lacks a library that the program needs. */
function lacksLibraries(program) {
  try {
    return run('ldd', program).includes('not found');
  } catch {
    return false;
  }
}

async function fetch(folder) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`${PACKAGE} is for Linux on x64, this is ${process.platform} on ${process.arch}`);
  }
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  const staged = fs.mkdtempSync(folder + '.new-');
  try {
    run('npm', 'pack', '--silent', '--pack-destination', staged, PACKAGE);
    const archive = fs.readdirSync(staged).find((name) => name.endsWith('.tgz'));
    const found = createHash('sha512').update(fs.readFileSync(path.join(staged, archive))).digest('hex');
    if (found !== SHA512) {
      throw new Error(`what npm fetched as ${PACKAGE} has the SHA-512 ${found}, and Guerdon was tested with ${SHA512}; nothing of it was kept`);
    }
    run('tar', '-xzf', path.join(staged, archive), '-C', staged);
    const packed = path.join(staged, 'package');
    const program = path.join(staged, 'headless_shell');
    await unpack(path.join(packed, 'bin', 'chromium.br'), program);
    fs.chmodSync(program, 0o755);
    fs.renameSync(path.join(packed, 'LICENSE'), path.join(staged, 'LICENSE'));
    let libraries = '';
    if (lacksLibraries(program)) {
      await unpack(path.join(packed, 'bin', 'al2023.tar.br'), path.join(staged, 'lib.tar'));
      run('tar', '-xf', path.join(staged, 'lib.tar'), '-C', staged);
      fs.rmSync(path.join(staged, 'lib.tar'));
      libraries = 'export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n';
    }
    const start = '#!/bin/sh\nhere=$(dirname "$0")\n' + libraries + 'exec "$here/headless_shell" "$@"\n';
    fs.writeFileSync(path.join(staged, 'chromium'), start, { mode: 0o755 });
    fs.rmSync(packed, { recursive: true });
    fs.rmSync(path.join(staged, archive));
    const version = run(path.join(staged, 'chromium'), '--version').trim();
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(staged, folder);
    return version;
  } catch (error) {
    fs.rmSync(staged, { recursive: true, force: true });
    throw error;
  }
}

fetch(path.resolve(process.argv[2])).then(
  (version) => process.stdout.write(version + '\n'),
  (error) => {
    const told = String(error.stderr || error.message || error).trim().split('\n').filter((line) => line.trim());
    process.stderr.write((told.pop() || 'no reason given') + '\n');
    process.exit(1);
  },
);
