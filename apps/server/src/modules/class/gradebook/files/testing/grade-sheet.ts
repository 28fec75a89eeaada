import { type CellValue, writeWorkbook } from '../../../../../platform/spreadsheets/index.ts';

/** Creates an .xlsx file with these rows. The first has the titles. */
export async function gradeSheet(rows: readonly (readonly CellValue[])[]): Promise<Buffer> {
  const [titles = [], ...others] = rows;
  const columns = titles.map((title) => ({ title: String(title), width: 12, takesNumbers: true }));
  return Buffer.concat((await writeWorkbook([{ name: 'Grades', columns, heads: [titles], rows: others }]).toArray()) as Buffer[]);
}
