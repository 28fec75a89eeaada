import { setImmediate as giveWay } from 'node:timers/promises';
import { en, type MessageKey, type Translate } from '@classwright/contract';
import { createDateWriter } from '../../../../platform/dates.ts';
import type { CopiedRow } from '../../../../platform/personal-data/rows-queries.ts';
import type { CopiedPerson, OwnFile } from '../queries.ts';
import type { AboutPerson } from '../../../../platform/personal-data/index.ts';

export interface PageLanguage {
  tag: string;
  locale: string;
  direction: 'ltr' | 'rtl';
}

/** Rows of one table in a copy. */
export interface CopiedTable {
  table: string;
  declaration: AboutPerson;
  rows: CopiedRow[];
}

interface Content {
  person: CopiedPerson;
  tables: readonly CopiedTable[];
  files: readonly { file: OwnFile; path: string }[];
  t: Translate<MessageKey>;
  language: PageLanguage;
}

interface Page extends Content {
  writing: Writing;
}

/** A group of rows below one heading: a lesson, a work, or what belongs to the class itself. */
interface Group {
  heading: string | null;
  at: string;
  tables: Map<CopiedTable, CopiedRow[]>;
}

/** Rows that are written between two moments in which other work of the process gets its turn: some milliseconds. */
export const ROWS_AT_ONCE = 50;

/**
 * Writes the readable page of a copy, which needs no network and runs no script: first what is about the person, then by
 * school year, class, and lesson or work, with one's own words next to the question, and at the end the records of use.
 */
export async function* writePage(content: Content): AsyncGenerator<string> {
  const { person, tables, files, t, language } = content;
  const numbers = new Intl.NumberFormat(language.locale);
  const writing: Writing = {
    t,
    formatNumber: (value: number) => numbers.format(value),
    formatDay: createDateWriter('day', 'UTC', language.locale),
    formatMoment: createDateWriter('moment', person.time_zone ?? 'UTC', language.locale),
  };
  const page = { ...content, writing };
  const own = tables.filter(({ declaration }) => declaration.within === undefined && declaration.class !== 'log');
  const logs = tables.filter(({ declaration }) => declaration.within === undefined && declaration.class === 'log');
  const years = groupByYear(tables.filter(({ declaration }) => declaration.within !== undefined));
  const title = t('records.copyOf', { name: person.name });
  yield `<!doctype html><html lang="${escape(language.tag)}" dir="${language.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escape(title)}</title><style>${STYLE}</style></head><body><main><h1>${escape(title)}</h1>
<p>${escape(t('records.pageAbout', { school: person.school ?? '' }))}</p><nav><ul><li><a href="#you">${escape(t('records.aboutYou'))}</a></li>`;
  for (const [index, { year }] of years.entries()) yield `<li><a href="#year-${index}">${escape(year)}</a></li>`;
  yield `<li><a href="#files">${escape(t('record.of.files'))}</a></li><li><a href="#logs">${escape(t('records.logs'))}</a></li></ul></nav>`;
  yield `<section id="you"><h2>${escape(t('records.aboutYou'))}</h2>`;
  yield* writeTables(page, new Map(own.map((table) => [table, table.rows])), 'h3');
  yield '</section>';
  for (const [index, { year, classes }] of years.entries()) {
    yield `<section id="year-${index}"><h2>${escape(year)}</h2>`;
    for (const [name, groups] of classes) {
      yield `<section><h3>${escape(name)}</h3>`;
      for (const { heading, tables: found } of groups) {
        if (heading !== null) yield `<h4>${escape(heading)}</h4>`;
        yield* writeTables(page, found, heading === null ? 'h4' : 'h5');
      }
      yield '</section>';
    }
    yield '</section>';
  }
  yield `<section id="files"><h2>${escape(t('record.of.files'))}</h2><ul>`;
  for (const { file, path } of files) yield `<li><a href="${escape(path.split('/').map(encodeURIComponent).join('/'))}">${escape(file.name)}</a></li>`;
  yield `</ul></section><section id="logs"><h2>${escape(t('records.logs'))}</h2>`;
  yield* writeTables(page, new Map(logs.map((table) => [table, table.rows])), 'h3');
  yield '</section></main></body></html>\n';
}

interface Year {
  year: string;
  classes: Map<string, Group[]>;
}

/** Groups rows by school year, the newest first, by class, and by lesson or work in the order of their days. */
function groupByYear(tables: readonly CopiedTable[]): Year[] {
  const years = new Map<string, Map<string, Map<string, Group>>>();
  for (const table of tables)
    for (const row of table.rows) {
      const classes = getOrAdd(years, yearOf(row.at), () => new Map<string, Map<string, Group>>());
      const groups = getOrAdd(classes, row.class ?? '', () => new Map<string, Group>());
      const heading = row.lesson ?? row.work;
      const key = row.lesson_id === null ? `work ${row.work ?? ''}` : `lesson ${row.lesson_id}`;
      const group = getOrAdd(groups, key, (): Group => ({ heading, at: row.at ?? '', tables: new Map() }));
      getOrAdd(group.tables, table, () => [] as CopiedRow[]).push(row);
    }
  return [...years]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([year, classes]) => ({
      year,
      classes: new Map(
        [...classes]
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([name, groups]) => [
            name,
            [...groups.values()].toSorted((a, b) => Number(a.heading !== null) - Number(b.heading !== null) || (a.at < b.at ? -1 : 1)),
          ]),
      ),
    }));
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

