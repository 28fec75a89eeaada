import { describe, expect, test } from 'vitest';
import { type CellValue, readSheet, type SheetRow, withoutApostrophe, writeCsv } from './index.ts';

const COMMA = { separator: ',', decimal: '.' } as const;
const SEMICOLON = { separator: ';', decimal: ',' } as const;
const write = async (rows: readonly (readonly CellValue[])[], format: typeof COMMA | typeof SEMICOLON = COMMA): Promise<Buffer> =>
  Buffer.concat((await writeCsv(rows, format).toArray()).map((piece) => Buffer.from(piece as string)));
async function read(bytes: Buffer): Promise<(string | null)[][]> {
  const rows: SheetRow[] = [];
  for await (const batch of readSheet(bytes, { mostColumns: 3000 })) rows.push(...batch);
  return rows.map(({ cells }) => Array.from(cells, (cell) => cell ?? null));
}

describe('CSV', () => {
  test.each([COMMA, SEMICOLON])('with %o the reader gets the texts and numbers that were written', async (format) => {
    const texts = ['plain', 'a,b;c', 'with "quotes"', 'two\nlines', ' both ends ', 'José 李小龍 😀', 'tab\there'];
    const rows: CellValue[][] = [texts, [1, 46.5, 0, 99_999.99, 12.25, 3, 4]];
    const numbers = rows[1]!.map((number) => String(number).replace('.', format.decimal));
    expect(await read(await write(rows, format))).toEqual([texts, numbers]);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x";"y")', "'=1", "=cmd|'/c calc'!A1"])(
    'what a program would take for a formula (%j) stands behind an apostrophe, and comes back without it',
    async (text) => {
      const bytes = await write([
        [text, 'x'],
        ['y', -1],
      ]);
      const [[cell] = []] = await read(bytes);
      expect(cell).toBe(`'${text}`);
      expect(withoutApostrophe(cell!)).toBe(text);
      expect(bytes.toString()).not.toMatch(/(?:\n|[,;]|\ufeff)"?[=+@\t]/);
    },
  );

  test('a name with an apostrophe stays as it is, and a number below 0 is a number', async () => {
    expect(
      await read(
        await write([
          ["O'Neill", "'quoted'"],
          [-1, 'x'],
        ]),
      ),
    ).toEqual([
      ["O'Neill", "'quoted'"],
      ['-1', 'x'],
    ]);
    expect(withoutApostrophe("'quoted'")).toBe("'quoted'");
  });

  test('[B1907] a sentence is written without the marks around its names, so that whoever looks for a name in the file finds it', async () => {
    const rows = [
      ['said', 'by'],
      ['Returned to \u2068مريم\u2069', '\u202eAmara\u202c'],
      ['\u2068=1+1\u2069', 'x'],
    ];
    expect(await read(await write(rows))).toEqual([
      ['said', 'by'],
      ['Returned to مريم', 'Amara'],
      ["'=1+1", 'x'],
    ]);
  });

  test('what is no number fails', async () => {
    await expect(write([[Number.NaN]])).rejects.toThrow(RangeError);
  });

  test('rows are asked for as they are read, and a sheet of 2,000 columns is read whole', async () => {
    let asked = 0;
    const stream = writeCsv(
      (function* () {
        for (; asked < 100_000; asked += 1) yield [asked, 'some text that fills the line'];
      })(),
      COMMA,
    );
    await new Promise((resolve) => stream.once('readable', resolve));
    expect(asked).toBeLessThan(20_000);
    stream.destroy();
    const wide = Array.from({ length: 2000 }, (_, place) => place);
    expect((await read(await write([wide, wide])))[1]).toHaveLength(2000);
  });
});
