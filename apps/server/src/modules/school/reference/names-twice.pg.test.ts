import { type Endpoint, levels, policies, resources, schools } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { createReferenceRow } from './index.ts';

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await createScenario(app).person('admin', null);
});
afterAll(() => app.close());

const school = (school_name: string, values: object = {}) => ({
  school_name,
  city: 'c',
  state: 's',
  zip: '1',
  district: 'd',
  contact_name: 'n',
  phone: '5',
  address: 'a',
  ...values,
});
const make = async (endpoint: Endpoint, body: object) => (await admin.call(endpoint, { body })).body;

describe('a name that is taken already is told', () => {
  test('[B303] of schools, which imports could not tell apart; saving it again for another reason says nothing', async () => {
    expect((await make(schools.endpoints.create, school('Twin'))).warnings).toEqual([]);
    const { warnings, data } = await make(schools.endpoints.create, school('TWIN '));
    expect(warnings).toEqual(['Another school is named TWIN. Imports cannot distinguish them: add the town to one of the names.']);
    const change = (name: string, values: object = {}) => admin.call(schools.endpoints.update, { params: { id: data.id }, body: school(name, values) });
    expect((await change('TWIN', { city: 'Oslo' })).body.warnings).toEqual([]);
    expect((await change('Twin Oslo')).body.warnings).toEqual([]);
    expect((await change('twin')).body.warnings).toHaveLength(1);
  });

  test('[B303] of resources, and of policies of one role for one action', async () => {
    await make(resources.endpoints.create, { name: 'Exhibits', res_url: 'x' });
    expect((await make(resources.endpoints.create, { name: 'exhibits', res_url: 'y' })).warnings).toEqual([
      'Another resource is named exhibits. Rename one of them.',
    ]);
    const [role] = await app.db.selectFrom('roles').select('id').where('key', '=', 'student').execute();
    const [action] = await app.db.selectFrom('actions').select('id').where('key', '=', 'delete').execute();
    const policy = (name: string) => make(policies.endpoints.create, { name, role_id: role?.id, action_id: action?.id });
    const { name } = await app.db
      .selectFrom('policies')
      .select('name')
      .where('role_id', '=', role!.id)
      .where('action_id', '=', action!.id)
      .executeTakeFirstOrThrow();
    expect((await policy('Second')).warnings).toEqual([
      `The role has another policy for this action: ${name}. Turning one off does not remove the right; the other still grants it.`,
    ]);
  });

  test('[B303] names that look the same are the same: spaces and marks that nobody sees', async () => {
    expect((await make(levels.endpoints.create, { name: ' Grade\u00a0 \u200b8\u2060 ' })).data.name).toBe('Grade 8');
    for (const name of ['Grade  8', 'Grade\u200b 8', 'grade 8', '\ufeffGrade\t8'])
      expect((await admin.call(levels.endpoints.create, { body: { name } })).body.errors!.name).toEqual(['Name is already used. Choose another one.']);
    // joiner characters are significant
    expect((await make(levels.endpoints.create, { name: 'می\u200cخواهم' })).data.name).toBe('می\u200cخواهم');
  });
});

test('[B302] a school of the first set-up is saved with what it has; what was there cannot be emptied, all of it said at once', async () => {
  const id = await inTransaction(app.db, (tx) => createReferenceRow(tx, 'schools', { school_name: 'From set-up' }));
  const empty = { city: '', state: '', zip: '', district: '', contact_name: '', phone: '', address: '' };
  const save = (values: object) => admin.call(schools.endpoints.update, { params: { id }, body: school('Renamed', { ...empty, ...values }) });
  expect(await save({ city: 'Oslo' })).toMatchObject({ status: 200, body: { data: { school_name: 'Renamed', city: 'Oslo', state: '' } } });
  expect((await save({ city: ' \u200b', school_name: '' })).body.errors).toEqual({ school_name: ['Name is required'], city: ['City is required'] });
  expect((await save({ city: 'Oslo', zip: 'x'.repeat(21) })).body.errors).toHaveProperty('zip');
  const { body } = await admin.call(schools.endpoints.create, { body: school('New', empty) });
  expect(Object.keys(body.errors!)).toEqual(Object.keys(empty));
});
