import { posix } from 'node:path';
import { SpreadsheetError, type ZipArchive } from '../../../platform/xlsx/index.ts';
import { finding, type ImportedItem, type NamedField, toLine } from '../imported-question.ts';
import { childOf, childrenOf, type Element, findAll, type Node, textOf } from '../markup/elements.ts';
import type { FindImage } from '../markup/images.ts';
import { readText } from '../../../platform/read-text.ts';
import { readXml, XmlError } from '../markup/read-xml.ts';
import { normaliseQti } from './normalise.ts';
import { isQtiItem, readQtiItem } from './read-item.ts';

const MANIFEST = 'imsmanifest.xml';
const MOST_PART_BYTES = 20 * 1024 * 1024;

/** The package has nothing that can be imported: QTI 1, or no items at all. */
export class PackageError extends Error {
  readonly problem: 'oldQti' | 'noItems';
  constructor(problem: PackageError['problem']) {
    super(problem);
    this.problem = problem;
  }
}

interface Resource {
  /** As the manifest has it. */
  href: string;
  /** In the archive; null: it leads out. */
  path: string | null;
  tags: string[];
  names: Partial<Record<NamedField, string>>;
}

export const findManifest = (archive: ZipArchive): string | undefined =>
  archive.names.filter((name) => name === MANIFEST || name.endsWith(`/${MANIFEST}`)).sort((a, b) => a.length - b.length)[0];

/**
 * The items of a content package, one after the other. Files are looked up in the archive by their name and never
 * written anywhere, so a path that leads out of it finds nothing.
 * @throws PackageError, SpreadsheetError for an archive that is damaged or too large
 */
export async function* readPackage(archive: ZipArchive): AsyncGenerator<ImportedItem> {
  const resources = await listItems(archive);
  let number = 0;
  for (const resource of resources) {
    number += 1;
    yield await readResource(archive, resource, number);
  }
}

async function listItems(archive: ZipArchive): Promise<Resource[]> {
  const manifest = findManifest(archive);
  if (manifest === undefined) {
    const files = archive.names.filter((name) => name.endsWith('.xml')).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    if (files.length === 0) throw new PackageError('noItems');
    return files.map((href) => ({ href, path: href, tags: [], names: {} }));
  }
  const folder = posix.dirname(manifest);
  const resources = [...findAll(readXml(await readPart(archive, manifest)), new Set(['resource']))];
  const typeOf = ({ attributes }: Element): string => attributes['type'] ?? '';
  const items = resources.filter((resource) => /^imsqti_(?:\w*item|apipitem)/i.test(typeOf(resource)) && hrefOf(resource) !== '');
  if (items.length === 0)
    throw new PackageError(resources.some((resource) => /imsqti_xmlv1p|imsqti_assessment|question-bank/i.test(typeOf(resource))) ? 'oldQti' : 'noItems');
  return items.map((resource) => ({
    href: hrefOf(resource),
    path: inArchive(folder, hrefOf(resource)),
    tags: keywordsOf(resource),
    names: classificationOf(resource),
  }));
}

const hrefOf = (resource: Element): string => resource.attributes['href'] ?? childOf(resource, 'file')?.attributes['href'] ?? '';

const keywordsOf = (resource: Element): string[] =>
  [...findAll(resource, new Set(['keyword']))].map((keyword) => textOf(keyword).trim()).filter((keyword) => keyword !== '');

/** What a question is about, by the purposes that LOM knows. */
export const LOM_PURPOSES = { cluster: 'idea', standard: 'competency', subject: 'discipline', grade: 'educational level' } as const satisfies Partial<
  Record<NamedField, string>
>;

function classificationOf(resource: Element): Partial<Record<NamedField, string>> {
  const names: Partial<Record<NamedField, string>> = {};
  for (const classification of findAll(resource, new Set(['classification']))) {
    const purpose = textOf(childOf(childOf(classification, 'purpose'), 'value')).trim();
    const field = (Object.keys(LOM_PURPOSES) as (keyof typeof LOM_PURPOSES)[]).find((key) => LOM_PURPOSES[key] === purpose);
    const entry = [...findAll(classification, new Set(['entry']))].at(-1);
    if (field && entry) names[field] = toLine(textOf(entry), 200);
  }
  return names;
}

/** A path of the archive as a file in it names it; null where it leads out. */
function inArchive(folder: string, href: string): string | null {
  const path = posix.normalize(posix.join(folder, decode(href.replace(/[?#].*$/, '')).replaceAll('\\', '/')));
  return path.startsWith('..') || posix.isAbsolute(path) ? null : path;
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

async function readResource(archive: ZipArchive, { href, path, tags, names }: Resource, number: number): Promise<ImportedItem> {
  const failed = (message: string, params: Record<string, string | number> = {}): ImportedItem => ({
    number,
    name: href,
    question: null,
    problems: [finding('file', message, { value: href, ...params })],
    notes: [],
    images: [],
  });
  if (path === null || !archive.has(path)) return failed('missingFile');
  try {
    const root = readXml(await readPart(archive, path));
    if (!isQtiItem(root)) return failed('noItem', { element: root.name });
    const folder = posix.dirname(path);
    const item = readQtiItem(root, { number, tags, names, findImage: finder(archive, folder), stimulus: await readStimuli(archive, folder, root) });
    return item.name === '' ? { ...item, name: href } : item;
  } catch (error) {
    if (error instanceof XmlError) return failed(`xml.${error.problem}`, { line: error.line });
    if (error instanceof SpreadsheetError && error.problem === 'broken') return failed('damagedFile');
    throw error;
  }
}

async function readStimuli(archive: ZipArchive, folder: string, item: Element): Promise<Node[]> {
  const nodes: Node[] = [];
  for (const { attributes } of childrenOf(normaliseQti(item), 'assessmentStimulusRef')) {
    const path = inArchive(folder, attributes['href'] ?? '');
    if (path === null || !archive.has(path)) continue;
    const body = childOf(normaliseQti(readXml(await readPart(archive, path))), 'stimulusBody');
    nodes.push({ name: 'div', attributes: {}, children: body?.children ?? [] });
  }
  return nodes;
}

const finder =
  (archive: ZipArchive, folder: string): FindImage =>
  (source) => {
    const path = /^[a-z][a-z\d+.-]*:|^\/\//i.test(source) ? null : inArchive(folder, source);
    if (path === null || !archive.has(path)) return null;
    return { key: path, name: posix.basename(path), read: async () => (await readBytes(archive, path)) ?? Buffer.alloc(0) };
  };

/** Null: more than any part of a question is. */
async function readBytes(archive: ZipArchive, name: string): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of archive.read(name)) {
    bytes += piece.length;
    if (bytes > MOST_PART_BYTES) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function readPart(archive: ZipArchive, name: string): Promise<string> {
  const bytes = await readBytes(archive, name);
  if (bytes === null) throw new XmlError('too_large', 1);
  return readText(bytes).text;
}
