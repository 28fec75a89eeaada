import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { flag, number, text } from '../core/list-fields.ts';
import { defineReferenceList, endpointsOf } from '../core/reference-list.ts';
import { en, type MessageKey } from '../messages/en.ts';
import { asMessage, createTranslate } from '../messages/translate.ts';
import { GROUP_COLOURS, GROUP_STYLES, type levels, markingPeriods, referenceLists, type standards } from './index.ts';
import type { CallArguments, CallResult } from '../core/endpoint.ts';

const keysOf = (list: (typeof referenceLists)[number]): string[] => [
  ...Object.values(list.title),
  ...list.columns.map(({ label }) => label),
  ...Object.values(list.fields).flatMap(({ label, hint }) => (hint ? [label, hint] : [label])),
  list.unique.message,
];

describe.each(referenceLists.map((list) => [list.name, list] as const))('%s', (_name, list) => {
  test('has its words in the catalogue', () => {
    expect(keysOf(list).filter((key) => !(key in en))).toEqual([]);
  });
  test('names its calls after itself and keeps them in one place', () => {
    expect(endpointsOf(list).map(({ name }) => name.split('.')[0])).toEqual(endpointsOf(list).map(() => list.name));
    const places = ['', '/blocks', '/:id', '/:id/restore', '/:id/purge', '/many', '/delete-many', '/restore-many', '/copy-many'].map(
      (place) => `${list.path}${place}`,
    );
    expect(endpointsOf(list).every(({ path }) => places.includes(path))).toBe(true);
  });
});

const VALUES = { date: ['2026-01-31', '2026-02-01'], time: ['08:05', '08:06'] } as const;

test.each(referenceLists.flatMap((list) => (list.ordered ?? []).map(([first, second]) => [list.name, first, second, list] as const)))(
  '[B2976] of %s, %s comes before %s: a pair that is equal or turned around is refused at its second field, and half a pair is not',
  (_name, first, second, list) => {
    const { kind } = (list.fields as Record<string, { kind: string }>)[first]!;
    const [low, high] = VALUES[kind as keyof typeof VALUES];
    const refusalOf = (from: string | null, to: string | null): string[] =>
      [list.endpoints.create, list.endpoints.update].flatMap((endpoint) => {
        const { error } = (endpoint.body as z.ZodType).safeParse({ name: 'Autumn', school_id: 4, active: true, [first]: from, [second]: to });
        return (error?.issues ?? []).flatMap(({ code, path, message }) => (code === 'custom' && path[0] === second ? [message] : []));
      });
    expect(refusalOf(low, high)).toEqual([]);
    expect(refusalOf(low, low)).toEqual([expect.stringContaining('endEqualsStart'), expect.stringContaining('endEqualsStart')]);
    expect(refusalOf(high, low)).toEqual([expect.stringContaining('endBeforeStart'), expect.stringContaining('endBeforeStart')]);
    for (const half of [refusalOf(high, null), refusalOf(null, low)]) expect(half).toEqual([]);
  },
);

test('no two lists share a name, a path, a screen or a table', () => {
  for (const key of ['name', 'path', 'table'] as const) expect(new Set(referenceLists.map((list) => list[key])).size).toBe(referenceLists.length);
  const routes = referenceLists.flatMap(({ route }) => route ?? []);
  expect(new Set(routes).size).toBe(routes.length);
});

test('[K036] [K049] [K051] [L027–L033] [L037–L042] [L052–L059] [L477–L508] [L516] [L517] [Q013–Q024] [Q445–Q468] every list of the specification is there, at its path and its screen', () => {
  const places = Object.fromEntries(referenceLists.map(({ path, route }) => [path, route]));
  expect(places).toMatchObject({
    '/question_type': 'question-types',
    '/levels': 'levels',
    '/requested/classes': 'requested-classes',
    '/standard': 'standard',
    '/groups': 'groups',
    '/protocols': 'protocols',
    '/schools': 'schools',
    '/periods': 'periods',
    '/assessment/periods': 'assessment-periods',
    '/question/subjects': 'question-subjects',
    '/question/cycles': 'question-cycles',
    '/question/grades': 'question-grades',
    '/roles': 'roles',
    '/actions': 'actions',
    '/policy': 'policy',
    '/resources': 'resources',
    '/resource-policy': 'resource-policy',
    '/account-roles': 'account-roles',
    '/censorship/levels': 'censorship-level',
    '/censorship/word/lists': 'censorship-word-list',
    '/account-types': null,
  });
});

