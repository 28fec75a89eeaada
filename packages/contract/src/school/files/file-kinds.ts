/** What files people may upload. Also used where no validator is loaded. */
export const FILE_KINDS = ['image', 'audio', 'video', 'pdf'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const FILE_LIMITS = {
  /** 50 MB: exactly as many are accepted, one more is refused. */
  maxBytes: 52_428_800,
  maxMegabytes: 50,
  /** Files of one form. */
  mostAtOnce: 20,
  /** Uploads of one person that are under way at once. */
  mostUploads: 100,
  /** Pixels of a picture by its header. Larger ones only serve to exhaust whoever draws them. */
  maxPixels: 120_000_000,
  maxNameCharacters: 200,
  /** Longer names are cut on screens. */
  shownNameCharacters: 40,
} as const;

/** The kind of a MIME type; null for what is not accepted. */
export function kindOfType(type: string): FileKind | null {
  if (type === 'application/pdf') return 'pdf';
  const family = type.split('/', 1)[0];
  return family === 'image' || family === 'audio' || family === 'video' ? family : null;
}

/** "A very long name of a file that goes on an…": at most 40 characters and an ellipsis. */
export function shortName(name: string): string {
  const characters = [...name];
  return characters.length > FILE_LIMITS.shownNameCharacters ? `${characters.slice(0, FILE_LIMITS.shownNameCharacters).join('')}…` : name;
}
