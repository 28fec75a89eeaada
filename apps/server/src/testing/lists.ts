import { type ListField, type ReferenceList, referenceLists } from '@classwright/contract';
import type { Scenario, TestPerson } from './scenario.ts';

export type Body = Record<string, unknown>;

/** Creates valid rows of any list by its definition, with everything they refer to. */
export interface ListSamples {
  /** Returns a body that the list accepts, different each time; of a list per school for all schools. */
  body: (list: ReferenceList) => Promise<Body>;
  /** Creates a row through the list's own call. */
  row: (list: ReferenceList, values?: Body) => Promise<{ id: number; updated_at: string } & Body>;
  /** Returns something that a field of this list may refer to. */
  target: (field: ListField) => Promise<number>;
}

const TWO_DIGITS = (value: number): string => String(value).padStart(2, '0');

export function createListSamples(scenario: Scenario, admin: TestPerson, lists: readonly ReferenceList[] = referenceLists, from = 0): ListSamples {
  let made = from;

  async function valueOf(name: string, field: ListField, position: number): Promise<unknown> {
    switch (field.kind) {
      case 'text':
      case 'longText':
        return `${name.slice(0, 12).replaceAll('_', ' ')} ${made}`;
      case 'number':
        return made % (field.max ?? 100);
      case 'flag':
        return made % 2 === 0;
      case 'date':
        return `20${TWO_DIGITS(10 + (made % 80))}-${TWO_DIGITS(1 + position)}-0${1 + (made % 9)}`;
      case 'time':
        return `${TWO_DIGITS(6 + position)}:${TWO_DIGITS(made % 60)}`;
      case 'colour':
      case 'style':
        return field.offers?.[made % field.offers.length];
      case 'reference':
        return samples.target(field);
      case 'references':
        return [await samples.target(field), await samples.target(field)];
      case 'fixed':
        return undefined;
    }
  }

  const samples: ListSamples = {
    async body(list) {
      made += 1;
      const own = Object.entries(list.fields).filter(([, { setBy }]) => setBy === 'caller');
      const body: Body = {};
      for (const [position, [name, field]] of own.entries()) body[name] = await valueOf(name, field, position);
      return list.perSchool ? { ...body, school_id: null } : body;
    },
    async row(list, values = {}) {
      const reply = await admin.call(list.endpoints.create, { body: { ...(await samples.body(list)), ...values } });
      if (reply.error) throw new Error(`no row of ${list.name}: ${JSON.stringify(reply.error)}`);
      return reply.body.data;
    },
    async target({ reference }) {
      const table = reference?.to.table;
      if (table === 'accounts') return (await scenario.person('teachers', await scenario.school())).accountId;
      const list = lists.find((candidate) => candidate.table === table);
      if (!list) throw new Error(`no list has the table ${table}`);
      return (await samples.row(list)).id;
    },
  };
  return samples;
}
