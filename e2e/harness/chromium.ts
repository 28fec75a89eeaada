import { execFileSync } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Chromium {
  executablePath: string;
  /** The environment for libraries and fonts that a bare machine lacks. */
  env: Record<string, string>;
}

/**
 * Returns a browser that comes with the npm packages, so that the journeys need nothing installed. It is unpacked once,
 * with the libraries and fonts that a bare machine lacks. If it does not run (another processor), an installed one is
 * used.
 */
export function findChromium(): Chromium {
  const folder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))); // it exports no package.json
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const unpacked = unpack(join(folder, 'bin'), version);
  const own: Chromium = {
    executablePath: join(unpacked, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(unpacked, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(unpacked, 'fonts.conf'),
    },
  };
  if (runs(own)) return own;
  const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
    .filter((path) => existsSync(path))
    .map((executablePath) => ({ executablePath, env: {} }));
  const found = installed.find(runs);
  if (!found)
    throw new Error(
      `The browser of the tests does not run on ${process.platform} ${process.arch}, and none is installed. Install Chromium, then run the tests again.`,
    );
  return found;
}

function runs({ executablePath, env }: Chromium): boolean {
  try {
    return /\d+\.\d+/.test(
      execFileSync(executablePath, ['--version', '--no-sandbox'], {
        env: { ...process.env, ...env },
        timeout: 30_000,
        stdio: ['ignore', 'pipe', 'ignore'],
      }).toString(),
    );
  } catch {
    return false;
  }
}

/**
 * Unpacks next to its final place and moves it there in one step, so that runs that start together do not find half a
 * browser.
 */
function unpack(packed: string, version: string): string {
  const target = join(cacheFolder(), `chromium-${version}`);
  if (existsSync(target)) return target;
  const part = `${target}.${process.pid}`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const files = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((file) => join(packed, file));
  // The package unpacks into the temporary folder of its process.
  const script = `const { inflate } = await import('@sparticuz/chromium'); await Promise.all(process.argv.slice(1).map((file) => inflate(file)));`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script, ...files], {
    env: { ...process.env, TMPDIR: part },
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: 'inherit',
  });
  chmodSync(join(part, 'chromium'), 0o755);
  writeFileSync(join(part, 'fonts.conf'), fontsConfiguration(join(target, 'fonts')));
  try {
    renameSync(part, target);
  } catch {
    rmSync(part, { recursive: true, force: true }); // another run was first
  }
  return target;
}

function fontsConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
</fontconfig>
`;
}

function cacheFolder(): string {
  const beside = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
  try {
    mkdirSync(beside, { recursive: true });
    accessSync(beside, constants.W_OK);
    return beside;
  } catch {
    const own = join(tmpdir(), `classwright-cache-${process.getuid?.() ?? 0}`); // somebody else's clone
    mkdirSync(own, { recursive: true, mode: 0o700 });
    return own;
  }
}
