import { isEmptyDocument } from '@classwright/rules/rich-text/index';
import { toDocument } from '@classwright/rules/rich-text/to-document';
import type { RichTextDocument } from '@classwright/rules/rich-text/types';
import { isInvisible } from '@classwright/rules/text/invisible';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import { referenceLists } from './lists/index.ts';
import { type Field, fieldsOf, readField, textsIn, WRAPPINGS } from './testing/body-fields.ts';

/** Fields for texts of several lines. Each keeps its lines; a text of only invisible characters is empty. */
const SEVERAL_LINES: readonly RegExp[] = [
  /^(announcementComment\.add|comment\.add)\.comment$/,
  /^reply\.add\.reply$/,
  /^allSchools\.suspend\.reason$/,
  /^live\.(hide\.words|rewrite\.text|ask\.question|questionSettle\.answer)$/,
  /^solo\.(draft|answer)\.words$/,
  /^(submission\.(message|return|returnMany)|gradeAct\.return)\.message$/,
  /^(privateNote\.save|attention\.done|submission\.gradeBulk)\.note$/,
  /^requestedClass\.decline(Many)?\.reason$/,
  /^profile\.update\.address$/,
  /^notice\.update\.(child|parent)_text$/,
  /^incident\.((step\.add|close|reopen)\.note)$/,
  /^dataRequest\.((create|record)\.words|answer\.answer)$/,
  /^course\.settings\.description$/,
  /^template\.create\.description$/,
  /\.rubrics\.description$/,
  /\.open_response\.description$/,
];

/** Fields for texts that are stored exactly as sent, each kind with its reason. */
const EXACT: readonly (readonly [which: RegExp, why: string])[] = [
  [/password$/, 'a password may hold any character'],
  [/\.code$|\.finish\.(secret|answer)$/, 'a code or an answer of another server is compared and never shown'],
  [/^(auth|factor)\.[\w.]+\.(ticket|passkey\.id)$/, 'it is compared with a hash, or checked by the rules of WebAuthn'],
  [/^submission\.submit\.answer$/, 'it is kept as the student wrote it, and handing it in asks for something visible'],
  [/^auth\.login\.email$/, 'it is compared with the addresses of accounts and never kept'],
  [/time_zone$/, 'it is looked up in the list of time zones'],
  [/channel_name$/, 'it is parsed by the live connection'],
  [/^privateNote\.save\.was$/, 'it is compared with the note as it is kept'],
  [/^notification\.read\.paths$/, 'it is compared with addresses of our own pages'],
  [/^(import\.resolve\.resolutions\.value|\w+\.createMany\.rows)$/, 'a cell of a sheet is read by the rules of its column'],
  [/^roster\.(columns|import)\.mappings\.columns$/, 'it is compared with the head of a file'],
  [/\.(url|res_url|mimeType|type|target_file)$/, 'it is an address or a type, which is checked as one'],
  [/^oneroster\./, 'it is checked by the rules of OneRoster'],
  [/\.search$/, 'a search term is compared and never kept'],
  [/^live\.status\.time$/, 'it is ignored'],
  [/\.(overall_grade|open_response_grade|sub_grade|point)$/, 'it is read as a number'],
  [/\.rubric$/, 'it is what an earlier version kept, and is never shown'],
  [/^invitation\.(student|teacher)\.userId$/, 'it is a list of addresses, each of which is checked as one'],
  [/\.(color|style)$/, 'it is one of a few words'],
];

const HIDDEN = '\u200b\u2060\u200e';
const TURNING = /[\u202a-\u202e\u2066-\u2069]/u;
/** A direction mark in Hebrew, a joiner in Persian, an emoji of a family, a flag made of tags. */
const HARMLESS = ['שלום C++\u200f!', 'می\u200cخواهم', '👩\u200d👩\u200d👧 Ada', '🏴\u{e0067}\u{e0062}\u{e007f} Wales'];

const isRichText = (schema: z.ZodType): boolean => readField(schema, { type: 'doc', content: [] }) !== null && readField(schema, 'Ab') !== null;
const isEmptyText = (value: unknown): boolean => isEmptyDocument(typeof value === 'string' ? toDocument(value) : (value as RichTextDocument));
const documentOf = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });

/** Returns true for a field that keeps its lines. Lists declare this themselves. */
function isOfSeveralLines(name: string): boolean {
  const field = name.slice(name.lastIndexOf('.') + 1);
  const list = referenceLists.find((one) => /^\.(create|update|update\.post)\.\w+$/.test(name.slice(one.name.length)) && name.startsWith(one.name));
  return list?.fields[field]?.kind === 'longText' || SEVERAL_LINES.some((which) => which.test(name));
}

/** Returns the errors in the way a field handles text. */
function faultsOf({ name, schema }: Field): string[] {
  const reason = EXACT.find(([which]) => which.test(name));
  if (reason) return [];
  if (isRichText(schema)) return [HIDDEN, documentOf(HIDDEN)].every((value) => isEmptyText(readField(schema, value)?.value ?? '')) ? [] : ['hidden'];
  const faults = new Set<string>();
  for (const wrap of WRAPPINGS) {
    const taken = (text: string) => readField(schema, wrap(text));
    // a field that accepts no words is not a text field
    if (!['Ab', 'Ada Lovelace', 'ada'].some((words) => textsIn(taken(words)?.value).includes(words))) continue;
    if (textsIn(taken(HIDDEN)?.value).some((text) => text !== '' && isInvisible(text))) faults.add('hidden');
    if (HARMLESS.some((text) => !textsIn((taken(text) ?? { value: text }).value).includes(text))) faults.add('harmed');
    if (isOfSeveralLines(name)) continue;
    if (textsIn(taken('Ada\u202eb\u2066c')?.value).some((text) => TURNING.test(text))) faults.add('turning');
    if (textsIn(taken('\u200fAda\u200e')?.value).some((text) => text !== 'Ada')) faults.add('marks');
    if (textsIn(taken('Ada\nKing')?.value).some((text) => text.includes('\n'))) faults.add('lines');
  }
  return [...faults];
}

const fields = contract.flatMap(({ name, body }) => fieldsOf(body, name));

describe('every text of every body', () => {
  test('[B1460] a text of invisible characters is none, and a name of one line holds nothing that turns letters round or breaks the line', () => {
    const faulty = fields.map((field) => ({ name: field.name, faults: faultsOf(field) })).filter(({ faults }) => faults.length > 0);
    expect([...new Set(faulty.map(({ name, faults }) => `${name}: ${faults.join(', ')}`))]).toEqual([]);
  });

  test('[B1460] each exception is of a field that exists', () => {
    for (const which of [...SEVERAL_LINES, ...EXACT.map(([one]) => one)]) expect([which, fields.some(({ name }) => which.test(name))]).toEqual([which, true]);
  });

  test('[B1460] a new field that takes any text is found, wherever it is', () => {
    const forgotten = z.object({ list: z.array(z.unknown()).pipe(z.array(z.object({ title: z.string() }))), names: z.record(z.string(), z.string()) });
    expect(fieldsOf(forgotten, 'new').flatMap((field) => faultsOf(field).map((fault) => `${field.name}: ${fault}`))).toEqual(
      expect.arrayContaining(['new.list.title: hidden', 'new.list.title: turning', 'new.list.title: lines', 'new.names: hidden', 'new.names: turning']),
    );
  });
});
