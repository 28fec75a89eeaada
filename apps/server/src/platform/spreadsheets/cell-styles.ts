import { readWholePart } from './read-part.ts';
import type { ZipArchive } from '../zip/index.ts';

/** The type of a cell's number when it is displayed as something else. */
export type NumberKind = 'date' | 'percent' | 'fraction';

const MOST_STYLES = 64_000;
const LONGEST_FORMAT = 255;
/** The number formats that every workbook has, by number. */
const BUILT_IN: ReadonlyMap<number, NumberKind> = new Map([
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id) => [id, 'date'] as const,
  ),
  ...[9, 10].map((id) => [id, 'percent'] as const),
  ...[12, 13].map((id) => [id, 'fraction'] as const),
]);

/** Reads how the numbers of cells are displayed, by the number of their style. */
export async function readCellStyles(archive: ZipArchive, name: string): Promise<(NumberKind | undefined)[]> {
  const formats = new Map(BUILT_IN);
  const styles: (NumberKind | undefined)[] = [];
  let isCell = false;
  await readWholePart(archive, name, {
    open(element, attributes) {
      if (element === 'cellXfs') isCell = true;
      else if (element === 'numFmt' && formats.size < MOST_STYLES) {
        const kind = kindOf(attributes['formatCode'] ?? '');
        const id = Number(attributes['numFmtId']);
        if (kind) formats.set(id, kind);
        else formats.delete(id);
      } else if (element === 'xf' && isCell && styles.length < MOST_STYLES) styles.push(formats.get(Number(attributes['numFmtId'] ?? 0)));
    },
    close(element) {
      if (element === 'cellXfs') isCell = false;
    },
  });
  return styles;
}

/**
 * Returns the kind of a format such as `d.m.yyyy`, `0.00%`, `# ?/?`. Characters in quotes, in brackets or after a
 * backslash are literal.
 */
function kindOf(code: string): NumberKind | undefined {
  const [first = ''] = code
    .slice(0, LONGEST_FORMAT)
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .split(';');
  const shown = first.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/[dmyhs]/i.test(shown) && !/general/i.test(shown)) return 'date';
  if (shown.includes('%')) return 'percent';
  return /[?#0]\s*\/\s*[?#\d]/.test(shown) ? 'fraction' : undefined;
}

export const DAY_MS = 86_400_000;
/**
 * Excel counts February 29, 1900, which did not exist. From March 1900 on its days are those since December 30, 1899.
 */
export const FIRST_1900 = Date.UTC(1899, 11, 30);
const FIRST_1904 = Date.UTC(1904, 0, 1);

/** Returns the day, and the time if any, for a number: "2024-03-01", "2024-03-01 10:30", "10:30". */
export function toDateText(days: number, isFrom1904: boolean): string {
  const at = new Date((isFrom1904 ? FIRST_1904 : FIRST_1900) + Math.round((days * DAY_MS) / 1000) * 1000);
  if (Number.isNaN(at.getTime()) || days < 0) return String(days);
  const [day = '', time = ''] = at.toISOString().split('T');
  const clock = time.slice(0, 5);
  if (days < 1) return clock;
  return clock === '00:00' ? day : `${day} ${clock}`;
}

const MOST_DENOMINATOR = 99;

/** Returns "3/4" or "1 1/2", as Excel displays them. Null when it is not a fraction of such small numbers. */
export function toFractionText(number: number): string | null {
  const whole = Math.trunc(number);
  const rest = Math.abs(number - whole);
  if (rest < 1e-9) return String(whole);
  for (let below = 2; below <= MOST_DENOMINATOR; below += 1) {
    const above = Math.round(rest * below);
    if (Math.abs(rest - above / below) > 1e-9) continue;
    if (whole !== 0) return `${whole} ${above}/${below}`;
    return `${number < 0 ? '-' : ''}${above}/${below}`;
  }
  return null;
}
