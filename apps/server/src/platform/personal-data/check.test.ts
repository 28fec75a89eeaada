import { expect, test } from 'vitest';
import { checkPersonalData } from './check.ts';
import { type Declaration, joinPersonalData, type PersonalData } from './index.ts';
import { followWay, parseSchema } from './schema.ts';

const schema = parseSchema(`# The schema

table accounts
  id          bigint not null identity
  first_name  text not null
  constraint accounts_pkey PRIMARY KEY (id)

table files
  id          bigint not null identity
  account_id  bigint not null
  constraint files_pkey PRIMARY KEY (id)
  constraint files_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)

table essays
  id          bigint not null identity always
  account_id  bigint not null
  graded_by   bigint
  file_id     bigint
  state       text not null
  words       text not null default ''::text
  sent_at     timestamp with time zone
  constraint essays_pkey PRIMARY KEY (id)
  constraint essays_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'sent'::text])))
  constraint essays_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
  constraint essays_graded_by_fkey FOREIGN KEY (graded_by) REFERENCES accounts(id)
  constraint essays_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id)
  index essays_account btree (account_id)

table essay_lines
  essay_id  bigint not null
  line      jsonb
  constraint essay_lines_pkey PRIMARY KEY (essay_id)
  constraint essay_lines_essay_id_fkey FOREIGN KEY (essay_id) REFERENCES essays(id) ON DELETE CASCADE
`);

const whole = {
  accounts: {
    subject: 'id',
    class: 'identity',
    erase: 'unname',
    keep: 'identity',
    title: 'record.of.accounts',
    copy: { first_name: 'record.name' },
    blank: ['first_name'],
  },
  files: { subject: 'account_id', class: 'schoolwork', erase: 'delete', keep: 'schoolwork', copy: 'never' },
  essays: {
    subject: 'account_id',
    class: 'schoolwork',
    erase: 'unname',
    keep: 'schoolwork',
    at: 'sent_at',
    by: ['graded_by'],
    blank: ['words'],
    files: ['file_id'],
    title: 'record.of.live_posts',
    copy: { words: 'record.text' },
  },
  essay_lines: { subject: 'essay_id.account_id', class: 'schoolwork', erase: 'delete', keep: 'schoolwork', blank: ['line'], copy: 'never' },
} satisfies Record<string, Declaration>;

const problemsOf = (changed: Record<string, Declaration | undefined>): string[] => {
  const all: Record<string, Declaration | undefined> = { ...whole, ...changed };
  const entries = Object.entries(all).filter((entry): entry is [string, Declaration] => entry[1] !== undefined);
  return checkPersonalData(schema, new Map(entries));
};

test('[B2690] a schema whose every table says what it holds about people has no problem', () => {
  expect(problemsOf({})).toEqual([]);
});

test('[B2690] a table added without a declaration fails with its name', () => {
  expect(problemsOf({ essays: undefined })).toEqual(['the table essays has no personalData: say in its module what it holds about people']);
  expect(problemsOf({ poems: { nobody: 'poems' } })).toEqual(['personalData declares poems, which is no table']);
});

test('[B2690] a column that names an account, holds free content or names a stored file fails with its name until it is declared', () => {
  const { by: _, blank: __, files: ___, copy: ____, title: _____, ...rest } = whole.essays;
  expect(problemsOf({ essays: { ...rest, copy: 'never' } })).toEqual([
    'essays.graded_by names an account: make it the subject of its personalData, or name it in by',
    'essays.file_id names a stored file: name it in files of its personalData',
    'essays.words is a free column: name it in blank, words, mentions or secrets of its personalData',
  ]);
  expect(problemsOf({ essays: { nobody: 'essays', words: ['words'], files: ['file_id'] } })).toEqual([
    'essays.account_id names an account: make it the subject of its personalData, or name it in by',
    'essays.graded_by names an account: make it the subject of its personalData, or name it in by',
  ]);
});

test('[B2690] a declaration that contradicts the schema or itself fails', () => {
  expect(problemsOf({ essays: { ...whole.essays, words: ['words'] } })).toEqual(['essays.words stands in two lists of personalData']);
  expect(problemsOf({ essays: { ...whole.essays, secrets: ['gone'] } })).toEqual(['personalData of essays names gone, which is no column']);
  expect(problemsOf({ essays: { ...whole.essays, copy: { gone: 'record.text' } } })).toEqual(['the copy of essays names gone, which is no column']);
  expect(problemsOf({ essays: { ...whole.essays, blank: [], secrets: ['words'] } })).toEqual(['the copy of essays holds the secret words']);
  expect(problemsOf({ essays: { ...whole.essays, at: 'came_at' } })).toEqual(['personalData of essays: essays has no column came_at']);
  expect(problemsOf({ essay_lines: { ...whole.essay_lines, subject: 'essay_id' } })).toEqual([
    'the way essay_id of essay_lines leads to essays, not to accounts',
  ]);
  expect(problemsOf({ essay_lines: { ...whole.essay_lines, subject: 'essay_id.words.id' } })).toEqual([
    'personalData of essay_lines: essays.words leads to no table',
  ]);
});

test('[B2690] two modules that declare one table are refused', () => {
  const one: PersonalData = { levels: { nobody: 'a list of names' } };
  expect(() => joinPersonalData([one, one])).toThrow('two modules declare what the table levels holds about people');
});

test('a way leads over foreign keys, and over a table that it names', () => {
  expect(followWay(schema, 'essay_lines', 'essay_id.graded_by')).toEqual({
    steps: [{ column: 'essay_id', table: 'essays' }],
    last: 'graded_by',
    lastTable: 'essays',
    target: 'accounts',
  });
  expect(followWay(schema, 'essays', 'state:accounts').target).toBe('accounts');
});
