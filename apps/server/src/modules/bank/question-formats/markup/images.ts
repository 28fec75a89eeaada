import type { ImportedImage } from '../imported-question.ts';

/** Finds the image of a source in a file; null if there is none, or it is not part of the file. */
export type FindImage = (source: string) => ImportedImage | null;

/** The maximum number of images of one question. */
const MOST_IMAGES = 200;

/** The images of one question, numbered from 1 as its documents refer to them. */
export class ItemImages {
  readonly list: ImportedImage[] = [];
  readonly #numbers = new Map<string, number>();

  /** Adds an image and returns its number; null if it cannot be carried over. */
  add(source: string, find: FindImage = () => null): number | null {
    const image = readDataUri(source) ?? find(source);
    if (image === null) return null;
    const known = this.#numbers.get(image.key);
    if (known !== undefined) return known;
    if (this.list.length >= MOST_IMAGES) return null;
    const number = this.list.push(image);
    this.#numbers.set(image.key, number);
    return number;
  }
}

const KINDS: Readonly<Record<string, string>> = { png: 'png', jpeg: 'jpg', jpg: 'jpg', gif: 'gif', webp: 'webp' };

/** Reads a data URI. Its stated type is only a name; the bytes are checked when it is stored. */
function readDataUri(source: string): ImportedImage | null {
  const match = /^data:image\/([a-z]+)(?:;[\w=-]+)*;base64,/i.exec(source.slice(0, 200));
  const extension = KINDS[match?.[1]?.toLowerCase() ?? ''];
  if (!match || extension === undefined) return null;
  const base64 = source.slice(match[0].length);
  return { key: source, name: `image.${extension}`, read: async () => Buffer.from(base64, 'base64') };
}
