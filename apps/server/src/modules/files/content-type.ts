const startsWith = (bytes: Uint8Array, signature: readonly number[] | string, offset = 0): boolean => {
  const wanted = typeof signature === 'string' ? [...signature].map((character) => character.charCodeAt(0)) : signature;
  return wanted.every((byte, index) => bytes[offset + index] === byte);
};

const KINDS: readonly { mimeType: string; matches: (bytes: Uint8Array) => boolean }[] = [
  { mimeType: 'image/png', matches: (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { mimeType: 'image/jpeg', matches: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]) },
  { mimeType: 'image/gif', matches: (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a') },
  { mimeType: 'image/webp', matches: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8) },
  { mimeType: 'application/pdf', matches: (bytes) => startsWith(bytes, '%PDF-') },
];

/** The type of a file by its first bytes; null when it is none that is accepted. Looks at no name. */
export function detectContentType(bytes: Uint8Array): string | null {
  return KINDS.find(({ matches }) => matches(bytes))?.mimeType ?? null;
}

/** Whether a browser may show it on our address; everything else is only ever downloaded. */
export function isShownInline(mimeType: string): boolean {
  return KINDS.some((kind) => kind.mimeType === mimeType);
}
