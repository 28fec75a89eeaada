/** The kinds of files that people may upload. Also used where no validator is loaded. */
export const FILE_KINDS = ['image', 'audio', 'video', 'pdf'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const FILE_LIMITS = {
  /** 50 MB: a file of exactly this size is accepted, one byte more is refused. */
  maxBytes: 52_428_800,
  maxMegabytes: 50,
  /** The maximum number of files in one form. */
  mostAtOnce: 20,
  /** The maximum number of concurrent uploads of one person. */
  mostUploads: 100,
  /**
   * The maximum number of pixels of a picture by its header. Larger ones only serve to exhaust the program that draws
   * them.
   */
  maxPixels: 120_000_000,
  maxNameCharacters: 200,
  /** The length at which screens cut names. */
  shownNameCharacters: 40,
} as const;

/** Returns the kind of a MIME type. Null when it is not accepted. */
export function kindOfType(type: string): FileKind | null {
  if (type === 'application/pdf') return 'pdf';
  const family = type.split('/', 1)[0];
  return family === 'image' || family === 'audio' || family === 'video' ? family : null;
}

/** Shortens a name: "A very long name of a file that goes on an…": at most 40 characters and an ellipsis. */
export function shortName(name: string): string {
  const characters = [...name];
  return characters.length > FILE_LIMITS.shownNameCharacters ? `${characters.slice(0, FILE_LIMITS.shownNameCharacters).join('')}…` : name;
}
