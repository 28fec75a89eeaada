import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const plain = new URL('../src/ui/plain/', import.meta.url);
const tabler = new URL('../../../node_modules/@tabler/icons-react/dist/esm/icons/', import.meta.url);

/** Reads the files that name icons: the common one, and those of each part of the program. */
export function readIconFiles(): string {
  const source = new URL('../src/', import.meta.url);
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => /(?:^|[/\\])icons\.ts$/.test(path));
  return paths
    .sort()
    .map((path) => readFileSync(new URL(path.replaceAll('\\', '/'), source), 'utf8'))
    .join('');
}

/** Draws one picture file with every icon that an `icons.ts` names, from Tabler. */
export function drawIcons(): string {
  const named = [...readIconFiles().matchAll(/export const (Icon\w+) = \/\* @__PURE__ \*\/ icon\('([\w-]+)'(?:, DIRECTED)?\)/g)];
  const symbols = named.map(([, component, name]) => {
    const source = readFileSync(new URL(`${component}.mjs`, tabler), 'utf8');
    const [, kind, nameThere] = /createReactComponent\("(\w+)", "([\w-]+)"/.exec(source) ?? [];
    if (nameThere !== name) throw new Error(`Tabler draws ${nameThere} as ${component}, not ${name}`);
    const nodes = JSON.parse(/__iconNode = (\[.*\]);/.exec(source)?.[1] ?? '[]') as [string, { d: string }][];
    if (nodes.some(([tag]) => tag !== 'path')) throw new Error(`${component} is drawn with more than paths`);
    const look = kind === 'filled' ? ' fill="currentColor" stroke="none"' : '';
    return `<symbol id="${name}" viewBox="0 0 24 24"><path${look} d="${nodes.map(([, { d }]) => d).join('')}"/></symbol>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('')}</svg>\n`;
}

export const ICONS_FILE = new URL('icons.svg', plain);
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(ICONS_FILE, drawIcons());
