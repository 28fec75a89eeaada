import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

test('a role that does not exist is refused in a sentence that names the three', () => {
  expect(() => readArguments(['--role', 'teacher'])).toThrow(
    'There is no role teacher. --role web serves people, --role jobs does the jobs, --role all does both; without --role a start runs what ROLES says.',
  );
});

test.each([[['--role']], [['--rolle', 'web']], [['web']]])('%j is refused with what it takes', (given) => {
  expect(() => readArguments(given)).toThrow('It takes --role web, --role jobs or --role all, --web with a folder, and --phones.');
});

test.each(['web', 'jobs', 'all'])('--role %s', (role) => {
  expect(readArguments(['--role', role, '--web', '/srv/web'])).toEqual({
    role,
    program: null,
    webRoot: '/srv/web',
    webBuilder: null,
    phones: false,
    isLaunched: false,
  });
});

test('without a role it runs what the settings say', () => {
  expect(readArguments([])).toEqual({ role: null, program: null, webRoot: null, webBuilder: null, phones: false, isLaunched: false });
});

test('--program names the bundled server, which main.ts loads and each process of ours is started with', () => {
  expect(readArguments(['--program', '/srv/program.mjs'])).toMatchObject({ program: '/srv/program.mjs' });
});

test('--built-by names the process that is still building the web app', () => {
  expect(readArguments(['--web', '/srv/web', '--built-by', '4711'])).toMatchObject({ webRoot: '/srv/web', webBuilder: 4711 });
});
