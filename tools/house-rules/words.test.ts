import { describe, expect, test } from 'vitest';
import { parseSource, type Source } from './source.ts';
import { listRefused } from './words.ts';

/** A small repository: path → text. */
function repository(files: Record<string, string>): Source[] {
  return Object.entries(files).map(([path, text]) => parseSource(path, text, (file) => file in files));
}
const problems = (found: { problem: string }[]) => found.map(({ problem }) => problem);

describe('plain words', () => {
  const rows = 'apps/server/src/modules/lesson/live/rows.ts';

  test.each([
    ['a clause for a sentence', rows, '/** What the class sees. */\nconst a = 1;', 'does not begin with "What"'],
    [
      'a clause between the lines of code',
      rows,
      '// whose turn it is\nconst a = 1;',
      'a comment is a sentence with a subject or a verb; it does not begin with "whose"',
    ],
    ['a clause at the end of a line', rows, 'const a = 1; // what the class sees', 'it does not begin with "what"'],
    ['a refused word between the lines', rows, '// The row is\n// put back.\nconst a = 1;', '"put back" in a comment: write undo'],
    ['a refused word in a test', 'apps/server/src/a.test.ts', 'const a = 1; // nobody is told', '"told" in a comment: write notify'],
    ['a function that answers', rows, '/** Makes a class. Answers its id. */\nconst a = 1;', 'say "Returns"'],
    ['a comment that needs the one before it', rows, '/** Returns the same for a staff channel. */\nconst a = 1;', 'a doc comment is read alone'],
    ['a clause over several lines', rows, '/**\n * Whether the class\n * sees it.\n */\nconst a = 1;', 'does not begin with "Whether"'],
    ['a refused word in a doc comment', rows, '/** Returns the rows that were taken back. */\nconst a = 1;', '"taken back" in a doc comment'],
    [
      'a refused word in a message',
      'packages/contract/src/messages/a.ts',
      "export const aMessages = { 'a.b': 'Your work stands here.' };",
      '"stands here" in the message a.b',
    ],
    [
      'a refused word in the summary of a call',
      'packages/contract/src/a.ts',
      "const a = endpoint({ summary: 'The class, for whoever is in it' });",
      '"whoever" in the summary',
    ],
    [
      'a clause for a summary',
      'packages/contract/src/a.ts',
      "const a = endpoint({ summary: 'Whether a class is archived' });",
      'does not begin with "Whether"',
    ],
    ['British spelling', 'packages/contract/src/messages/a.ts', "export const aMessages = { 'a.b': 'The colour of the sidebar' };", 'write color'],
    [
      'a percent sign with a space before it',
      'packages/contract/src/messages/a.ts',
      "export const aMessages = { 'a.b': '{percent} % right' };",
      'right after the number',
    ],
    ['a name that needs a riddle solved', rows, 'export const mostNamed = 3;', 'the name mostNamed: write max'],
  ])('refused: %s', (_, path, text, problem) => {
    expect(problems(listRefused(repository({ [path]: text })))).toEqual([expect.stringContaining(problem)]);
  });

  test('a comment that is not about words passes', () => {
    const text = [
      '// Answers with a choice, of all forms.',
      '// when nobody is left, the room closes',
      '// what-if grades are kept nowhere',
      '// @ts-expect-error: whatever the compiler says',
      "const address = 'https://told.example'; // “told” is quoted",
      '/* whoever reads a block between the lines */',
    ];
    expect(listRefused(repository({ [rows]: text.join('\n\n') }))).toEqual([]);
  });

  test('sentences, quoted code and names in plain words pass', () => {
    const text = '/** Returns the rows that are left of `whatever`, at most {@link maxRows}. */\nexport const maxRows = 3;\nexport const mostlyDone = 1;';
    expect(listRefused(repository({ [rows]: text }))).toEqual([]);
  });
});
