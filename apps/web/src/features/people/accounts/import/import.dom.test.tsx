import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../../testing/open-screen.tsx';
import { failure, scriptFetch, success, type Reply } from '../../../../testing/scripted-fetch.ts';
import type { Import } from '../calls.ts';
import { AccountsScreen } from '../index.ts';
import { account } from '../testing/account.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const named = (id: number, name: string) =>
  account(id, { first_name: name, last_name: 'Ek', full_name: `${name} Ek`, email: `${name.toLowerCase()}@school.test`, has_password: false });
const preview: Import = {
  id: 8,
  kind: 'account',
  file_name: 'people.xlsx',
  status: 'preview',
  total_rows: 3,
  done_rows: 0,
  created_count: 2,
  existing_count: 0,
  error_count: 1,
  note_count: 0,
  created_at: '2026-11-20T10:00:00.000Z',
  finished_at: null,
  message: '2 new, 0 already exist, 1 with errors',
  take_back: null,
  can_take_back: false,
  take_back_until: '2026-12-20T10:00:00.000Z',
};
const finished: Import = { ...preview, status: 'finished', done_rows: 3, finished_at: '2026-11-20T10:01:00.000Z', message: 'Import Completed with 1 errors' };
const problem = { column: 'email', column_title: 'Email', value: 'bo', message: 'Write an email address like name@school.org.' };
const lakeside = {
  kind: 'error',
  column: 'school',
  column_title: 'School',
  code: 'school',
  value: 'Rowen Bridge',
  message: 'There is no school with this name. Choose one of: Rowan Bridge School.',
  row_count: 12,
  is_same: true,
  first_row: 2,
  first_rows: [
    { row: 2, name: 'Ada Ek' },
    { row: 3, name: 'نور' },
  ],
  is_resolvable: true,
  can_create: true,
  suggestions: [{ id: 2, name: 'Rowan Bridge School' }],
};
const mails = {
  ...lakeside,
  column: 'email',
  column_title: 'Email',
  code: 'email',
  value: null,
  message: problem.message,
  row_count: 1,
  is_resolvable: false,
  can_create: false,
  suggestions: [],
};
const choices = {
  school: [
    { id: 2, name: 'Rowan Bridge School' },
    { id: 3, name: '北校' },
  ],
  account_type: [{ id: 3, name: 'Student' }],
  role: [],
};
const found = (data: readonly object[]) => success({ data, total: data.length, choices });
const rows = [
  {
    row: 2,
    outcome: 'create',
    cells: { first_name: 'Ada', last_name: 'Ek', email: 'ada@school.test' },
    account_id: 11,
    makes_admin: false,
    problems: [],
    notes: [],
    stays: null,
  },
  {
    row: 3,
    outcome: 'error',
    cells: { first_name: 'Bo', last_name: 'Ek', email: 'bo' },
    account_id: null,
    makes_admin: false,
    problems: [problem],
    notes: [],
    stays: null,
  },
  {
    row: 4,
    outcome: 'create',
    cells: { first_name: 'Cy', last_name: 'Ek', email: 'cy@school.test' },
    account_id: 12,
    makes_admin: false,
    problems: [],
    notes: [],
    stays: null,
  },
];

type Answers = Parameters<typeof scriptFetch>[0];
const answers = (more: Answers = {}): Answers => ({
  'GET /accounts': pageOf([named(1, 'Zoe')]),
  'GET /account-types': pageOf([]),
  'GET /roles': pageOf([]),
  'GET /auth/me': failure(503, 'UNAVAILABLE'),
  'POST /import/account': success({ import: preview, accounts: [], message: preview.message }),
  'GET /import/jobs/8/rows': ({ query }) => pageOf(rows.filter(({ outcome }) => !query.get('outcome') || outcome === query.get('outcome'))),
  ...more,
});

const book = (name = 'people.xlsx', size = 20) => new File([new Uint8Array(size)], name);

async function open(more: Answers = {}) {
  const calls = scriptFetch(answers(more));
  openScreen(AccountsScreen, { address: '/accounts?import=true', rights: ['accounts:view', 'accounts:create', 'sign-in-cards:create'] });
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Accounts' }));
  const choose = (file: File) => fireEvent.change(dialog.getByLabelText('Spreadsheet (.xlsx or .csv)'), { target: { files: [file] } });
  return { calls, dialog, choose, posted: () => calls.filter(({ method, path }) => method === 'POST' && path.startsWith('/import')) };
}
const press = async (dialog: ReturnType<typeof within>, name: string) => userEvent.click(dialog.getByRole('button', { name }));

