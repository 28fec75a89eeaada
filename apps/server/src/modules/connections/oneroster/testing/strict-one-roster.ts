import { openZip } from '../../../../platform/zip/index.ts';

/** The valid content of a column. `refs`: ids that another file of the set contains, separated by commas. */
interface ColumnRule {
  isRequired?: true;
  form?: RegExp;
  refs?: string;
  /** The column of the same row that must hold equally many items. */
  asMany?: string;
}

const must: ColumnRule = { isRequired: true };
const may: ColumnRule = {};
/** A column that is empty in a bulk file. */
const blank: ColumnRule = { form: /^$/ };
const oneOf = (words: string): ColumnRule => ({ form: new RegExp(`^(?:${words})$`) });
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const day: ColumnRule = { form: DAY };
const number: ColumnRule = { form: /^-?\d+(?:\.\d+)?$/ };
const flag = oneOf('true|false');
const refs = (file: string): ColumnRule => ({ refs: file });
const needed = (rule: ColumnRule): ColumnRule => ({ ...rule, isRequired: true });
const record = { sourcedId: must, status: blank, dateLastModified: blank };
const subjects = { subjects: may, subjectCodes: { asMany: 'subjects' } };

/** The files and columns of the standard, in order. Source: OneRoster 1.2, CSV binding, section 4. */
const FILES: Readonly<Record<string, Readonly<Record<string, ColumnRule>>>> = {
  academicSessions: {
    ...record,
    ...{ title: must, type: needed(oneOf('gradingPeriod|semester|schoolYear|term')), startDate: needed(day), endDate: needed(day) },
    ...{ parentSourcedId: refs('academicSessions'), schoolYear: needed({ form: /^\d{4}$/ }) },
  },
  categories: { ...record, title: must, weight: { form: /^(?:100|\d{1,2})$/ } },
  classes: {
    ...record,
    ...{ title: must, grades: may, courseSourcedId: needed(refs('courses')), classCode: may, classType: needed(oneOf('homeroom|scheduled')), location: may },
    ...{ schoolSourcedId: needed(refs('orgs')), termSourcedIds: needed(refs('academicSessions')), ...subjects, periods: may },
  },
  courses: {
    ...record,
    ...{ schoolYearSourcedId: refs('academicSessions'), title: must, courseCode: may, grades: may, orgSourcedId: needed(refs('orgs')), ...subjects },
  },
  enrollments: {
    ...record,
    ...{ classSourcedId: needed(refs('classes')), schoolSourcedId: needed(refs('orgs')), userSourcedId: needed(refs('users')) },
    ...{ role: needed(oneOf('administrator|proctor|student|teacher')), primary: flag, beginDate: day, endDate: day },
  },
  lineItems: {
    ...record,
    ...{ title: must, description: may, assignDate: needed(day), dueDate: needed(day), classSourcedId: needed(refs('classes')) },
    ...{ categorySourcedId: needed(refs('categories')), academicSessionSourcedId: needed(refs('academicSessions')) },
    ...{ resultValueMin: number, resultValueMax: number, schoolSourcedId: needed(refs('orgs')) },
  },
  orgs: {
    ...record,
    ...{ name: must, type: needed(oneOf('department|school|district|local|state|national')), identifier: may, parentSourcedId: refs('orgs') },
  },
  results: {
    ...record,
    ...{ lineItemSourcedId: needed(refs('lineItems')), studentSourcedId: needed(refs('users')) },
    ...{ scoreStatus: needed(oneOf('exempt|fully graded|not submitted|partially graded|submitted')), score: number, scoreDate: needed(day) },
    ...{ comment: may, textScore: may, classSourcedId: refs('classes'), inProgress: flag, incomplete: flag, late: flag, missing: flag },
  },
  roles: {
    ...record,
    ...{ userSourcedId: needed(refs('users')), roleType: needed(oneOf('primary|secondary')) },
    ...{
      role: needed(
        oneOf('aide|counselor|districtAdministrator|guardian|parent|principal|proctor|relative|siteAdministrator|student|systemAdministrator|teacher'),
      ),
    },
    ...{ beginDate: day, endDate: day, orgSourcedId: needed(refs('orgs')), userProfileSourcedId: may },
  },
  users: {
    ...record,
    ...{ enabledUser: needed(flag), username: must, userIds: may, givenName: must, familyName: must, middleName: may, identifier: may },
    ...{ email: { form: /^[^\s@]+@[^\s@]+$/ }, sms: may, phone: may, agentSourcedIds: refs('users'), grades: may, password: may, userMasterIdentifier: may },
    ...{ preferredGivenName: may, preferredMiddleName: may, preferredFamilyName: may, primaryOrgSourcedId: refs('orgs'), pronouns: may },
  },
};