/** The specified columns between SL and Actions, written by hand. */
const COLUMNS: Record<string, string[]> = {
  questionType: ['Name', 'Description'],
  questionGrade: ['Name', 'Description'],
  questionSubject: ['Name', 'Description'],
  questionCluster: ['Name', 'Description'],
  level: ['Name'],
  standard: ['Name', 'Description', 'Level'],
  group: ['Name', 'Color', 'Style', 'Active'],
  protocol: ['Name'],
  school: ['School Name', 'City', 'State', 'Zip', 'District', 'Contact Name', 'Phone', 'Address', 'Domain'],
  markingPeriod: ['Name', 'Schools', 'Start Date', 'End Date', 'Active'],
  assessmentPeriod: ['Name', 'Start time', 'End time'],
  requestedClass: ['Name', 'Subject', 'Section', 'Room', 'Level', 'Account', 'Created at'],
  role: ['Name'],
  action: ['Name'],
  policy: ['Name', 'Role', 'Action'],
  resource: ['Name', 'URL'],
  resourcePolicy: ['Resource', 'Policy', 'Active'],
  accountRole: ['Account', 'Email', 'Role', 'Active'],
  censorshipLevel: ['Name'],
  censorshipWord: ['Name', 'Level', 'Replace with', 'Active'],
  invitationGroup: ['Name'],
};

/** The specified fields of an entity, written by hand. */
const ENTITIES: Record<string, string[]> = {
  questionType: ['id', 'name', 'description'],
  questionCluster: ['id', 'name', 'description'],
  level: ['id', 'name'],
  markingPeriod: ['period_id', 'name', 'school_id', 'account_id', 'start_date', 'end_date', 'active'],
  requestedClass: ['id', 'name', 'subject', 'section', 'room', 'level_id', 'level_name', 'account_name', 'account_id', 'created_at'],
  school: ['id', 'school_name'],
  accountType: ['id', 'name'],
  role: ['id', 'name'],
  action: ['id', 'name'],
  policy: ['id', 'name', 'role_id', 'action_id', 'description'],
  resource: ['id', 'name', 'res_url', 'description'],
  resourcePolicy: ['id', 'resource_id', 'policy_id', 'is_active'],
  accountRole: ['id', 'account_id', 'role_id', 'is_active'],
  censorshipLevel: ['id', 'name'],
  censorshipWord: ['id', 'name', 'censorship_id', 'replace_with', 'is_active'],
  invitationGroup: ['id', 'name', 'accounts'],
};
const listNamed = (name: string) => referenceLists.find((list) => list.name === name) as (typeof referenceLists)[number];

test.each(Object.entries(COLUMNS))('[Q094] [Q097] [Q107–Q111] [Q113–Q115] [Q117] [Q091] [Q100] [L151–L158] %s shows the specified columns', (name, titles) => {
  const t = createTranslate(en);
  const list = listNamed(name);
  // A list that schools may keep their own rows of also says whose a row is, where there are several schools.
  const whose = list.perSchool ? ['School'] : [];
  expect(list.columns.map(({ label }) => t(label as MessageKey))).toEqual([...titles, ...whose]);
});

test.each(Object.entries(ENTITIES))('[K214] [L216] [L217] [Q181–Q190] [L204–L211] rows of %s carry the specified fields', (name, fields) => {
  expect(Object.keys(listNamed(name).row.shape)).toEqual(expect.arrayContaining(fields));
});

test('colours and patterns have words', () => {
  for (const name of GROUP_COLOURS) expect(en).toHaveProperty([`list.colour.${name}`]);
  for (const name of GROUP_STYLES) expect(en).toHaveProperty([`list.style.${name}`]);
});