describe('choosing a file', () => {
  test('[L345] [L346] without one, with another kind, with an empty or a huge one: said at the field, nothing is sent', async () => {
    const { dialog, choose, posted } = await open();
    const field = dialog.getByLabelText('Spreadsheet (.xlsx or .csv)');
    expect(field.getAttribute('accept')).toContain('.xlsx');
    await press(dialog, 'Import');
    await dialog.findByText('Select a valid xlsx file');
    expect(document.activeElement).toBe(field);
    for (const [file, words] of [
      [book('people.ods'), /This is another kind of file/],
      [book('people.xlsx', 0), /This one is empty/],
      [Object.defineProperty(book(), 'size', { value: 10 * 1024 * 1024 + 1 }), /much larger than a list of people/],
    ] as const) {
      choose(file);
      await dialog.findByText(words);
    }
    expect(posted()).toEqual([]);
  });

  test.each([
    [
      'what the server finds wrong with it stands at the field',
      failure(422, 'VALIDATION_FAILED', { errors: { file: ['This one is damaged.'] } }),
      'This one is damaged.',
    ],
    ['a failure is said, and the dialog stays', 'offline' as Reply, /There is no connection/],
  ])('[L540] %s', async (_what, reply, words) => {
    const { dialog, choose } = await open({ 'POST /import/account': reply });
    choose(book());
    await dialog.findByText(words);
    expect(screen.getByRole('dialog', { name: 'Import Accounts' })).toBeTruthy();
  });

  test('[B038] another file while the first is read: the first question is cancelled and its answer shown nowhere', async () => {
    let asked = 0;
    const { dialog, choose, posted } = await open({
      'POST /import/account': () => {
        asked += 1;
        return asked === 1 ? 'never' : success({ import: { ...preview, file_name: 'second.xlsx' }, accounts: [], message: '' });
      },
    });
    choose(book('first.xlsx'));
    await dialog.findByText('Reading the file');
    choose(book('second.xlsx'));
    await dialog.findByText('second.xlsx');
    expect(posted()[0]?.signal.aborted).toBe(true);
    expect(dialog.queryByText('Reading the file')).toBeNull();
  });
});

test('row by row what will happen: errors first, with column, value and remedy; the others on demand; nothing done yet', async () => {
  const { dialog, choose, posted } = await open();
  choose(book());
  await dialog.findByText('2 new, 0 already exist, 1 with errors');
  const row = await dialog.findByRole('row', { name: /Bo Ek/ });
  expect(row.textContent).toContain('3');
  expect(row.textContent).toContain('Email bo Write an email address like name@school.org.');
  expect(dialog.getAllByRole('row')).toHaveLength(2);
  await userEvent.selectOptions(dialog.getByLabelText('What will happen'), 'All rows');
  await waitFor(() => expect(dialog.getAllByRole('row')).toHaveLength(4));
  expect(posted()).toHaveLength(1);
});

test('[L301] [L308] [L546] importing the good rows: said with its number of errors, the new people stand in the list', async () => {
  const answer = Promise.withResolvers<Reply>();
  const { calls, dialog, choose } = await open({ 'POST /import/jobs/8/apply': () => answer.promise });
  choose(book());
  await userEvent.click(await dialog.findByLabelText(/^Import the rows without errors/));
  await press(dialog, 'Import');
  const button = await dialog.findByRole('button', { name: 'Importing...' });
  expect(button.closest('form')?.querySelector('fieldset')?.disabled).toBe(true);
  answer.resolve(success({ import: finished, accounts: [named(11, 'Ada'), named(12, 'Cy')], message: finished.message }));
  await dialog.findByText('Import Completed with 1 errors');
  expect(calls.find(({ path }) => path === '/import/jobs/8/apply')?.body).toEqual({ partial: true, send_links: false });
  expect(dialog.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const name of [/Ada Ek/, /Cy Ek/, /Zoe Ek/]) expect(screen.getByRole('row', { name })).toBeTruthy();
});

