import { parseSync } from 'vite';
import { cutPieces, type Entry, type Pieces } from './pieces.ts';

/** The difference between two texts of one file. */
export interface Difference {
  /** Local names whose declaration differs, or that mean something else than before: another file's name. */
  locals: ReadonlySet<string>;
  /** Names that the file exports from another one, or did, and that changed so. */
  exports: ReadonlySet<string>;
  /** Requests of `export * from` that came or went. */
  passedOn: ReadonlySet<string>;
  /** Constant objects of which single entries differ: local name → keys. */
  keys: ReadonlyMap<string, ReadonlySet<string>>;
}

export const noDifference: Difference = { locals: new Set(), exports: new Set(), passedOn: new Set(), keys: new Map() };

/**
 * Compares two texts of one TypeScript file by their declarations. Comments and the order of declarations do not count.
 * `isKeyed` says of which constant objects the single entries are compared. Returns null where the file does something
 * else when it loads, so that the names that differ cannot be listed.
 */
export function compareTexts(path: string, before: string, now: string, isKeyed: (name: string) => boolean): Difference | null {
  const [old, current] = [read(path, before), read(path, now)];
  if (old === null || current === null) return null;
  if (old.effects !== current.effects || !isSame(old.loaded, current.loaded)) return null;
  const keys = new Map<string, ReadonlySet<string>>();
  const locals = differing(old.imported, current.imported);
  for (const name of differing(old.declared, current.declared)) {
    const changedKeys = isKeyed(name) ? compareEntries(old, current, name) : null;
    if (changedKeys === null) locals.add(name);
    else if (changedKeys.size > 0) keys.set(name, changedKeys);
  }
  return { locals, exports: differing(old.exported, current.exported), passedOn: differing(old.passedOn, current.passedOn), keys };
}

type Texts = ReadonlyMap<string, string>;

const differing = (old: Texts, current: Texts): Set<string> =>
  new Set([...old.keys(), ...current.keys()].filter((name) => old.get(name) !== current.get(name)));
const isSame = (old: ReadonlySet<string>, current: ReadonlySet<string>): boolean => old.size === current.size && [...old].every((one) => current.has(one));

interface Read {
  pieces: Pieces;
  /** The text from one place to another without its comments. */
  bare: (start: number, end: number) => string;
  /** The statements that run when the file loads. */
  effects: string;
  /** Files that are loaded for what they do. */
  loaded: ReadonlySet<string>;
  declared: Texts;
  imported: Texts;
  exported: Texts;
  passedOn: Texts;
}

/** Returns null for a text that is no TypeScript. */
function read(path: string, text: string): Read | null {
  const { module, program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) return null;
  const bare = (start: number, end: number): string => {
    let left = '';
    let at = start;
    for (const comment of comments) {
      if (comment.start < at || comment.end > end) continue;
      left += text.slice(at, comment.start);
      at = comment.end;
    }
    return (left + text.slice(at, end)).replaceAll(/\n\s*(?=\n)/g, '');
  };
  const pieces = cutPieces(program);
  const declared = new Map<string, string>();
  for (const { names, start, end } of pieces.all) for (const name of names) declared.set(name, `${declared.get(name) ?? ''}${bare(start, end)}\n`);
  const effects = pieces.all.filter(({ names }) => names.length === 0).map(({ start, end }) => bare(start, end));
  const imported = new Map<string, string>();
  const loaded = new Set<string>();
  for (const { entries, moduleRequest } of module.staticImports) {
    if (entries.length === 0) loaded.add(moduleRequest.value);
    for (const { importName, localName } of entries) imported.set(localName.value, `${moduleRequest.value} ${importName.kind} ${importName.name}`);
  }
  const exported = new Map<string, string>();
  const passedOn = new Map<string, string>();
  for (const { importName, exportName, localName, moduleRequest } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest && importName.kind === 'AllButDefault') passedOn.set(moduleRequest.value, '');
    else exported.set(exportName.name ?? 'default', `${moduleRequest?.value} ${importName.kind} ${importName.name} ${localName.name}`);
  }
  return { pieces, bare, effects: effects.join('\n'), loaded, declared, imported, exported, passedOn };
}

/** The keys of a constant object whose entries differ; null where more than entries differs. */
function compareEntries(old: Read, current: Read, name: string): Set<string> | null {
  const sides = [old, current].map(({ pieces, bare }) => {
    const [piece, ...more] = pieces.all.filter(({ names }) => names.includes(name));
    const entries = piece?.entries;
    const [first, last] = [entries?.[0], entries?.at(-1)];
    if (!piece || !entries || !first || !last || more.length > 0) return null;
    const textOf = ({ start, end }: Entry): string => bare(start, end);
    const rest = entries.filter(({ key }) => key === null).map(textOf);
    const frame = [bare(piece.start, first.start), ...rest, bare(last.end, piece.end).replace(/^\s*,/, '')].map((part) => part.trim()).join('\n');
    return { frame, texts: new Map(entries.flatMap((entry) => (entry.key === null ? [] : [[entry.key, textOf(entry)] as const]))) };
  });
  const [before, now] = sides;
  return before && now && before.frame === now.frame ? differing(before.texts, now.texts) : null;
}
