import { FILE_LIMITS } from '@classwright/contract/school/files/file-kinds';
import { cleanedText } from '@classwright/rules/text/cleaned';
import { isInvisible } from '@classwright/rules/text/invisible';

/** The extensions of types, the usual one first. A file of another type keeps the name that it came with. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'audio/aac': ['aac'],
  'audio/aiff': ['aiff', 'aif'],
  'audio/amr': ['amr'],
  'audio/flac': ['flac'],
  'audio/midi': ['mid', 'midi'],
  'audio/mp4': ['m4a', 'm4b', 'mp4'],
  'audio/mpeg': ['mp3', 'mp2', 'mpga'],
  'audio/ogg': ['ogg', 'oga', 'opus', 'spx'],
  'audio/opus': ['opus', 'ogg'],
  'audio/wav': ['wav', 'wave'],
  'audio/webm': ['weba', 'webm'],
  'image/apng': ['apng', 'png'],
  'image/avif': ['avif'],
  'image/bmp': ['bmp', 'dib'],
  'image/gif': ['gif'],
  'image/heic': ['heic', 'heif'],
  'image/heif': ['heif', 'heic'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/tiff': ['tif', 'tiff'],
  'image/vnd.adobe.photoshop': ['psd'],
  'image/webp': ['webp'],
  'image/x-icon': ['ico'],
  'video/3gpp': ['3gp'],
  'video/mp4': ['mp4', 'm4v'],
  'video/mpeg': ['mpg', 'mpeg'],
  'video/ogg': ['ogv', 'ogg'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
  'video/x-flv': ['flv'],
  'video/x-matroska': ['mkv', 'mka', 'mk3d'],
  'video/x-ms-asf': ['asf', 'wmv', 'wma'],
  'video/vnd.avi': ['avi'],
};

/**
 * Returns the name that a file is stored under: the given name with the extension of its content, so that no saved file
 * opens as something else ("page.png.html" that holds a picture becomes "page.png.html.png").
 */
export function toKeptName(name: string, mimeType: string): string {
  const shown = toShownName(name);
  const [usual, ...others] = EXTENSIONS[mimeType] ?? [];
  const extension = /\.([\p{L}\p{N}]{1,10})$/u.exec(shown)?.[1]?.toLowerCase() ?? '';
  if (usual === undefined || extension === usual || others.includes(extension)) return shown;
  const room = FILE_LIMITS.maxNameCharacters - usual.length - 1;
  return `${[...shown].slice(0, room).join('')}.${usual}`;
}

/** Returns the last part of a path, cleaned as names are, shortened before its extension when it is too long. */
export function toShownName(name: string): string {
  const shown = cleanedText(
    name
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')
      .split(/[/\\]/)
      .at(-1) ?? '',
  );
  if (isInvisible(shown) || /^\.+$/.test(shown)) return 'file';
  const characters = [...shown];
  if (characters.length <= FILE_LIMITS.maxNameCharacters) return shown;
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(shown)?.[0] ?? '';
  return `${characters.slice(0, FILE_LIMITS.maxNameCharacters - extension.length).join('')}${extension}`;
}