test('[L540] refused because of its errors: the words stand at the field, the preview stays, and the good rows can still be chosen', async () => {
  let tries = 0;
  const { dialog, choose } = await open({
    'POST /import/jobs/8/apply': () => {
      tries += 1;
      return tries === 1
        ? failure(422, 'IMPORT_REFUSED', { errors: { file: ['1 of 3 rows have errors. Nothing was imported.'] } })
        : success({ import: finished, accounts: [], message: finished.message });
    },
  });
  choose(book());
  await dialog.findByRole('row', { name: /Bo Ek/ });
  await press(dialog, 'Import');
  await dialog.findByText('1 of 3 rows have errors. Nothing was imported.');
  expect(dialog.getByRole('row', { name: /Bo Ek/ })).toBeTruthy();
  await userEvent.click(dialog.getByLabelText(/^Import the rows without errors/));
  await press(dialog, 'Import');
  await dialog.findByText('Import Completed with 1 errors');
});

describe('a long import, done as a job', () => {
  const running: Import = { ...preview, status: 'running', total_rows: 2000, done_rows: 500, error_count: 0, message: null };

  test('[B037] is followed to its end, with how far it is, though looks fail in between; the form is disabled all the while', async () => {
    const looks: Reply[] = [success({ import: running, accounts: [] }), 'offline', success({ import: finished, accounts: [named(11, 'Ada')] })];
    const { dialog, choose } = await open({
      'POST /import/jobs/8/apply': success({ import: { ...running, status: 'waiting', total_rows: 0, done_rows: 0 }, accounts: [], message: '' }),
      'GET /import/jobs/8': () => looks.shift() ?? failure(500, 'INTERNAL'),
    });
    choose(book());
    await dialog.findByText('people.xlsx');
    await press(dialog, 'Import');
    await dialog.findByText('500 of 2,000 rows');
    expect(dialog.getByRole('progressbar')).toMatchObject({ value: 500, max: 2000 });
    expect(dialog.getByRole('button', { name: 'Importing...' })).toBeTruthy();
    await dialog.findByText('Import Completed with 1 errors');
    await dialog.findByRole('button', { name: 'Print sign-in cards' });
  });

  test('that was refused can be tried again with the good rows alone, and is followed anew', async () => {
    const looks: Import[] = [{ ...running, status: 'refused', error_count: 1, message: 'Nothing was imported: 1 of 2000 rows has errors.' }, running, finished];
    let applied = 0;
    const { dialog, choose } = await open({
      'POST /import/jobs/8/apply': () => {
        applied += 1;
        return success({ import: { ...running, status: 'waiting' }, accounts: [], message: '' });
      },
      'GET /import/jobs/8': () => success({ import: looks.shift() ?? finished, accounts: [] }),
    });
    choose(book());
    await dialog.findByText('people.xlsx');
    await press(dialog, 'Import');
    await dialog.findByText('Nothing was imported: 1 of 2000 rows has errors.');
    await userEvent.click(dialog.getByLabelText(/^Import the rows without errors/));
    await press(dialog, 'Import');
    await dialog.findByText('Import Completed with 1 errors');
    expect([applied, looks]).toEqual([2, []]);
  });

  test('[B037] when no answer comes to Import itself, it looks whether it has begun', async () => {
    const { dialog, choose } = await open({ 'POST /import/jobs/8/apply': 'offline', 'GET /import/jobs/8': success({ import: finished, accounts: [] }) });
    choose(book());
    await dialog.findByText('people.xlsx');
    await press(dialog, 'Import');
    await dialog.findByText('Import Completed with 1 errors');
  });

  test('that the server could not finish says so, and another file can be chosen', async () => {
    const { dialog, choose } = await open({
      'POST /import/jobs/8/apply': success({
        import: { ...running, status: 'failed', created_count: 0, message: 'Nothing of it was kept.' },
        accounts: [],
        message: '',
      }),
    });
    choose(book());
    await dialog.findByText('people.xlsx');
    await press(dialog, 'Import');
    expect((await dialog.findByText(/Nothing of it was kept/)).closest('[role="alert"]')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Print sign-in cards' })).toBeNull();
    await press(dialog, 'Import another file');
    await dialog.findByLabelText('Spreadsheet (.xlsx or .csv)');
  });
});

test('[L520] [L521] errors and template open in a new window by a code that counts once, never by the token', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue({ opener: 'x' } as unknown as Window);
  const { calls, dialog, choose } = await open({ 'POST /hand-off': success({ code: 'one-time', expires_in: 60 }) });
  await press(dialog, 'Download Account Import Template');
  await waitFor(() => expect(opened).toHaveBeenLastCalledWith('/api/import/account/download?code=one-time', '_blank'));
  choose(book());
  await dialog.findByRole('row', { name: /Bo Ek/ });
  await press(dialog, 'Download the errors');
  await waitFor(() => expect(opened).toHaveBeenLastCalledWith('/api/import/jobs/8/errors?code=one-time', '_blank'));
  expect(calls.filter(({ path }) => path === '/hand-off').map(({ body }) => body)).toEqual([
    { target: '/api/import/account/download' },
    { target: '/api/import/jobs/8/errors' },
  ]);
});

