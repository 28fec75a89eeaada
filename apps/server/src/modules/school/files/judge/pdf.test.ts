import { randomBytes } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { bytesSource, judgeFile } from './index.ts';

const judge = (bytes: Buffer, name = 'Essay.pdf') => judgeFile(bytesSource(bytes), name);
const WHOLE = { mimeType: 'application/pdf' };
const CUT = { refused: 'file.cutPdf' };

/** Builds a PDF of one page with this many bytes of drawing, its cross-reference table and its trailer. */
function pdf(drawnBytes: number, { tail = '\n' } = {}): Buffer {
  const drawn = randomBytes(drawnBytes / 2).toString('hex');
  const parts = [
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>\nendobj\n',
    `4 0 obj\n<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream\nendobj\n`,
  ];
  let text = '%PDF-1.7\n';
  const places = parts.map((part) => {
    const place = text.length;
    text += part;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  return Buffer.from(
    `${text}xref\n0 5\n0000000000 65535 f \n${places.join('')}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF${tail}`,
    'latin1',
  );
}

/** Builds a PDF arranged for the web: a dictionary that gives its length, and an end mark near the beginning. */
function linearized(drawnBytes: number): Buffer {
  const rest = pdf(drawnBytes).subarray('%PDF-1.7\n'.length);
  const head = (length: number) =>
    Buffer.from(
      `%PDF-1.7\n9 0 obj\n<</Linearized 1/L ${String(length).padEnd(10)}/H [ 1 2 ]/O 3/E 4/N 1/T 5>>\nendobj\nxref\n0 0\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n`,
      'latin1',
    );
  return Buffer.concat([head(head(0).length + rest.length), rest]);
}

describe('a PDF is there to its end', () => {
  test.each([
    ['of one page', pdf(2000)],
    ['of several megabytes', pdf(6_000_000)],
    ['without a line break at its end', pdf(2000, { tail: '' })],
    ['with a page of a server behind it', pdf(2000, { tail: `\n<!-- ${'sent '.repeat(2000)} -->` })],
    ['filled up with zeros', pdf(2000, { tail: `\n${'\0'.repeat(32_768)}` })],
    ['with a part appended', Buffer.concat([pdf(2000), Buffer.from('5 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<</Prev 9>>\nstartxref\n9\n%%EOF\n')])],
    ['arranged for the web', linearized(200_000)],
    ['arranged for the web, with a part appended', Buffer.concat([linearized(2000), Buffer.from('xref\ntrailer\n<<>>\nstartxref\n9\n%%EOF')])],
    ['arranged for the web, without its last line break', linearized(2000).subarray(0, -1)],
  ])('[B1785] %s: it is taken', async (_, bytes) => expect(await judge(bytes)).toEqual(WHOLE));

  test.each([
    ['after its first line', pdf(2000).subarray(0, 9)],
    ['in the middle', pdf(2000).subarray(0, 1500)],
    ['in its table of places', pdf(2000).subarray(0, -60)],
    ['in the mark of its end', pdf(2000).subarray(0, -3)],
    ['after most of several megabytes', pdf(6_000_000).subarray(0, -5000)],
    ['arranged for the web, which has a mark at its beginning', linearized(8000).subarray(0, 5000)],
    ['arranged for the web, far from that mark', linearized(800_000).subarray(0, 500_000)],
  ])('[B1785] cut short %s: it is refused as what it is, whatever its name', async (_, bytes) => {
    expect(await judge(bytes)).toEqual(CUT);
    expect(await judge(bytes, 'essay')).toEqual(CUT);
  });

  test('[B1785] of 50 MB little more than the end is read', async () => {
    const source = bytesSource(Buffer.concat([pdf(2000), Buffer.alloc(49_000_000, 32), Buffer.from('\n%%EOF\n')]));
    const read = vi.spyOn(source, 'read');
    expect(await judgeFile(source, 'Essay.pdf')).toEqual(WHOLE);
    expect(read.mock.calls.reduce((sum, [, length]) => sum + length, 0)).toBeLessThan(200_000);
  });
});
