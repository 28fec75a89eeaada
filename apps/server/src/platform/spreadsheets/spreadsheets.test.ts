import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type CellValue, MissingColumnsError, readRows, readTable, type SheetRow, writeCsv, writeWorkbook } from './index.ts';
import { openZip } from '../zip/index.ts';
import { makeZip } from '../zip/testing/make-zip.ts';
import { makeWorkbook } from './testing/make-workbook.ts';

async function rowsOf(bytes: Buffer): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of readRows(bytes)) rows.push(...batch);
  return rows;
}
const cellsOf = async (bytes: Buffer) => (await rowsOf(bytes)).map(({ cells }) => Array.from(cells, (cell) => cell ?? null));
async function problemOf(bytes: Buffer): Promise<unknown> {
  try {
    for await (const _ of readRows(bytes));
    return null;
  } catch (error) {
    return (error as { problem?: string }).problem ?? error;
  }
}
const sheetOf = (...rows: string[]) =>
  `<worksheet><sheetData>${rows.map((cells, index) => `<row r="${index + 1}">${cells}</row>`).join('')}</sheetData></worksheet>`;
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const write = async (rows: readonly (readonly CellValue[])[], titles = ['A', 'B']) =>
  Buffer.concat(await writeWorkbook([{ name: 'People & more', columns: titles.map((title) => ({ title, width: 20 })), rows }]).toArray());

describe('reading', () => {
  test('texts by number, inline texts, rich text without readings, numbers, yes and no, formulas by their value', async () => {
    const strings = '<sst><si><t>plain</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>reading</t></rPh></si></sst>';
    const sheet = sheetOf(
      `<c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c>${inline('in&amp;line')}<c><v>5.5512345E7</v></c><c t="b"><v>1</v></c><c t="str"><f>A1</f><v>made</v></c>`,
    );
    expect(await cellsOf(await makeWorkbook({ sheet, strings }))).toEqual([['plain', null, 'rich text', 'in&line', '55512345', 'TRUE', 'made']]);
  });

  test('leading zeros of texts stay, numbers read as people write them', async () => {
    expect(await cellsOf(await makeWorkbook({ sheet: sheetOf(`${inline('007')}<c><v>42</v></c><c><v>0.5</v></c><c><v>1E3</v></c>`) }))).toEqual([
      ['007', '42', '0.5', '1000'],
    ]);
  });

  test('errors of the sheet, and texts that are not there, are told by column', async () => {
    const [row] = await rowsOf(await makeWorkbook({ sheet: sheetOf(`${inline('ok')}<c t="e"><v>#N/A</v></c><c t="s"><v>9</v></c><c><v>NaN</v></c>`) }));
    expect(row).toMatchObject({ broken: [1, 2, 3] });
  });

  test('a formula without its value is told by column, also alone in its row; one that makes an empty text is empty', async () => {
    const rows = await rowsOf(
      await makeWorkbook({ sheet: sheetOf(`${inline('a')}<c><f>B2</f></c><c t="str"><f>""</f><v></v></c>`, '<c r="B2"><f>A1</f><v/></c>') }),
    );
    expect(rows.map(({ number, broken }) => [number, broken])).toEqual([
      [1, [1]],
      [2, [1]],
    ]);
  });

  test('rows and cells without references stand where they come; empty rows are left out and the numbers stay', async () => {
    const sheet = `<worksheet><sheetData><row>${inline('a')}</row><row/><row r="7"><c r="B7"/><c>${''}<v>1</v></c></row><row>${inline('z')}</row></sheetData></worksheet>`;
    expect((await rowsOf(await makeWorkbook({ sheet }))).map(({ number }) => number)).toEqual([1, 7, 8]);
  });

  test('prefixes, single quotes, CDATA, comments, > inside quotes, character references', async () => {
    const sheet = `<x:worksheet xmlns:x="m"><!-- <c> --><x:sheetData><x:row r='1'><x:c r="A1" note="a>b" t='inlineStr'><x:is><x:t><![CDATA[a<b]]>&#233;&#x1F600;</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`;
    expect(await cellsOf(await makeWorkbook({ sheet }))).toEqual([['a<bé😀']]);
  });

  test('a cell in the last corner costs one cell', async () => {
    const sheet = `<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData></worksheet>`;
    expect((await rowsOf(await makeWorkbook({ sheet }))).map(({ number, cells }) => [number, cells.length])).toEqual([[1, 1]]);
  });

  test('the first sheet that is not hidden; a hidden one when there is no other', async () => {
    expect(await cellsOf(await makeWorkbook({ sheet: sheetOf(inline('only')), sheetState: 'hidden' }))).toEqual([['only']]);
  });
});

