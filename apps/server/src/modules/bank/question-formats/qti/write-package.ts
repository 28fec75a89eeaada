import { createHash } from 'node:crypto';
import type { ZipPart } from '../../../../platform/zip/index.ts';
import type { Writer } from '../export/open-writer.ts';
import { bestOf, type ExportedImage, type ExportedQuestion, feedbackOf, imagesOf, type LoadImage, titleHtml } from '../export/exported-question.ts';
import { escapeHtml, toHtml } from '../markup/to-html.ts';
import { writeCriteria } from '../sheet/criteria.ts';
import { LOM_PURPOSES } from './read-package.ts';
import { WHOLE_PART, type WholePackage } from './whole-question.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const QTI = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0';
const EXTENSIONS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' };

/**
 * Writes a QTI 3 content package, part by part: an item for each question, its images, and the manifest at the end.
 */
export async function* writePackage(
  questions: AsyncIterable<ExportedQuestion>,
  loadImage: LoadImage,
  { write }: Pick<Writer, 'write'>,
): AsyncGenerator<ZipPart> {
  const resources: string[] = [];
  const kept: WholePackage['questions'] = [];
  const written = new Map<number, string | null>();
  for await (const question of questions) {
    for (const id of filesOf(question)) {
      if (written.has(id)) continue;
      const image = await loadImage(id);
      const path = image ? `images/${id}.${EXTENSIONS[image.mimeType] ?? 'bin'}` : null;
      written.set(id, path);
      if (image && path !== null) yield { name: path, content: [(image as ExportedImage).bytes] };
    }
    const href = `items/q${question.id}.xml`;
    const paths = new Map(imagesOf(question).flatMap((id): [number, string][] => (written.get(id) ? [[id, written.get(id) as string]] : [])));
    const item = await write({ format: 'qti3', question, images: paths });
    if (!('text' in item)) continue;
    yield { name: href, content: [item.text] };
    if (question.isWhole) kept.push(toKept(question, { item: href, sha256: item.sha256 ?? '' }, written));
    const images = imagesOf(question).flatMap((id) => written.get(id) ?? []);
    resources.push(resourceXml(question, href, images));
  }
  const images = Object.fromEntries([...written].flatMap(([id, path]) => (path === null ? [] : [[String(id), path]])));
  if (kept.length > 0) yield { name: WHOLE_PART, content: [JSON.stringify({ version: 2, images, questions: kept } satisfies WholePackage)] };
  yield { name: 'imsmanifest.xml', content: manifestXml(resources) };
}

/** Writes a QTI item and its checksum. `paths`: the paths of its images in the package. */
export function writeItem(question: ExportedQuestion, paths: ReadonlyMap<number, string>): { text: string; sha256: string } {
  const text = itemXml(question, (id) => paths.get(id) ?? null);
  return { text, sha256: createHash('sha256').update(text).digest('hex') };
}

/** Returns the images of a question and of its attached files; only pictures are exported. */
const filesOf = (question: ExportedQuestion): number[] => [
  ...new Set([...imagesOf(question), ...question.attachments.flatMap(({ file_id }) => file_id ?? [])]),
];

/** Collects everything that QTI has no place for: match levels, rubrics, the state, links and attached pictures. */
function toKept(
  { id: _id, isWhole: _isWhole, names, published_state, ...content }: ExportedQuestion,
  item: Pick<WholePackage['questions'][number], 'item' | 'sha256'>,
  written: ReadonlyMap<number, string | null>,
): WholePackage['questions'][number] {
  const attachments = content.attachments.filter(({ file_id }) => file_id === null || (written.get(file_id) ?? null) !== null);
  return { ...item, names, content: { ...content, published_state: published_state ?? 'DRAFT', attachments } };
}

function* manifestXml(resources: readonly string[]): Generator<string> {
  yield `${XML}<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1" identifier="classwright"><metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata><organizations/><resources>`;
  yield* resources;
  yield '</resources></manifest>';
}

