import { writeWorkbook } from '../../../../platform/spreadsheets/index.ts';

export const TITLES = ['First Name', 'Last Name', 'Email', 'Phone Number', 'School', 'Account Type', 'Role'];

/** Writes an .xlsx file with these rows under these titles. */
export async function peopleBook(rows: Iterable<readonly string[]>, titles: readonly string[] = TITLES): Promise<Buffer> {
  const pieces = await writeWorkbook([{ name: 'People', columns: titles.map((title) => ({ title, width: 20 })), rows }]).toArray();
  return Buffer.concat(pieces as Buffer[]);
}

/** Yields this many students of a school, each different. */
export function* manyStudents(count: number, school: string, from = 0): Generator<string[]> {
  for (let number = from; number < from + count; number += 1)
    yield [`First${number % 997}`, `Last ${number}`, `student${number}@many.test`, `555${number}`, school, 'Student', ''];
}
