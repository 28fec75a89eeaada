import { createHash } from 'node:crypto';
import type { RichTextDocument, RichTextNode, StoredAttachment } from '@classwright/contract';
import type { Tx } from '../../../../platform/database/index.ts';
import { AppError } from '../../../../platform/errors.ts';
import { type FileStorage, isPicture, storeFile } from '../../../school/files/index.ts';
import { finding, type Finding, type ImportedImage, type ImportedItem } from '../imported-question.ts';

/** An image's number; 'none': it cannot be shown; 'full': the person's storage is full. */
type Placed = number | 'none' | 'full';

/** Gives an image of the file a number. */
export interface ImagePlacer {
  place(image: ImportedImage): Promise<Placed>;
}

const MOST_IMAGE_BYTES = 20 * 1024 * 1024;

/** Creates a placer that checks images and stores none, for previews. */
export function previewImages(): ImagePlacer {
  return once(async (image) => ((await isPicture(await image.read(), image.name)) ? 1 : 'none'));
}

/** Creates a placer that stores images in the file library, images with the same bytes only once. */
export function storeImages(tx: Tx, storage: FileStorage, person: { accountId: number; schoolId: number | null }): ImagePlacer {
  const stored = new Map<string, number>();
  return once(async ({ name, read }) => {
    const bytes = await read();
    if (bytes.length > MOST_IMAGE_BYTES || !(await isPicture(bytes, name))) return 'none';
    const sum = createHash('sha256').update(bytes).digest('base64');
    const known = stored.get(sum);
    if (known !== undefined) return known;
    const id = await storeFile(tx, storage, { ownerId: person.accountId, schoolId: person.schoolId, name, bytes }).catch(fullOrThrow);
    if (id === 'full') return id;
    stored.set(sum, id);
    return id;
  });
}

function fullOrThrow(error: unknown): 'full' {
  if (error instanceof AppError && error.code === 'FILE_SPACE_FULL') return 'full';
  throw error;
}

/** The maximum length of a plain key; longer keys are the image itself. */
const LONGEST_KEY = 300;

function once(place: (image: ImportedImage) => Promise<Placed>): ImagePlacer {
  const placed = new Map<string, Placed>();
  return {
    async place(image) {
      const known = placed.get(image.key);
      if (known !== undefined) return known;
      const id = await place(image);
      if (image.key.length <= LONGEST_KEY) placed.set(image.key, id);
      return id;
    },
  };
}

/** Returns the item with its images in place; unusable ones are left out and reported. */
export async function placeImages(item: ImportedItem, placer: ImagePlacer): Promise<ImportedItem> {
  if (item.question === null || item.images.length === 0) return item;
  const ids: (number | null)[] = [];
  const notes: Finding[] = [...item.notes];
  for (const image of item.images) {
    const placed = await placer.place(image);
    if (typeof placed === 'string') notes.push(finding('images', placed === 'full' ? 'imageSpace' : 'image', { value: image.name }));
    ids.push(typeof placed === 'number' ? placed : null);
  }
  const place = (document: RichTextDocument): RichTextDocument => ({ ...document, content: document.content.flatMap((node) => placeIn(node, ids)) });
  const { description, responses, attachments } = item.question;
  const question = {
    ...item.question,
    description: place(description),
    responses: responses.map((response) => ({ ...response, description: place(response.description) })),
    attachments: attachments.flatMap((attachment) => attach(attachment, ids)),
  };
  return { ...item, question, notes };
}

function attach(attachment: StoredAttachment, ids: readonly (number | null)[]): StoredAttachment[] {
  if (attachment.file_id === null) return [attachment];
  const file_id = ids[attachment.file_id - 1] ?? null;
  return file_id === null ? [] : [{ ...attachment, file_id }];
}

function placeIn(node: RichTextNode, ids: readonly (number | null)[]): RichTextNode[] {
  if (node.type !== 'image') return [node.content ? { ...node, content: node.content.flatMap((child) => placeIn(child, ids)) } : node];
  const id = ids[Number(node.attrs?.['file_id']) - 1] ?? null;
  if (id !== null) return [{ ...node, attrs: { ...node.attrs, file_id: id } }];
  // a cell, a quote and an item must have content
  const alt = typeof node.attrs?.['alt'] === 'string' ? node.attrs['alt'] : '';
  return [{ type: 'paragraph', ...(alt === '' ? {} : { content: [{ type: 'text', text: alt }] }) }];
}