function resourceXml({ id, tag: tags, names }: ExportedQuestion, href: string, images: readonly string[]): string {
  const keywords = tags.map((tag) => `<keyword><string>${escapeHtml(tag)}</string></keyword>`).join('');
  const classifications = (Object.keys(LOM_PURPOSES) as (keyof typeof LOM_PURPOSES)[])
    .filter((field) => names[field] !== '')
    .map(
      (field) =>
        `<classification><purpose><source>LOMv1.0</source><value>${LOM_PURPOSES[field]}</value></purpose><taxonPath><taxon><entry><string>${escapeHtml(names[field])}</string></entry></taxon></taxonPath></classification>`,
    )
    .join('');
  const lom =
    keywords + classifications === ''
      ? ''
      : `<metadata><lom xmlns="http://ltsc.ieee.org/xsd/LOM">${keywords === '' ? '' : `<general>${keywords}</general>`}${classifications}</lom></metadata>`;
  const files = [href, ...images].map((file) => `<file href="${escapeHtml(file)}"/>`).join('');
  return `<resource identifier="r${id}" type="imsqti_item_xmlv3p0" href="${href}">${lom}${files}</resource>`;
}

function itemXml(question: ExportedQuestion, pathOf: (fileId: number) => string | null): string {
  const html = (document: ExportedQuestion['description']): string =>
    toHtml(document, {
      math: 'mathml',
      sourceOf: (id) => {
        const path = pathOf(id);
        return path === null ? null : `../${path}`;
      },
    });
  const { id, title, responses, open_response } = question;
  const best = bestOf(question);
  const right = responses.flatMap(({ is_valid }, index) => (is_valid ? [`c${index}`] : []));
  const feedback = responses.map((response) => html(feedbackOf(response)));
  const rubric = open_response.length === 0 ? '' : `<qti-rubric-block view="scorer" use="scoring">${lines(writeCriteria(open_response))}</qti-rubric-block>`;
  const hasFeedback = feedback.some((text) => text !== '');
  return [
    `${XML}<qti-assessment-item xmlns="${QTI}" identifier="q${id}" title="${escapeHtml(title)}" adaptive="false" time-dependent="false">`,
    responses.length === 0 ? '<qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="string"/>' : declaration(question, right),
    `<qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"${responses.length === 0 ? '' : ` normal-maximum="${best}"`}/>`,
    hasFeedback ? '<qti-outcome-declaration identifier="FEEDBACK" cardinality="single" base-type="identifier"/>' : '',
    `<qti-item-body>${html(question.description)}`,
    responses.length === 0
      ? '<qti-extended-text-interaction response-identifier="RESPONSE"/>'
      : `<qti-choice-interaction response-identifier="RESPONSE" shuffle="false" max-choices="1">${responses.map((response, index) => `<qti-simple-choice identifier="c${index}">${titleHtml(response.title, 'mathml')}</qti-simple-choice>`).join('')}</qti-choice-interaction>`,
    `${rubric}</qti-item-body>`,
    responses.length === 0 ? '' : processing(hasFeedback),
    ...feedback.map((text, index) =>
      text === ''
        ? ''
        : `<qti-modal-feedback outcome-identifier="FEEDBACK" identifier="c${index}" show-hide="show"><qti-content-body>${text}</qti-content-body></qti-modal-feedback>`,
    ),
    '</qti-assessment-item>',
  ].join('');
}

const lines = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('');

/**
 * Writes the declaration: a single right choice is named; if one of several right ones is chosen, the mapping gives
 * these the most points.
 */
function declaration({ responses }: ExportedQuestion, right: readonly string[]): string {
  const correct = right.length === 1 ? `<qti-correct-response><qti-value>${right[0]}</qti-value></qti-correct-response>` : '';
  const entries = responses.map(({ sub_grade }, index) => `<qti-map-entry map-key="c${index}" mapped-value="${sub_grade ?? 0}"/>`).join('');
  return `<qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier">${correct}<qti-mapping default-value="0">${entries}</qti-mapping></qti-response-declaration>`;
}

function processing(hasFeedback: boolean): string {
  const score = '<qti-set-outcome-value identifier="SCORE"><qti-map-response identifier="RESPONSE"/></qti-set-outcome-value>';
  const told = hasFeedback ? '<qti-set-outcome-value identifier="FEEDBACK"><qti-variable identifier="RESPONSE"/></qti-set-outcome-value>' : '';
  return `<qti-response-processing>${score}${told}</qti-response-processing>`;
}