const listOf = (cell: string): string[] => (cell === '' ? [] : cell.split(',').map((part) => part.trim()));

/** Returns the rows of a table; any line break ends a row. */
function parseRows(text: string, file: string, faults: string[]): string[][] {
  const lines = text.split('\r\n');
  if (lines.pop() !== '') faults.push(`${file}: the last line does not end`);
  return lines.map((line, at) => {
    if (/[\r\n]/.test(line) || (line.match(/"/g)?.length ?? 0) % 2 === 1) faults.push(`${file}, line ${at + 1}: a line break inside a field`);
    return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare = '']) =>
      quoted === undefined ? bare : quoted.replaceAll('""', '"'),
    );
  });
}

/** Returns every table of an archive as rows of cells, titles first. */
export async function readTables(bytes: Buffer, faults: string[] = []): Promise<Map<string, string[][]>> {
  const zip = openZip(bytes, { entries: 50, totalBytes: 50_000_000 });
  const tables = new Map<string, string[][]>();
  for (const name of zip.names) {
    const pieces: Buffer[] = [];
    for await (const piece of zip.read(name)) pieces.push(piece);
    const known = Object.keys(FILES).find((file) => `${file}.csv`.toLowerCase() === name.toLowerCase());
    tables.set(known ? `${known}.csv` : name, parseRows(Buffer.concat(pieces).toString(), name, faults));
  }
  return tables;
}

/**
 * Reads an archive as strictly as the standard allows and returns every error: files missing from the manifest or from
 * the archive, wrong columns, required and damaged fields, repeated ids, and broken references.
 */
export async function findOneRosterFaults(bytes: Buffer): Promise<string[]> {
  const faults: string[] = [];
  const tables = await readTables(bytes, faults);
  const manifest = new Map((tables.get('manifest.csv') ?? []).map(([name = '', value = '']) => [name, value]));
  if (manifest.get('manifest.version') !== '1.0' || manifest.get('oneroster.version') !== '1.2') faults.push('manifest.csv: the versions');
  for (const name of Object.keys(FILES)) if (!tables.has(`${name}.csv`)) faults.push(`${name}.csv is missing`);
  for (const [name, mode] of manifest) {
    const file = /^file\.(\w+)$/.exec(name)?.[1];
    if (file !== undefined && (mode === 'absent') === [...tables.keys()].includes(`${file}.csv`)) faults.push(`manifest.csv: ${file} is ${mode}`);
  }
  const idsOf = new Map(
    [...tables].map(([name, [titles = [], ...rows]]) => [name.replace('.csv', ''), rows.map((row) => row[titles.indexOf('sourcedId')] ?? '')]),
  );
  for (const [name, [titles = [], ...rows]] of tables) {
    if (name === 'manifest.csv') continue;
    const file = name.replace('.csv', '');
    const rules = FILES[file];
    if (!rules || !manifest.has(`file.${file}`)) {
      faults.push(`${name} is not a file of the format or of the manifest`);
      continue;
    }
    if (titles.join() !== Object.keys(rules).join()) faults.push(`${name}: the columns are ${titles.join()}`);
    const ids = idsOf.get(file) ?? [];
    if (new Set(ids).size < ids.length) faults.push(`${name}: ids are repeated`);
    for (const [at, row] of rows.entries()) {
      if (row.length !== titles.length) faults.push(`${name}, line ${at + 2}: ${row.length} cells`);
      for (const [title, rule] of Object.entries(rules)) {
        const cell = row[titles.indexOf(title)] ?? '';
        const isWrong =
          (cell === '' && rule.isRequired) ||
          (cell !== '' && rule.form && !rule.form.test(cell)) ||
          (rule.asMany && listOf(cell).length !== listOf(row[titles.indexOf(rule.asMany)] ?? '').length) ||
          (rule.refs && listOf(cell).some((id) => !idsOf.get(rule.refs as string)?.includes(id)));
        if (isWrong) faults.push(`${name}, line ${at + 2}, ${title}: ${cell}`);
      }
    }
  }
  const withRoles = new Set((tables.get('roles.csv') ?? []).map((row) => row[3]));
  for (const id of idsOf.get('users') ?? []) if (!withRoles.has(id)) faults.push(`roles.csv: ${id} has none`);
  return faults;
}
