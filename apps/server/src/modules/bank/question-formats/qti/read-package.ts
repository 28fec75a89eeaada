import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { RichTextDocument, RichTextNode, StoredAttachment } from '@classwright/contract';
import { rootNameOf, XmlError } from '../../../../platform/xml/index.ts';
import { type ZipArchive, ZipError } from '../../../../platform/zip/index.ts';
import { type Finding, finding, type ImportedImage, type ImportedItem, type NamedField, toLine } from '../imported-question.ts';
import { childOf, childrenOf, type Element, findAll, type Node, textOf } from '../markup/elements.ts';
import type { FindImage } from '../markup/images.ts';
import { readText } from '../../../../platform/read-text.ts';
import { readXml } from '../markup/read-xml.ts';
import { normaliseQti } from './normalise.ts';
import { readOldQti } from '../qti1/read-old-qti.ts';
import { isQtiItem, readQtiItem } from './read-item.ts';
import { parseWhole, toImportedQuestion, WHOLE_PART, type WholePackage } from './whole-question.ts';

const MANIFEST = 'imsmanifest.xml';
const MOST_PART_BYTES = 20 * 1024 * 1024;

/** An error for a package without anything that can be imported. */
export class PackageError extends Error {
  readonly problem: 'noItems';
  constructor(problem: PackageError['problem']) {
    super(problem);
    this.problem = problem;
  }
}

interface Resource {
  /** The address in the manifest. */
  href: string;
  /** The path in the archive; null if it leads outside. */
  path: string | null;
  tags: string[];
  names: Partial<Record<NamedField, string>>;
  /** True when nothing identifies the file as a question: if it is none, it is skipped. */
  isGuessed?: boolean;
}

const MOST_RESOURCES = 25_000;

export const findManifest = (archive: ZipArchive): string | undefined =>
  archive.names.filter((name) => name === MANIFEST || name.endsWith(`/${MANIFEST}`)).sort((a, b) => a.length - b.length)[0];

/**
 * Yields the items of a content package, one after the other. Files are looked up in the archive by name and never
 * written, so a path that leads out of it finds nothing. @throws PackageError, ZipError for an archive that is damaged
 * or too large
 */
export async function* readPackage(archive: ZipArchive): AsyncGenerator<ImportedItem> {
  const whole = await readWhole(archive);
  let number = 0;
  for (const resource of await listItems(archive)) {
    for await (const item of readResource(archive, resource, { number: number + 1, whole })) {
      number += 1;
      yield item;
    }
  }
}

/** Reads the complete questions of our own packages, by their items' paths. */
async function readWhole(archive: ZipArchive): Promise<{ whole: WholePackage; byItem: Map<string, WholePackage['questions'][number]> } | null> {
  if (!archive.has(WHOLE_PART)) return null;
  const bytes = await readBytes(archive, WHOLE_PART);
  const whole = bytes && parseWhole(bytes.toString('utf8'));
  return whole && { whole, byItem: new Map(whole.questions.map((question) => [question.item, question])) };
}

async function listItems(archive: ZipArchive): Promise<Resource[]> {
  const manifest = findManifest(archive);
  if (manifest === undefined) return listAll(archive, '');
  const folder = posix.dirname(manifest);
  const resources = [...findAll(readXml(await readPart(archive, manifest)), new Set(['resource']))].slice(0, MOST_RESOURCES);
  const typeOf = ({ attributes }: Element): string => attributes['type'] ?? '';
  const items = resources.filter((resource) => /^imsqti_(?:\w*item|apipitem)/i.test(typeOf(resource)) && hrefOf(resource) !== '');
  const old = listOld(archive, folder, resources);
  if (items.length + old.length === 0) return listAll(archive, folder); // it lists a test at most: what it is made of lies there
  return [
    ...items.map((resource) => ({
      href: hrefOf(resource),
      path: inArchive(folder, hrefOf(resource)),
      tags: keywordsOf(resource),
      names: classificationOf(resource),
    })),
    ...old,
  ];
}

/**
 * Lists quizzes of QTI 1: those of a Common Cartridge, and of Canvas, Blackboard and D2L, each in its most complete
 * form.
 */
function listOld(archive: ZipArchive, folder: string, resources: readonly Element[]): Resource[] {
  const hrefs = new Set<string>();
  for (const resource of resources) {
    const { type = '', identifier = '', material_type: material = '', file = '' } = resource.attributes;
    const isQuiz = /^imsqti_xmlv1|^assessment\/x-bb-qti-(?:test|pool|survey)|question-bank/i.test(type) || /^d2l(?:questionlibrary|quiz)$/i.test(material);
    const full = `non_cc_assessments/${identifier}.xml.qti`; // Canvas: what a cartridge may not say
    const isFull = archive.has(inArchive(folder, full) ?? '');
    if (isQuiz) hrefs.add(isFull ? full : hrefOf(resource) || file);
    for (const { attributes } of childrenOf(resource, 'file')) if (/\.xml\.qti$/i.test(attributes['href'] ?? '')) hrefs.add(attributes['href'] as string);
  }
  hrefs.delete('');
  return [...hrefs].map((href) => ({ href, path: inArchive(folder, href), tags: [], names: {} }));
}

