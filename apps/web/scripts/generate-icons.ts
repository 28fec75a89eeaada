import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes the file of every icon that `icons.ts` names. One file an icon: a bundler moves whole modules, so that in one
 * file for all, every screen would carry the icons of every other.
 */
const folder = new URL('../src/ui/plain/icons/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [, name, file] of readFileSync(new URL('../icons.ts', folder), 'utf8').matchAll(/export \{ Icon(\w+) \} from '\.\/icons\/([\w-]+)\.ts'/g)) {
  if (!existsSync(new URL(`../../../../../../node_modules/@tabler/icons-react/dist/esm/icons/Icon${name}.mjs`, folder)))
    throw new Error(`Tabler has no icon named ${name}`);
  writeFileSync(
    new URL(`${file}.ts`, folder),
    `import Base from '@tabler/icons-react/dist/esm/icons/Icon${name}.mjs';\nimport { icon } from '../icon.tsx';\n\nexport const Icon${name} = /* @__PURE__ */ icon(Base);\n`,
  );
}