/** Returns the school year of a moment, from August to July. Rows without a moment come last. */
function yearOf(at: string | null): string {
  if (at === null) return '–';
  const [year = 0, month = 0] = at.split('-').map(Number);
  const first = month >= 8 ? year : year - 1;
  return `${first}–${first + 1}`;
}

async function* writeTables(page: Page, tables: ReadonlyMap<CopiedTable, readonly CopiedRow[]>, heading: 'h3' | 'h4' | 'h5'): AsyncGenerator<string> {
  for (const [{ table, declaration }, rows] of tables) {
    if (rows.length === 0) continue;
    yield `<${heading}>${escape(page.t(declaration.title!))}</${heading}>`;
    const labels = Object.entries(declaration.copy as Record<string, MessageKey>).map(([column, label]): Label => ({ column, words: page.t(label) }));
    for (const [index, row] of rows.entries()) {
      yield writeRow(page, table, labels, row);
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await giveWay();
    }
  }
}

/** The words and formats of values. */
interface Writing {
  t: Translate<MessageKey>;
  formatNumber: (value: number) => string;
  /** Formats a day, given as its noon in UTC. */
  formatDay: (at: Date) => string;
  formatMoment: (at: Date) => string;
}

/** A column with the words before its values. */
interface Label {
  column: string;
  words: string;
}

function writeRow({ t, writing }: Page, table: string, labels: readonly Label[], row: CopiedRow): string {
  const lines = labels.flatMap(({ column, words }) => {
    const value = nameValue(table, column, row.values[column], t) ?? toText(row.words[column] || row.values[column], writing);
    return value === '' ? [] : [[words, value] as const];
  });
  if (row.question !== null) lines.unshift([t('record.question'), row.question]);
  return `<dl>${lines.map(([label, value]) => `<div><dt>${escape(label)}</dt><dd dir="auto">${escape(value)}</dd></div>`).join('')}</dl>`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
const isMessage = (key: string): key is MessageKey => Object.hasOwn(en, key);

/** Columns that hold one of the values that the program knows. */
const LISTED = ['state', 'status', 'role', 'confidence', 'mail', 'reaction', 'data_class', 'live_hidden.reason'];

/** Columns whose values have words of their own, with the keys of these. */
const OWN_WORDS: Readonly<Record<string, (value: string) => string>> = {
  'account_changes.what': (value) => `changes.what.${value}`,
  'consents.use': (value) => `consents.use.${value}`,
  'consents.way': (value) => `consents.way.${value}`,
  'data_requests.kind': (value) => `dataRequest.kind.${value}`,
  'data_requests.state': (value) => `record.requestState.${value}`,
};

/** Returns the words for a state or a kind that the program keeps as a constant; null for other values. */
export function nameValue(table: string, column: string, value: unknown, t: Translate<MessageKey>): string | null {
  if (typeof value !== 'string') return null;
  const own = OWN_WORDS[`${table}.${column}`];
  if (own !== undefined) {
    const key = own(value);
    return isMessage(key) ? t(key) : null;
  }
  if (column === 'kind' && table.startsWith('notification')) {
    const key = value === 'weekly-figures' ? 'record.value.weekly-figures' : `notification.${value}.plain`;
    return isMessage(key) ? t(key) : null;
  }
  if (table === 'profiles' || !(LISTED.includes(column) || LISTED.includes(`${table}.${column}`))) return null;
  const key = `record.value.${value}`;
  return isMessage(key) ? t(key) : null;
}

function toText(value: unknown, writing: Writing): string {
  const { t, formatNumber, formatDay, formatMoment } = writing;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') {
    if (DAY.test(value)) return formatDay(new Date(`${value}T12:00:00Z`));
    if (MOMENT.test(value)) return formatMoment(new Date(value));
    return value;
  }
  if (Array.isArray(value))
    return value
      .map((one) => toText(one, writing))
      .filter((one) => one !== '')
      .join(', ');
  return Object.entries(value)
    .map(([key, one]) => `${key}: ${typeof one === 'object' ? JSON.stringify(one) : String(one)}`)
    .join('; ');
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1b1b1f;background:#fff}main{max-width:52rem;margin:0 auto;padding:1.5rem 1rem}
h1,h2,h3,h4,h5{line-height:1.25;margin:1.6em 0 .4em}h2{border-block-end:1px solid #c9c9d1;padding-block-end:.2em}nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1rem;list-style:none;padding:0}
dl{margin:.4rem 0;padding:.5rem .8rem;border:1px solid #dcdce3;border-radius:8px}dl div{display:flex;gap:.2rem 1rem;flex-wrap:wrap}dt{color:#5b5b66;min-width:9rem}dd{margin:0;flex:1 1 16rem;overflow-wrap:anywhere;white-space:pre-wrap}
@media (prefers-color-scheme:dark){body{color:#ececf1;background:#17171b}dt{color:#a9a9b5}dl,h2{border-color:#3a3a44}a{color:#a9b8ff}}@media print{dl{break-inside:avoid}}`;
