import type { Violation } from './import-rules.ts';
import { type Node, type Source, walk } from './source.ts';

/** Checks whether a file of the contract holds messages: of its module, or those that belong to none. */
export const isCatalogue = (path: string): boolean =>
  /^packages\/contract\/src\/(?:messages\/|(?:.+\/)?(?:[a-z-]+-)?messages\.ts$)/.test(path) && !path.endsWith('.test.ts');
const isProduct = (path: string) => /^(apps|packages)\/[^/]+\/src\//.test(path) && !/\.test\.tsx?$|\/testing\//.test(path);

/** Keys that are composed in ways that no text shows: a pattern, and how they are requested. */
const askedOtherwise: readonly (readonly [RegExp, string])[] = [
  [/^page\./, 'what the pages say before a program runs: written as a whole'],
  [/^audit\.value\.kind\.lasting$/, 'the audit trail has entries of cards that earlier versions made'],
  [/^question\.field\.(open_response\.)?(responses|rubrics|open_response)\./, 'a field’s path, without the places in its lists'],
];
/** Matches the plural form of a count. It is requested by the key before it. */
const category = /\.(zero|one|two|few|many|other)$/;
/** Short texts may be repeated on purpose. A sentence that occurs twice in one catalogue is an error. */
const SENTENCE = /\s.*\s.*[.!?:]$/;

/**
 * Checks that every message is used: its key is in the code, or a template composes it from words that are there. A key
 * occurs once in all catalogues, and a sentence under one of the keys that the code names.
 */
export function checkMessages(sources: readonly Source[]): Violation[] {
  const product = sources.filter(({ path }) => isProduct(path));
  const messages = product.filter(({ path }) => isCatalogue(path)).flatMap(listMessages);
  const { isAsked, isNamed } = readAsking(product.filter(({ path }) => !isCatalogue(path)));
  const sentences = Map.groupBy(messages, ({ file, text }) => `${file} ${text}`);
  const byKey = Map.groupBy(messages, ({ key }) => key);
  return messages.flatMap((message) => {
    const { key, text, where, file } = message;
    const first = byKey.get(key)?.[0];
    const twin = SENTENCE.test(text) && isNamed(key) ? sentences.get(`${file} ${text}`)?.find((other) => other.key < key && isNamed(other.key)) : undefined;
    return [
      ...(isAsked(key) ? [] : [{ where, problem: `nobody asks for the message ${key}` }]),
      ...(first && first !== message ? [{ where, problem: `${key} stands in ${first.where} too: only one of them is ever said` }] : []),
      ...(twin ? [{ where, problem: `${key} says the same as ${twin.key}: one key will do` }] : []),
    ];
  });
}

function listMessages({ path, program, lineOf }: Source): { key: string; text: string; where: string; file: string }[] {
  const found: ReturnType<typeof listMessages> = [];
  walk(program, (node) => {
    if (node.type !== 'Property') return;
    const { key, value } = node as unknown as { key: { value?: unknown }; value: { value?: unknown } };
    if (typeof key.value === 'string' && typeof value.value === 'string')
      found.push({ key: key.value, text: value.value, where: `${path}:${lineOf(node.start)}`, file: path });
  });
  return found;
}

/** Returns functions that check whether a key is used, and whether it occurs literally in the code. */
function readAsking(sources: readonly Source[]): Record<'isAsked' | 'isNamed', (key: string) => boolean> {
  const texts = new Set<string>();
  /** Possible values of a template: texts, their last parts, addresses, names of fields, tables and columns. */
  const words = new Set<string>();
  const templates = new Map<string, RegExp>();
  const note = (text: string) => {
    texts.add(text);
    words
      .add(text)
      .add(text.slice(text.lastIndexOf('.') + 1))
      .add(text.replace(/^\//, ''));
  };
  for (const { program } of sources)
    walk(program, (node) => {
      if (node.type === 'Literal' && typeof node.value === 'string') note(node.value);
      const { key } = node as { key?: Node };
      if (key?.type === 'Identifier' && /Property|Signature/.test(node.type)) words.add(key.name as string);
      if (node.type !== 'TemplateLiteral' && node.type !== 'TSTemplateLiteralType') return;
      const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      if (parts.length === 1) note(parts[0] as string);
      else if (parts.some((part) => /\.[a-zA-Z]|[a-zA-Z]\./.test(part)) && parts.every((part) => /^[\w.-]*$/.test(part)))
        templates.set(parts.join('{}'), new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('(.+)')}$`));
    });
  const patterns = [...templates].map(([template, pattern]) => ({ pattern, hasStart: /^[a-zA-Z]/.test(template) }));
  const isKnown = (word: string, depth: number): boolean =>
    words.has(word) || /^\d+(\.\d+)?$/.test(word) || (depth < 2 && patterns.some(({ pattern }) => isMade(word, pattern, depth)));
  const isMade = (word: string, pattern: RegExp, depth: number): boolean => {
    const filled = pattern.exec(word)?.slice(1);
    return filled !== undefined && filled.every((part) => isKnown(part, depth + 1));
  };
  const stands = (key: string): boolean =>
    texts.has(key) ||
    askedOtherwise.some(([pattern]) => pattern.test(key)) ||
    patterns.some(({ pattern, hasStart }) =>
      hasStart
        ? isMade(key, pattern, 0)
        : pattern
            .exec(key)
            ?.slice(1)
            .every((part) => texts.has(part) && part.includes('.')),
    );
  return { isAsked: (key) => stands(key) || (category.test(key) && stands(key.replace(category, ''))), isNamed: (key) => texts.has(key) };
}