describe('what cannot be read says why', () => {
  const good = () => makeWorkbook({ sheet: sheetOf(inline('a')) });
  test('nothing, something else, the older format', async () => {
    expect(await problemOf(Buffer.alloc(0))).toBe('empty');
    expect(await problemOf(Buffer.from('a b\n1 2'))).toBe('not_xlsx');
    expect(await problemOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toBe('old_excel');
    expect(await problemOf(await makeZip({ 'content.xml': '<a/>', mimetype: 'ods' }))).toBe('other_office');
    expect(await problemOf(await makeZip({ 'readme.txt': 'hello' }))).toBe('not_xlsx');
  });
  test('macros', async () => {
    const types = '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>';
    expect(await problemOf(await makeWorkbook({ sheet: sheetOf(), parts: { '[Content_Types].xml': types } }))).toBe('macros');
  });
  test('cut off anywhere', async () => {
    const bytes = await good();
    for (const share of [0.1, 0.4, 0.7, 0.9, 0.99]) expect(await problemOf(bytes.subarray(0, Math.floor(bytes.length * share)))).toBe('broken');
  });
  test('any byte of a part changed, it is damaged or says what it said', async () => {
    const bytes = await good();
    for (let at = 0; at < bytes.length; at += 7) {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] as number) ^ 0xff;
      const outcome = await rowsOf(copy).then(
        (rows) => rows.map(({ cells }) => cells),
        (error: { name: string }) => error.name,
      );
      expect(['SpreadsheetError', JSON.stringify([['a']])]).toContain(typeof outcome === 'string' ? outcome : JSON.stringify(outcome));
    }
  });
  test('entities and outside references are refused, not expanded', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${sheetOf(inline('&b;'))}`;
    const fetching = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheetOf(inline('&e;'))}`;
    for (const sheet of [bomb, fetching]) expect(await problemOf(await makeWorkbook({ sheet }))).toBe('broken');
  });
  test('a small file that inflates to very much: one text, one cell, many rows', async () => {
    const before = process.memoryUsage().arrayBuffers;
    expect(await problemOf(await makeWorkbook({ sheet: sheetOf(inline('x'.repeat(30_000_000))) }))).toBe('too_large');
    expect(await problemOf(await makeWorkbook({ sheet: sheetOf(), strings: `<sst>${`<si><t>${'y'.repeat(900_000)}</t></si>`.repeat(30)}</sst>` }))).toBe(
      'too_large',
    );
    expect(
      await problemOf(
        await makeWorkbook({
          sheet: `<worksheet><sheetData>${`<row>${inline('some text that repeats and repeats')}</row>`.repeat(900_000)}</sheetData></worksheet>`,
        }),
      ),
    ).toBe('too_large');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150_000_000);
  }, 30_000);
  test('elements within elements without end', async () => {
    expect(await problemOf(await makeWorkbook({ sheet: `<worksheet>${'<a>'.repeat(5000)}` }))).toBe('too_large');
  });
});