test('what a table shows follows from the fields, and how', () => {
  expect(markingPeriods.columns.map(({ key, show }) => [key, show])).toEqual([
    ['name', 'text'],
    ['schools', 'names'],
    ['start_date', 'date'],
    ['end_date', 'date'],
    ['active', 'yesNo'],
  ]);
  expect(markingPeriods.known.map(({ key }) => key)).toEqual(expect.arrayContaining(['account_name', 'created_at', 'updated_at']));
});

describe('a definition that contradicts itself does not start', () => {
  const base = {
    name: 'x',
    noun: 'x',
    path: '/x',
    route: null,
    table: 'x',
    isShared: true,
    title: { one: 'x', many: 'x', about: 'x' },
    resource: 'x',
    read: 'view',
    fields: { name: text({ label: 'list.field.name' }) },
    deletion: 'erase',
  } as const;
  test.each([
    ['a column that is not there', { columns: ['nick'] }],
    ['a search in it', { search: ['nick'] }],
    ['an order by it', { sort: { by: 'nick', direction: 'asc' } }],
    ['a name that is not there', { naming: 'nick' }],
    ['a unique field that is not there', { unique: { field: 'nick', message: 'list.taken' } }],
    ['an order of fields that are not there', { ordered: [['name', 'nick']] }],
  ])('%s', (_case, wrong) => {
    expect(() => defineReferenceList({ ...base, ...wrong } as never)).toThrow(/has no (?:column|field) nick/);
  });
});

test('what a call takes and answers is typed by the definition', () => {
  type Level = CallResult<typeof levels.endpoints.list>['data'][number];
  const everySchool = { school_id: null, school_name: null, replaces_id: null };
  const level: Level = { id: 1, name: 'Grade 9', ...everySchool, created_at: '', updated_at: '' };
  type NewStandard = CallArguments<typeof standards.endpoints.create>['body'];
  const body: NewStandard = { name: 'PH-1', description: 'Forces', level_id: level.id };
  type Changed = CallResult<typeof standards.endpoints.update>;
  const changed: Pick<Changed, 'data' | 'standard'> = {
    data: { id: 1, ...body, level_name: 'Grade 9', level_id: 1, ...everySchool, created_at: '', updated_at: '' },
    standard: { id: 1, name: '', description: '', level_id: null, level_name: null, ...everySchool, created_at: '', updated_at: '' },
  };
  // @ts-expect-error a list has no such field
  const wrong: NewStandard = { name: 'PH-1', description: 'Forces', level_id: 1, colour: 'red' };
  const own = defineReferenceList({
    name: 'y',
    noun: 'y',
    path: '/y',
    route: null,
    table: 'y',
    isShared: true,
    title: { one: 'y', many: 'y', about: 'y' },
    resource: 'y',
    read: 'view',
    deletion: 'erase',
    idAlias: 'y_id',
    fields: { name: text({ label: 'l', optional: true }), size: number({ label: 'l', min: 0, max: 9 }), is_on: flag({ label: 'l', initial: true }) },
  });
  type Own = CallArguments<typeof own.endpoints.create>['body'];
  const least: Own = { size: 3 };
  const row: CallResult<typeof own.endpoints.get>['y'] = { id: 1, y_id: 1, name: '', size: 3, is_on: true, created_at: '', updated_at: '' };
  expect([changed.data.level_name, wrong.name, least.size, row.y_id]).toEqual(['Grade 9', 'PH-1', 3, 1]);
});

test('a label that is a text of the catalogue is said in the school’s words', () => {
  const t = createTranslate(en, { 'list.field.level': 'Year' });
  expect(t('validation.required', { label: asMessage('list.field.level') })).toBe('Year is required');
  expect(t('list.created', { thing: asMessage('list.level') })).toBe('Level Created Successfully');
  expect(t('list.created', { thing: asMessage('no.such.key') })).toBe('no.such.key Created Successfully');
});
