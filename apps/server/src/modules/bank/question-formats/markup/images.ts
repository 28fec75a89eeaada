import type { ImportedImage } from '../imported-question.ts';

/** Finds what a source in a file means; null where nothing is there, or nothing that is part of the file. */
export type FindImage = (source: string) => ImportedImage | null;

/** As many as one question shows. */
const MOST_IMAGES = 200;

/** The images of one question, numbered from 1 as its documents name them. */
export class ItemImages {
  readonly list: ImportedImage[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of an image; null where it cannot be carried over. */
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

/** What it claims to be only names it; whoever stores it looks at the bytes. */
function readDataUri(source: string): ImportedImage | null {
  const match = /^data:image\/([a-z]+)(?:;[\w=-]+)*;base64,/i.exec(source.slice(0, 200));
  const extension = KINDS[match?.[1]?.toLowerCase() ?? ''];
  if (!match || extension === undefined) return null;
  const base64 = source.slice(match[0].length);
  return { key: source, name: `image.${extension}`, read: async () => Buffer.from(base64, 'base64') };
}
