import { makeWorkbook } from '@classwright/server/platform/spreadsheets/testing/make-workbook';
import { type Attack, call, keepBusy } from './attack.ts';

const SHEET = `<worksheet><sheetData><row x="${'>'.repeat(30_000)}"><c r="A1" t="inlineStr"><is><t>Title</t></is></c></row></sheetData></worksheet>`;
const DEEP = `::Deep:: ${'<b><i>'.repeat(20_000)}text {=yes ~no}`;
const MATH = `::Math:: ${'\\\\('.repeat(50_000)} {=yes ~no}`;

export default {
  title: 'an administrator imports hostile files of a few hundred KB, 2 at a time',
  async run(world, signal) {
    const { token } = world.admin;
    const book = await makeWorkbook({ sheet: SHEET });
    const imports = [
      { path: '/api/import/account', file: { field: 'file', name: 'accounts.xlsx', bytes: book } },
      { path: '/api/import/questions', file: { field: 'file', name: 'deep.gift', bytes: Buffer.from(DEEP) } },
      { path: '/api/import/questions', file: { field: 'file', name: 'math.gift', bytes: Buffer.from(MATH) } },
    ];
    await keepBusy(2, signal, (index) => {
      const { path, file } = imports[index % imports.length]!;
      return call(world, { path, token, files: [file] }, signal);
    });
  },
} satisfies Attack;