describe('writing', () => {
  test('texts come back as they went in: names of every script, controls, halves of pairs', async () => {
    const texts = ['José', 'O’Neill & <Sons> "x"', '李小龍', 'أحمد', '😀', ' both ends ', '_x0041_', 'a\u0001b', 'line\nbreak', '='];
    const rows = texts.map((text) => [text, text]);
    expect(await cellsOf(await write(rows))).toEqual([['A', 'B'], ...rows]);
    expect(await cellsOf(await write([['\ud800x', '']]))).toEqual([['A', 'B'], ['\ufffdx']]);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")', "=cmd|'/c calc'!A1"])(
    '[B052] what begins like a formula (%j) is text, marked as such',
    async (text) => {
      const bytes = await write([[text, 'plain']]);
      expect(await cellsOf(bytes)).toEqual([
        ['A', 'B'],
        [text, 'plain'],
      ]);
      const xml = (await unpack(bytes)).at(-1) as string;
      expect(xml).toMatch(/<c r="A2" t="inlineStr" s="2">/);
      expect(xml).toMatch(/<c r="B2" t="inlineStr" s="1">/);
      expect(xml).not.toContain('<f>');
    },
  );

  test('numbers are numbers that the reader reads back, beside text that looks like a number or a formula', async () => {
    const numbers = [0, 46.5, 99_999.99, 0.1 + 0.2, -1, 1e21, 5e-7];
    const rows: CellValue[][] = [numbers, ['46.5', '=1+1', '', 46]];
    const content = writeWorkbook([
      { name: 'S', columns: [{ title: 'A', width: 9, takesNumbers: true }], heads: [['Grade'], [101, 50]], frozenColumns: 2, rows },
    ]);
    const bytes = Buffer.concat((await content.toArray()) as Buffer[]);
    expect(await cellsOf(bytes)).toEqual([['Grade'], ['101', '50'], ['0', '46.5', '99999.99', '0.3', '-1', '1e+21', '5e-7'], ['46.5', '=1+1', null, '46']]);
    const xml = (await unpack(bytes)).at(-1) as string;
    expect(xml).toContain('<col min="1" max="1" width="9" style="0" customWidth="1"/>');
    expect(xml).toContain('<pane xSplit="2" ySplit="2" topLeftCell="C3" activePane="bottomRight" state="frozen"/>');
    expect(xml).toContain('<c r="A2" s="4"><v>101</v></c>');
    expect(xml).toContain('<c r="B3" s="0"><v>46.5</v></c>');
    expect(xml).toMatch(/<c r="A4" t="inlineStr" s="1">.*<c r="B4" t="inlineStr" s="2">/);
  });

  test('[B2455] [B2531] a day and a minute are dates that a sheet can sort and group, and come back as they went in; those that sheets count differently stay text', async () => {
    const rows: CellValue[][] = [[{ date: '2026-10-02' }, { date: '1900-03-01' }, { date: '2024-02-29 09:05' }, { date: '1900-02-28' }]];
    const bytes = Buffer.concat(await writeWorkbook([{ name: 'S', columns: [{ title: 'Day', width: 14 }], rows }]).toArray());
    expect(await cellsOf(bytes)).toEqual([['Day'], ['2026-10-02', '1900-03-01', '2024-02-29 09:05', '1900-02-28']]);
    const parts = await unpack(bytes);
    expect(parts.at(-1)).toContain('<c r="A2" s="5"><v>46297</v></c><c r="B2" s="5"><v>61</v></c><c r="C2" s="6"><v>45351.37847222222</v></c>');
    expect(parts.at(-1)).toContain('<c r="D2" t="inlineStr"');
    const lines = Buffer.concat((await writeCsv(rows, { separator: ',', decimal: '.' }).toArray()).map((piece) => Buffer.from(piece as string)));
    expect(lines.toString()).toContain('2026-10-02,1900-03-01');
    for (const date of ['', 'soon', '2026-13-01']) await expect(write([[{ date }]])).rejects.toThrow(RangeError);
  });

  test('[B1907] a sentence is written without the marks around its names, and what begins like a formula behind one stays text', async () => {
    const content = writeWorkbook([
      { name: '\u2068مريم\u2069', columns: [{ title: 'About \u2068مريم\u2069', width: 9 }], rows: [['Returned to \u2068مريم\u2069'], ['\u2068=1+1\u2069']] },
    ]);
    const bytes = Buffer.concat((await content.toArray()) as Buffer[]);
    expect(await cellsOf(bytes)).toEqual([['About مريم'], ['Returned to مريم'], ['=1+1']]);
    const parts = await unpack(bytes);
    expect(parts.join('')).toContain('<sheet name="مريم"');
    expect(parts.at(-1)).toContain('<c r="A3" t="inlineStr" s="2">');
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('%d is no number of a sheet: the file fails and is not wrong', async (number) => {
    const content = writeWorkbook([{ name: 'S', columns: [{ title: 'A', width: 9 }], rows: [[number]] }]);
    await expect(content.toArray()).rejects.toThrow(RangeError);
  });

  test('[B928] sheets that a school calls by its own words, with signs of addresses, too long, alike or empty, have names that Excel opens', async () => {
    const names = ['Live / Peer: Unterricht?', 'x'.repeat(40), 'X'.repeat(33), "'Noten'", '', '[*]', `${'y'.repeat(30)}\u{1f600}`, 'Grades', 'GRADES'];
    const bytes = Buffer.concat(await writeWorkbook(names.map((name) => ({ name, columns: [{ title: 'A', width: 9 }], rows: [['a']] }))).toArray());
    const book = Buffer.concat(await Readable.from(openZip(bytes, { entries: 100, totalBytes: 1_000_000 }).read('xl/workbook.xml')).toArray()).toString();
    const written = [...book.matchAll(/<sheet name="([^"]*)"/g)].map(([, name = '']) => name);
    expect(written).toEqual(['Live Peer Unterricht', 'x'.repeat(31), `${'X'.repeat(26)} (3)`, 'Noten', '(5)', '(6)', 'y'.repeat(30), 'Grades', 'GRADES (9)']);
    expect(await cellsOf(bytes)).toEqual([['A'], ['a']]);
  });

  test('rows are asked for as they are written, not before', async () => {
    let asked = 0;
    const stream = writeWorkbook([
      {
        name: 'S',
        columns: [{ title: 'A', width: 9 }],
        rows: (function* () {
          for (; asked < 200_000; asked += 1) yield [`${asked} ${Math.sqrt(asked)}`];
        })(),
      },
    ]);
    await new Promise((resolve) => stream.once('readable', resolve));
    expect(asked).toBeLessThan(100_000);
    stream.destroy();
  });
});

async function unpack(bytes: Buffer): Promise<string[]> {
  const { openZip } = await import('../zip/index.ts');
  const archive = openZip(bytes, { entries: 100, totalBytes: 1e8 });
  const parts: string[] = [];
  for (const name of archive.names) {
    let text = '';
    for await (const piece of archive.read(name)) text += piece.toString('utf8');
    parts.push(text);
  }
  return parts;
}

describe('a table', () => {
  const columns = [
    { key: 'first', title: 'First Name', names: ['Given Name', 'Forename'], isRequired: true },
    { key: 'email', title: 'Email', names: ['Email address'], isRequired: true },
    { key: 'phone', title: 'Phone Number', names: [], isRequired: false },
  ] as const;
  const tableOf = async (bytes: Buffer) => {
    const rows = [];
    for await (const batch of readTable(bytes, columns)) rows.push(...batch);
    return rows;
  };

  test('titles in any order, case, spacing and with other names; a line above them; unknown columns are not read', async () => {
    const bytes = await write(
      [
        ['e-MAIL  Address', 'x', 'FORENAME'],
        ['a@b.c', 'ignored', '  Ada '],
        ['', 'only ignored', ''],
      ],
      ['Our school', 'List', '2024'],
    );
    expect(await tableOf(bytes)).toEqual([{ number: 3, values: { first: 'Ada', email: 'a@b.c' }, broken: [], odd: [] }]);
  });

  test('a column that is missing is named, with what is there', async () => {
    const failure = await tableOf(await write([['x', 'y']], ['First Name', 'Mail'])).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MissingColumnsError);
    expect(failure).toMatchObject({ missing: ['Email'], found: ['First Name', 'Mail'] });
  });

  test('a sheet without rows has nothing to read', async () => {
    expect(await tableOf(await makeWorkbook({ sheet: sheetOf() })).catch((error: { problem: string }) => error.problem)).toBe('no_rows');
  });
});