test('[B225] [L522] cards for everybody whom the import has made, however many: fetched by pages, made a class’s worth at a time', async () => {
  const people = Array.from({ length: 450 }, (_, index) => 1000 + index);
  const asked: number[] = [];
  const { dialog, choose } = await open({
    'POST /import/jobs/8/apply': success({ import: finished, accounts: [named(11, 'Ada')], message: '' }),
    'GET /import/jobs/8/rows': ({ query }) => {
      if (query.get('outcome') !== 'create' || query.get('per_page') !== '200') return pageOf(rows);
      const page = Number(query.get('page'));
      const data = people.slice((page - 1) * 200, page * 200).map((id) => ({ ...rows[0], row: id, account_id: id }));
      return pageOf(data, { total: 450, last_page: 3, current_page: page });
    },
    'POST /sign-in-cards': ({ body }) => {
      const ids = (body as { account_ids: number[] }).account_ids;
      asked.push(ids.length);
      const cards = ids.map((id) => ({
        account_id: id,
        first_name: 'P',
        last_name: String(id),
        email: `${id}@x.test`,
        kind: 'once',
        secret: `code-${id}`,
        place: '',
      }));
      return success({
        cards,
        school_name: 'Rowan',
        address: 'https://school.test',
        time_zone: 'UTC',
        expires_at: '2026-12-20T10:00:00.000Z',
        message: `${cards.length} cards made.`,
      });
    },
  });
  choose(book());
  await dialog.findByText('people.xlsx');
  await press(dialog, 'Import');
  await userEvent.click(await dialog.findByRole('button', { name: 'Print sign-in cards' }));
  const cards = within(await screen.findByRole('dialog', { name: 'Sign-in cards' }));
  await userEvent.click(cards.getByRole('button', { name: 'Make cards' }));
  await cards.findByText('450 cards');
  expect(asked).toEqual([200, 200, 50]);
  expect(cards.getAllByRole('listitem')).toHaveLength(450);
  expect(cards.getByText('code-1449')).toBeTruthy();
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  await userEvent.click(cards.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('each row says which school, type and role it gets, and one that makes an administrator stands out, with why', async () => {
  const why = {
    column: 'role',
    column_title: 'Role',
    code: 'makesAdmin',
    value: 'Admin',
    message: 'This person becomes an administrator of the whole installation.',
  };
  const cells = { first_name: 'Ada', last_name: 'Ek', email: 'ada@school.test', school: 'Rowan Bridge School', account_type: 'Admin', role: 'Admin' };
  const chief = { ...rows[0], account_id: null, makes_admin: true, cells, notes: [why] };
  const { dialog, choose } = await open({
    'POST /import/account': success({ import: { ...preview, total_rows: 1, created_count: 1, error_count: 0, note_count: 1 }, accounts: [], message: '' }),
    'GET /import/jobs/8/rows': pageOf([chief]),
  });
  choose(book());
  const row = (await dialog.findByText('Ada Ek')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Administrator')).toBeTruthy();
  expect(row.textContent).toContain('Rowan Bridge School · Admin · Admin');
  expect(row.textContent).toContain('This person becomes an administrator of the whole installation.');
});

describe('[B298] what mends many rows at once', () => {
  const withProblems = (more: Answers = {}): Answers => ({ 'GET /import/jobs/8/problems': found([lakeside, mails]), ...more });
  const groupOf = async (dialog: ReturnType<typeof within>, name: RegExp) => within(await dialog.findByRole('group', { name }));

  test('each kind of error once, with how many rows have it and the likeliest meaning at hand; one press mends all of them', async () => {
    let asked = 0;
    const { calls, dialog, choose } = await open(
      withProblems({
        'GET /import/jobs/8/problems': () => found(asked === 0 ? [lakeside, mails] : [mails]),
        'POST /import/jobs/8/resolve': () => {
          asked += 1;
          return success({ import: { ...preview, created_count: 14, message: '14 new, 0 already exist, 1 with errors' }, accounts: [], message: '' });
        },
      }),
    );
    choose(book());
    const group = await groupOf(dialog, /12 rows School “Rowen Bridge” No school has this name. Did you mean “Rowan Bridge School”/);
    expect((group.getByLabelText('Meaning') as HTMLSelectElement).value).toBe('2');
    await userEvent.click(group.getByRole('button', { name: 'Use Rowan Bridge School for all 12' }));
    await dialog.findByText('14 new, 0 already exist, 1 with errors');
    const resolution = { column: 'school', value: 'Rowen Bridge', to: 2 };
    expect(calls.find(({ path }) => path === '/import/jobs/8/resolve')?.body).toEqual({ resolutions: [resolution] });
    await waitFor(() => expect(dialog.queryByRole('group', { name: /Rowen Bridge/ })).toBeNull());
    expect(document.activeElement).toBe(dialog.getByRole('heading', { name: 'What to fix' }));
    expect(within(dialog.getByRole('list', { name: 'Your choices' })).getByText(/is Rowan Bridge School/)).toBeTruthy();

    await press(dialog, 'Undo');
    await waitFor(() => expect(calls.filter(({ path }) => path === '/import/jobs/8/resolve').at(-1)?.body).toEqual({ resolutions: [] }));
    await waitFor(() => expect(dialog.queryByRole('list', { name: 'Your choices' })).toBeNull());
  });

  test('another meaning, or a new school', async () => {
    const { calls, dialog, choose } = await open(withProblems({ 'POST /import/jobs/8/resolve': success({ import: preview, accounts: [], message: '' }) }));
    choose(book());
    const group = await groupOf(dialog, /Rowen Bridge/);
    await userEvent.selectOptions(group.getByLabelText('Meaning'), '北校');
    expect(group.getByRole('button', { name: 'Use 北校 for all 12' })).toBeTruthy();
    await userEvent.click(group.getByRole('button', { name: 'Create the school “Rowen Bridge”' }));
    await dialog.findByText(/is a new school, created by the import/);
    expect(calls.find(({ path }) => path === '/import/jobs/8/resolve')?.body).toEqual({
      resolutions: [{ column: 'school', value: 'Rowen Bridge', to: 'create' }],
    });
  });

  test('a refusal is said, and what stood there stays', async () => {
    const { dialog, choose } = await open(withProblems({ 'POST /import/jobs/8/resolve': 'offline' }));
    choose(book());
    const group = await groupOf(dialog, /Rowen Bridge/);
    await userEvent.click(group.getByRole('button', { name: /^Use Rowan/ }));
    await dialog.findByText(/There is no connection/);
    expect(dialog.queryByRole('list', { name: 'Your choices' })).toBeNull();
    expect(dialog.getByRole('group', { name: /Rowen Bridge/ })).toBeTruthy();
  });

  test('the rows of one kind, and all again', async () => {
    const { calls, dialog, choose } = await open(withProblems());
    choose(book());
    const group = await groupOf(dialog, /1 row Email/);
    expect(group.queryByLabelText('Meaning')).toBeNull();
    await userEvent.click(group.getByRole('button', { name: 'Show the rows' }));
    await dialog.findByText('Only rows with this: Email');
    const last = () => Object.fromEntries(calls.findLast(({ path }) => path === '/import/jobs/8/rows')?.query ?? []);
    await waitFor(() => expect(last()).toMatchObject({ column: 'email', code: 'email', page: '1' }));
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Show all rows' }));
    await press(dialog, 'Show all rows');
    expect(dialog.getByLabelText('What will happen')).toBeTruthy();
  });

  test('of many kinds the first five, the others on demand; those beyond are in the download', async () => {
    const many = Array.from({ length: 8 }, (_, index) => ({ ...lakeside, value: `School ${index}` }));
    const { dialog, choose } = await open({ 'GET /import/jobs/8/problems': success({ data: many, total: 20, choices }) });
    choose(book());
    expect(await dialog.findAllByRole('group', { name: /School \d/ })).toHaveLength(5);
    await press(dialog, 'Show 3 more types');
    expect(dialog.getAllByRole('group', { name: /School \d/ })).toHaveLength(8);
    expect(dialog.getByText('12 more types are in the downloaded errors.')).toBeTruthy();
  });

  test('[B299] a .csv is read as well', async () => {
    const { dialog, choose, posted } = await open(withProblems());
    choose(book('people.csv'));
    await dialog.findByText('people.xlsx'); // as the server calls it
    expect(posted()).toHaveLength(1);
  });
});
