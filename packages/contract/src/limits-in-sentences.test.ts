import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import { packMessage, unpackMessage } from './core/fields.ts';
import { en } from './messages/en.ts';
import { type Catalogue, createTranslate } from './messages/translate.ts';
import { type Field, fieldsOf } from './testing/body-fields.ts';

/** Sentences that name no limit and are true of every refused value, each with the reason. */
const WITHOUT_NUMBERS: Readonly<Record<string, string>> = {
  'validation.id': 'what is no id is chosen again',
  'validation.required': 'an empty text is missing',
  'class.code.required': 'the same',
  'validation.cursor': 'what this server never gave is not known',
  'invitation.most': 'so long a text holds more addresses than the sentence allows',
  'apiClients.scopes.none': 'nothing is chosen',
  'apiClients.scopes.wrong': 'there are as many choices as the limit says',
  'classwork.dueDate.wrong': 'it speaks of the calendar',
  'classwork.dueTime.wrong': 'it speaks of the clock',
  'class.code.wrong': 'no code is as long',
  'walls.code.letters': 'no code is as long',
  'link.refused': 'no code is as long',
  'guardian.codeRefused': 'no code is as long',
  'error.MAIL_LINK_REFUSED': 'no code is as long',
  'error.FACTOR_STEP_OVER': 'no ticket is as long',
  'schoolSettings.logoTooLarge': 'it names the limit of the file, of which the text holds a third more',
  'schoolSettings.notAZone': 'no time zone is called so',
  'schoolSettings.notLevels': 'no list has as many',
  'settings.notAChoice': 'there are as many choices as the limit says',
  'attention.students': 'it asks for one student',
  'extraTime.students': 'it asks for students, and names the most',
  'notification.paths': 'it asks for addresses of our own pages',
  'privateNote.was': 'no note that was seen is as long',
  'question.points': 'the specification words it',
  'list.inputTooLong': 'the specification words it',
  'live.time.increase': 'the specification words it',
  'questionExport.which': 'it asks for questions, and names the most',
};

const t = createTranslate<Catalogue>(en);
const WORDS: Readonly<Record<string, number>> = { zero: 0, one: 1, two: 2, four: 4 };
/** Returns the numbers in a sentence, including those written as words. */
function numbersIn(sentence: string): number[] {
  const found = sentence.toLowerCase().matchAll(/(?<![\w.])-?\d[\d,]*(?:\.\d+)?|\b(?:zero|one|two|four)\b/g);
  return [...found].map(([text]) => WORDS[text] ?? Number(text.replaceAll(',', '')));
}

interface Bound {
  bound: number;
  /** The key of the message for a value beyond it. */
  key: string;
  text: string;
}
interface Check {
  check: string;
  value?: number;
  maximum?: number;
  minimum?: number;
  length?: number;
  error?: (issue: { input: unknown }) => string;
}
interface Definition {
  checks?: { _zod: { def: Check } }[];
  error?: (issue: { input: unknown }) => string;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
}

const LIMITING = ['less_than', 'max_length', 'greater_than', 'min_length', 'length_equals'];

/**
 * Returns the bounds of a schema with their messages, including those in its branches and elements. A branch without a
 * message has that of its union.
 */
function boundsOf(schema: z.ZodType | undefined, around?: Definition['error']): Bound[] {
  if (!schema) return [];
  const { checks = [], options = [], error, ...definition } = schema.def as unknown as Definition;
  const own = checks.flatMap(({ _zod: { def } }) => {
    const packed = unpackMessage((def.error ?? around)?.({ input: 'x' }) ?? '');
    const bound = def.value ?? def.maximum ?? def.minimum ?? def.length;
    return LIMITING.includes(def.check) && packed && bound !== undefined ? [{ bound, key: packed.key, text: t(packed.key, packed.params) }] : [];
  });
  const inner = [definition.innerType, definition.in, definition.out, definition.element, definition.valueType];
  return [...own, ...inner.flatMap((one) => boundsOf(one, around)), ...options.flatMap((one) => boundsOf(one, error ?? around))];
}

/** Returns the errors in the messages for the limits of a field. */
function faultsOf({ name, schema }: Field): string[] {
  return boundsOf(schema).flatMap(({ bound, key, text }) =>
    key in WITHOUT_NUMBERS || numbersIn(text).includes(bound) ? [] : [`${name}: ${key} does not name ${bound}: ${text}`],
  );
}

const fields = contract.flatMap(({ name, body, query }) => [...fieldsOf(body, name), ...fieldsOf(query, name)]);

test('[B1900] the sentence for a value beyond a limit names that limit, in every field of every body and query', () => {
  expect(fields.flatMap(faultsOf)).toEqual([]);
});

test('[B1900] each sentence that is let off is the sentence for a limit', () => {
  const keys = new Set(fields.flatMap(({ schema }) => boundsOf(schema)).map(({ key }) => key));
  expect(Object.keys(WITHOUT_NUMBERS).filter((key) => !keys.has(key))).toEqual([]);
});

test('[B1900] a new field with an untrue sentence is found, wherever its limit is', () => {
  const wrong = { error: packMessage('list.many.limit', { most: 5 }) };
  const forgotten = z.object({
    list: z.array(z.string()).max(6, wrong),
    either: z.union([z.literal(''), z.string().transform(Number).pipe(z.number().max(7))], wrong).optional(),
    right: z.array(z.string()).max(5, wrong),
  });
  expect(fieldsOf(forgotten, 'new').flatMap(faultsOf)).toEqual([
    'new.list: list.many.limit does not name 6: At most 5 rows at a time.',
    'new.either: list.many.limit does not name 7: At most 5 rows at a time.',
  ]);
});
