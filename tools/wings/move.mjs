// Moves the modules into their wings, and mends every relative path in sources and style sheets, and every path from the
// root in any text. May run again: what a merge brings from before is moved and mended too.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { files, folders, move, moveBack, wings } from './map.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
const list = () =>
  git('ls-files')
    .split('\n')
    .filter((path) => path && existsSync(join(root, path)));

for (const path of list()) {
  const now = move(path);
  if (now === path) continue;
  mkdirSync(join(root, dirname(now)), { recursive: true });
  git('mv', path, now);
}

const exists = (path) => existsSync(join(root, path));
const contractName = (path) => /^packages\/contract\/src\/(.+)\.ts$/.exec(path)?.[1];
let changed = 0;
for (const path of list()) {
  if (path.startsWith('tools/wings/') || /\.(png|woff2?|ttf|pdf|xlsx|zip|gz|ico|jpg|mp3|mp4|wasm)$|\.gen\.json$|package-lock\.json$/.test(path)) continue;
  const before = readFileSync(join(root, path), 'utf8');
  let text = before;
  if (/\.(ts|tsx|mts|mjs|css)$/.test(path)) {
    const old = moveBack(path);
    text = text.replaceAll(/(['"`])(\.\.?\/[^'"`\s$]*)\1/g, (whole, quote, request) => {
      const [, plain, query] = /^([^?#]*)(.*)$/.exec(request);
      if (exists(posix.join(posix.dirname(path), plain))) return whole;
      const target = move(posix.join(posix.dirname(old), plain));
      if (!exists(target)) return whole;
      let relative = posix.relative(posix.dirname(path), target);
      if (!relative.startsWith('.')) relative = `./${relative}`;
      if (plain.endsWith('/') && !relative.endsWith('/')) relative += '/';
      return `${quote}${relative}${query}${quote}`;
    });
    text = text.replaceAll(/(['"`])@classwright\/contract\/([a-z/-]+)\1/g, (whole, quote, name) => {
      const now = move(`packages/contract/src/${name}.ts`);
      return `${quote}@classwright/contract/${contractName(now)}${quote}`;
    });
    text = text.replaceAll(/(['"`])@classwright\/server\/(modules\/[a-z/-]+)\1/g, (whole, quote, name) => {
      const now = move(`apps/server/src/${name}.ts`);
      return `${quote}@classwright/server/${now.slice('apps/server/src/'.length, -3)}${quote}`;
    });
  }
  // paths from the root, in documents, lists and rules
  for (const [old, now] of folders) text = text.replaceAll(old, now);
  for (const [old, now] of files) text = text.replaceAll(old, now);
  text = text.replaceAll(/\b(modules|features)\/([a-z-]+)(?=\/)/g, (whole, side, module) => {
    const wing = Object.keys(wings).find((name) => wings[name].includes(module));
    return wing ? `${side}/${wing}/${module}` : whole;
  });
  if (text !== before) {
    writeFileSync(join(root, path), text);
    changed += 1;
  }
}
console.log(`${changed} files mended.`);