/** Lists every file that may hold questions, in the order of their names. @throws PackageError */
function listAll(archive: ZipArchive, folder: string): Resource[] {
  const files = archive.names
    .filter((name) => /\.(?:xml|qti|dat)$/.test(name) && posix.basename(name) !== MANIFEST)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (files.length === 0) throw new PackageError('noItems');
  return files.map((path) => ({ href: posix.relative(folder, path), path, tags: [], names: {}, isGuessed: true }));
}

const hrefOf = (resource: Element): string => resource.attributes['href'] ?? childOf(resource, 'file')?.attributes['href'] ?? '';

const keywordsOf = (resource: Element): string[] =>
  [...findAll(resource, new Set(['keyword']))].map((keyword) => textOf(keyword).trim()).filter((keyword) => keyword !== '');

/** The subject lists of a question, by the purposes that LOM defines. */
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

/** Resolves a path that a file in the archive refers to; null if it leads outside. */
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

async function* readResource(
  archive: ZipArchive,
  { href, path, tags, names, isGuessed = false }: Resource,
  { number, whole }: { number: number; whole: Awaited<ReturnType<typeof readWhole>> },
): AsyncGenerator<ImportedItem> {
  let last = number - 1;
  const failed = (message: string, params: Record<string, string | number> = {}): ImportedItem => ({
    number: last + 1,
    name: href,
    question: null,
    problems: [finding('file', message, { value: href, ...params })],
    notes: [],
    images: [],
  });
  if (path === null || !archive.has(path)) return yield failed('missingFile');
  const folder = posix.dirname(path);
  const findImage = finder(archive, folder);
  try {
    const text = await readPart(archive, path);
    const root = rootNameOf(text);
    const isItem = isQtiItem({ name: root, attributes: {}, children: [] });
    if (isGuessed && !isItem && root !== 'questestinterop') return;
    if (root === 'questestinterop')
      for (const item of readOldQti(text, { from: number, findImage })) {
        last = item.number;
        yield item;
      }
    else {
      const known = whole?.byItem.get(path);
      if (known && sha256(text) === known.sha256) return yield wholeItem(archive, number, known, whole?.whole.images ?? {});
      const element = readXml(text);
      if (!isItem) return yield failed('noItem', { element: element.name });
      const item = readQtiItem(element, { number, tags, names, findImage, stimulus: await readStimuli(archive, folder, element) });
      yield item.name === '' ? { ...item, name: href } : item;
    }
  } catch (error) {
    if (error instanceof XmlError && isGuessed && last < number) return; // no manifest calls it a question
    if (error instanceof XmlError) yield failed(`xml.${error.problem}`, { line: error.line });
    else if (error instanceof ZipError && error.problem === 'broken') yield failed('damagedFile');
    else throw error;
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns an unchanged question of our own, with its images renumbered. */
function wholeItem(archive: ZipArchive, number: number, kept: WholePackage['questions'][number], paths: WholePackage['images']): ImportedItem {
  const question = toImportedQuestion(kept);
  const images: ImportedImage[] = [];
  const notes: Finding[] = [];
  const numbers = new Map<number, number | null>();
  const numberOf = (fileId: number): number | null => {
    const known = numbers.get(fileId);
    if (known !== undefined) return known;
    const path = paths[String(fileId)] ?? '';
    const isThere = archive.has(path);
    if (!isThere) notes.push(finding('images', 'image', { value: path }));
    numbers.set(fileId, isThere ? images.push(imageAt(archive, path)) : null);
    return numbers.get(fileId) ?? null;
  };
  const renumber = (document: RichTextDocument): RichTextDocument => ({ ...document, content: document.content.flatMap((node) => renumberIn(node, numberOf)) });
  const attach = (attachment: StoredAttachment): StoredAttachment[] => {
    if (attachment.file_id === null) return [attachment];
    const file_id = numberOf(attachment.file_id);
    return file_id === null ? [] : [{ ...attachment, file_id }];
  };
  return {
    number,
    name: question.title,
    question: {
      ...question,
      description: renumber(question.description),
      responses: question.responses.map((response) => ({ ...response, description: renumber(response.description) })),
      attachments: question.attachments.flatMap(attach),
    },
    problems: [],
    notes,
    images,
  };
}

function renumberIn(node: RichTextNode, numberOf: (fileId: number) => number | null): RichTextNode[] {
  if (node.type !== 'image') return [node.content ? { ...node, content: node.content.flatMap((child) => renumberIn(child, numberOf)) } : node];
  const number = numberOf(Number(node.attrs?.['file_id']));
  return number === null ? [{ type: 'paragraph' }] : [{ ...node, attrs: { ...node.attrs, file_id: number } }];
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
    const rooted = /^(?:\$|%24)IMS[-_]CC[-_]FILE_?BASE(?:\$|%24)\/*(.*)$/is.exec(source)?.[1];
    const places = rooted === undefined ? [inArchive(folder, source)] : [inArchive('web_resources', rooted), inArchive('.', rooted), inArchive(folder, rooted)];
    const path = /^[a-z][a-z\d+.-]*:|^\/\//i.test(source) ? undefined : places.find((place) => place !== null && archive.has(place));
    return path ? imageAt(archive, path) : null;
  };

const imageAt = (archive: ZipArchive, path: string): ImportedImage => ({
  key: path,
  name: posix.basename(path),
  read: async () => (await readBytes(archive, path)) ?? Buffer.alloc(0),
});

/** Returns the bytes; null if they exceed the size of any part of a question. */
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
