import { NOTICE_CLASSES, type NoticeClass } from '@classwright/contract/overview/notice/calls';
import { type Term, TERMS } from '@classwright/contract/school/retention/terms';
import { en } from '@classwright/contract/messages/en';
import { type Declaration, isAboutNobody, isAboutPerson, type joinPersonalData } from '@classwright/server/platform/personal-data/index';
import { type Setting, settings } from '@classwright/server/platform/settings/declared';

/** A table that holds data about people, as its module declares it. */
export interface TableFacts {
  table: string;
  dataClass: NoticeClass;
  /** The words of the screen for the columns of a person's own copy. */
  copied: readonly string[];
  kept: string;
  erased: string;
}

export interface Facts {
  classes: readonly { dataClass: NoticeClass; label: string; what: string; why: string; tables: readonly TableFacts[] }[];
  terms: readonly { label: string; kept: string }[];
  /** The tables that hold nothing about people. */
  nobodys: readonly string[];
  /** The settings that connect the server to services of others. */
  connections: readonly { name: string; meaning: string }[];
}

const words: Readonly<Record<string, string>> = en;

const AFTER = { leaving: 'after leaving the school', 'school-year': 'after the end of the school year', event: 'after the event' } as const;

/** Says how long a term usually is: "2 years after the end of the school year". */
function inWords(term: Term): string {
  const { usual, unit, after } = TERMS[term];
  return `${usual} ${usual === 1 ? unit.slice(0, -1) : unit} ${AFTER[after]}`;
}

/** The settings that make the server exchange data with another service. */
const CONNECTIONS = [
  'SMTP_URL',
  'S3_ENDPOINT',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLASSROOM',
  'GOOGLE_PUBSUB_SUBSCRIPTION',
  'GOOGLE_DRIVE_PICKER',
  'REDIS_URL',
  'NATS_URL',
];

export function readFacts(declared: ReturnType<typeof joinPersonalData>): Facts {
  const tables = [...declared]
    .flatMap(([table, declaration]) => (isAboutNobody(declaration) ? [] : [toFacts(table, declaration)]))
    .sort((a, b) => (a.table < b.table ? -1 : 1));
  return {
    classes: NOTICE_CLASSES.map((dataClass) => ({
      dataClass,
      label: en[`notice.class.${dataClass}`],
      what: en[`notice.parent.${dataClass}`],
      why: en[`notice.why.${dataClass}`],
      tables: tables.filter((facts) => facts.dataClass === dataClass),
    })),
    terms: (Object.keys(TERMS) as Term[]).map((term) => ({ label: en[`notice.term.${term}`], kept: inWords(term) })),
    nobodys: [...declared].flatMap(([table, declaration]) => (isAboutNobody(declaration) ? [table] : [])).sort(),
    connections: Object.entries<Setting<unknown>>(settings)
      .filter(([name]) => CONNECTIONS.includes(name))
      .map(([name, { meaning }]) => ({ name, meaning })),
  };
}

function toFacts(table: string, declaration: Exclude<Declaration, { nobody: string }>): TableFacts {
  const { keep } = declaration;
  return {
    table,
    dataClass: declaration.class,
    copied:
      isAboutPerson(declaration) && declaration.copy !== 'never'
        ? [...new Set(Object.values(declaration.copy).map((key) => words[String(key)] ?? String(key)))]
        : [],
    kept: typeof keep === 'string' ? inWords(keep) : `${keep.hours} ${keep.hours === 1 ? 'hour' : 'hours'}: ${keep.why}`,
    erased: !isAboutPerson(declaration)
      ? `stays; the person becomes a number (${declaration.why})`
      : declaration.erase === 'delete'
        ? 'deleted'
        : 'emptied of what the person wrote; the person becomes a number',
  };
}
