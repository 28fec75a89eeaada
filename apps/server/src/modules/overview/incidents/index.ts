/**
 * Incidents: whose data was read, or could have been read, by somebody without a right to it; the times for letters, and
 * what was done. Nothing is sent automatically.
 *
 * Invariants: an incident belongs to one school, and shows people of this school; people outside of its reach do not
 * know that there is one; a closed incident does not change, and keeps the numbers of its closing; the lists follow from
 * readings (`record_readings`), rights, classes and ties, and are stored nowhere; looking at them is a reading.
 */
import { isIP } from 'node:net';
import {
  type HandlerInput,
  incidentClose,
  incidentCreate,
  incidentGet,
  incidentList,
  incidentNumbers,
  incidentPeople,
  incidentPrograms,
  incidentReopen,
  incidentSessions,
  incidentStepAdd,
  incidentSubjectAdd,
  incidentSubjectRemove,
  incidentUpdate,
  type IncidentView,
  type MessageKey,
  MAX_INCIDENT_SUBJECTS,
  type Translate,
} from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { audit } from '../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, implement } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { readTerms } from '../../../platform/personal-data/terms-queries.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { nameDevice, toNeighbourhood } from '../../people/accounts/index.ts';
import { listEntriesAbout, loadAuditEntryViews } from '../audit/index.ts';
import { implementIncidentExport } from './export.ts';
import { listPeople } from './people-queries.ts';
import { personalData } from './personal-data.ts';
import {
  closeIncident,
  deleteSubject,
  findFuture,
  findPerson,
  type IncidentFields,
  type IncidentRow,
  insertIncident,
  insertStep,
  insertSubject,
  listIncidents,
  listPrograms,
  listSchools,
  listSignIns,
  listSteps,
  listSubjects,
  type NewSubject,
  reopenIncident,
  updateIncident,
} from './queries.ts';
import { requireIncident, requireLocked, requireOpen } from './require.ts';
import { countNumbers, loadSpan } from './span.ts';

export interface IncidentDependencies {
  access: AccessEngine;
  /** Its secret hashes the networks of sign-ins. */
  installation: { linkSecret: string };
  t: Translate<MessageKey>;
}

/** The actions of the product against a reader. Each such entry of the audit trail is a line of the log. */
const DONE = [
  ...['account.signOut', 'account.status', 'account.update', 'account.bulk', 'account.link.create', 'account.factors.end', 'auth.password', 'auth.session.end'],
  ...['apiClient.revoke', 'apiClient.rotate', 'apiClient.restore'],
];
const DAY_MS = 86_400_000;

export function incidentsModule({ access, installation, t }: IncidentDependencies): Manifest {
  const detail = async (db: Db | Tx, actor: Actor, id: number) => {
    const incident = await requireIncident(db, actor.reach, id);
    const { log: days } = await readTerms(db as Db, incident.school_id);
    const subjects = await listSubjects(db, incident);
    return {
      incident: toView(incident),
      subjects: subjects.map(({ since, ...subject }) => ({ ...subject, since: since?.toISOString() ?? null })),
      steps: await loadSteps(db, actor, incident, { subjects, t }),
      readings_days: days,
      readings_since: new Date(Date.parse(incident.today) - days * DAY_MS).toISOString().slice(0, 10),
    };
  };
  const note = (
    tx: Tx,
    actor: Actor,
    { id, title }: Pick<IncidentRow, 'id' | 'title'>,
    { action, requestId, more = {} }: { action: string; requestId: string; more?: object },
  ) => audit(tx, actor, { action, subjectType: 'incident', subjectId: id, after: { name: title, ...more }, requestId });
  const implementations = [
    implement(incidentList, async ({ tx, actor, input }) => {
      const { rows, total } = await listIncidents(tx, actor.reach, input);
      return { data: rows.map(toView), pagination: toPagination(input, total), schools: await listSchools(tx, actor.reach) };
    }),
    implement(incidentGet, ({ tx, actor, input }) => detail(tx, actor, input.id)),
    implement(incidentNumbers, async ({ tx, actor, input }) => {
      const incident = await requireIncident(tx, actor.reach, input.id);
      return incident.report ?? countNumbers(tx, access, incident);
    }),
    implement(incidentPeople, async ({ tx, actor, input }) => {
      const incident = await requireIncident(tx, actor.reach, input.id);
      const { rows, total } = await listPeople(tx, input.list, await loadSpan(tx, access, incident), input);
      const iso = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString());
      return {
        data: rows.map(({ first_at, last_at, ...row }) => ({ ...row, first_at: iso(first_at), last_at: iso(last_at) })),
        pagination: toPagination(input, total),
      };
    }),
    implementIncidentExport({ access, t }),
    implement(incidentSessions, async ({ tx, actor, input }) => {
      const { school_id: schoolId } = await requireIncident(tx, actor.reach, input.id);
      if (!(await findPerson(tx, { reach: actor.reach, schoolId, accountId: input.account_id }))) throw appError('NOT_FOUND');
      const sessions = await listSignIns(tx, input.account_id);
      return {
        sessions: sessions.map(({ id, device_label, created_at, last_used_at, ended_at }) => ({
          id,
          device: toDeviceName(device_label, t),
          began_at: created_at.toISOString(),
          last_used_at: last_used_at.toISOString(),
          ended_at: ended_at?.toISOString() ?? null,
        })),
      };
    }),
    implement(incidentPrograms, async ({ tx, actor, input }) => ({
      programs: await listPrograms(tx, (await requireIncident(tx, actor.reach, input.id)).school_id),
    })),
    implement(incidentCreate, async ({ tx, actor, input, requestId }) => {
      const schools = await listSchools(tx, actor.reach);
      const asked = input.school_id ?? actor.schoolId;
      const school = asked === null ? schools[0] : schools.find(({ id }) => id === asked);
      if (!school) throw appError('NOT_FOUND');
      const fields = toFields(input);
      await requirePast(tx, school.id, fields);
      const id = await insertIncident(tx, school.id, fields, actor.accountId);
      await note(tx, actor, { id, title: fields.title }, { action: incidentCreate.name, requestId, more: { from: fields.from, to: fields.to } });
      return { ...(await detail(tx, actor, id)), message: t('incidents.opened') };
    }),
    implement(incidentUpdate, async ({ tx, actor, input, requestId }) => {
      const incident = await requireOpen(tx, actor.reach, input.id);
      const fields = toFields(input);
      await requirePast(tx, incident.school_id, fields);
      await updateIncident(tx, incident, fields);
      await audit(tx, actor, {
        action: incidentUpdate.name,
        subjectType: 'incident',
        subjectId: incident.id,
        before: { name: incident.title, noticed_at: incident.noticed_at, from: incident.from, to: incident.to },
        after: { name: fields.title, noticed_at: `${fields.noticedOn} ${fields.noticedTime}`, from: fields.from, to: fields.to },
        requestId,
      });
      return { ...(await detail(tx, actor, incident.id)), message: t('incidents.saved') };
    }),
    implement(incidentSubjectAdd, async ({ tx, actor, input, requestId }) => {
      const incident = await requireOpen(tx, actor.reach, input.id);
      const { name, field, ...subject } = await toSubject(tx, actor, { incident, input, placeSecret: installation.linkSecret, t });
      if ((await listSubjects(tx, incident)).length >= MAX_INCIDENT_SUBJECTS) throw fieldError(field, 'incidents.full', { most: MAX_INCIDENT_SUBJECTS });
      if (!(await insertSubject(tx, incident.id, subject))) throw fieldError(field, 'incidents.twice', { name });
      const { kind, accountId: account_id, clientId: api_client_id } = subject;
      await note(tx, actor, incident, { action: incidentSubjectAdd.name, requestId, more: { kind, account_id, api_client_id } });
      return { ...(await detail(tx, actor, incident.id)), message: t('incidents.added', { name }) };
    }),
    implement(incidentSubjectRemove, async ({ tx, actor, input, requestId }) => {
      const incident = await requireOpen(tx, actor.reach, input.id);
      const subject = (await listSubjects(tx, incident)).find(({ id }) => id === input.subject_id);
      if (!subject) throw appError('NOT_FOUND');
      await deleteSubject(tx, subject.id);
      const { kind, account_id, api_client_id } = subject;
      await note(tx, actor, incident, { action: incidentSubjectRemove.name, requestId, more: { kind, account_id, api_client_id } });
      return { ...(await detail(tx, actor, incident.id)), message: t('incidents.removed', { name: nameOf(subject, t) }) };
    }),
    implement(incidentStepAdd, async ({ tx, actor, input: { id, kind, note: words }, requestId }) => {
      const incident = await requireOpen(tx, actor.reach, id);
      await insertStep(tx, incident.id, { kind, note: words, madeBy: actor.accountId });
      await note(tx, actor, incident, { action: incidentStepAdd.name, requestId, more: { kind } });
      return { ...(await detail(tx, actor, incident.id)), message: t(kind === 'note' ? 'incidents.noted' : 'incidents.markedDone') };
    }),
    implement(incidentClose, async ({ tx, actor, input, requestId }) => {
      const incident = await requireOpen(tx, actor.reach, input.id);
      await insertStep(tx, incident.id, { kind: 'closed', note: input.note, madeBy: actor.accountId });
      await closeIncident(tx, incident.id, actor.accountId, await countNumbers(tx, access, incident));
      await note(tx, actor, incident, { action: incidentClose.name, requestId });
      return { ...(await detail(tx, actor, incident.id)), message: t('incidents.closed') };
    }),
    implement(incidentReopen, async ({ tx, actor, input, requestId }) => {
      const incident = await requireLocked(tx, actor.reach, input.id);
      if (incident.closed_at === null) throw appError('INCIDENT_OPEN');
      await reopenIncident(tx, incident.id);
      await insertStep(tx, incident.id, { kind: 'reopened', note: input.note, madeBy: actor.accountId });
      await note(tx, actor, incident, { action: incidentReopen.name, requestId });
      return { ...(await detail(tx, actor, incident.id)), message: t('incidents.reopened') };
    }),
  ];
  return { personalData, implementations };
}

function toView({ report: _report, today: _today, last_day: _last, begins_at: _begin, ends_at: _end, ...row }: IncidentRow): IncidentView {
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    ...row,
    noticed_at: row.noticed_at.toISOString(),
    opened_at: row.opened_at.toISOString(),
    closed_at: iso(row.closed_at),
    authority_due_at: row.authority_due_at.toISOString(),
    authority_done_at: iso(row.authority_done_at),
    families_due_at: row.families_due_at.toISOString(),
    families_done_at: iso(row.families_done_at),
  };
}

const toFields = ({ title, noticed_on, noticed_time, from, to }: Omit<HandlerInput<typeof incidentUpdate>, 'id'>): IncidentFields => ({
  title,
  noticedOn: noticed_on as string,
  noticedTime: noticed_time as string,
  from: from as string,
  to: to ?? null,
});

/** Makes sure that nothing of the fields lies ahead. */
async function requirePast(tx: Tx, schoolId: number, fields: IncidentFields): Promise<void> {
  const { noticed, from, to } = await findFuture(tx, schoolId, fields);
  if (noticed) throw fieldError('noticed_on', 'incidents.future');
  if (from) throw fieldError('from', 'incidents.futureDay');
  if (to) throw fieldError('to', 'incidents.futureDay');
}

const toDeviceName = (label: string, t: Translate<MessageKey>): string => {
  const { browser, system } = nameDevice(label);
  return [browser, system].filter((name) => name !== null).join(', ') || t('incidents.unknownDevice');
};
const nameOf = ({ kind, name }: { kind: string; name: string }, t: Translate<MessageKey>): string =>
  kind === 'network' ? t('incidents.network', { hash: name }) : name;

interface Choice {
  incident: IncidentRow;
  input: HandlerInput<typeof incidentSubjectAdd>;
  placeSecret: string;
  t: Translate<MessageKey>;
}

/** Returns the reader that is meant, with its name and the field that names it. @throws NOT_FOUND for what is not of the school */
async function toSubject(tx: Tx, { reach }: Actor, { incident, input, placeSecret, t }: Choice): Promise<NewSubject & { name: string; field: string }> {
  const nobody = { kind: input.kind, accountId: null, sessionId: null, since: null, clientId: null, network: null };
  if (input.kind === 'program') {
    const program = (await listPrograms(tx, incident.school_id)).find(({ id }) => id === input.api_client_id);
    if (!program) throw appError('NOT_FOUND');
    return { ...nobody, clientId: program.id, name: program.name, field: 'api_client_id' };
  }
  if (input.kind === 'network') {
    const address = input.address ?? '';
    if (isIP(address) === 0) throw fieldError('address', 'incidents.address.wrong');
    const network = toNeighbourhood({ placeSecret }, address);
    return { ...nobody, network, name: nameOf({ kind: 'network', name: network }, t), field: 'address' };
  }
  const accountId = input.account_id ?? null;
  if (accountId === null) throw fieldError('account_id', 'incidents.choose.account');
  const person = await findPerson(tx, { reach, schoolId: incident.school_id, accountId });
  if (!person) throw appError('NOT_FOUND');
  if (input.kind === 'account') return { ...nobody, accountId, name: person.name, field: 'account_id' };
  const session = (await listSignIns(tx, accountId)).find(({ id }) => id === input.session_id);
  if (!session) throw appError('NOT_FOUND');
  return { ...nobody, accountId, sessionId: session.id, since: session.created_at, name: person.name, field: 'session_id' };
}

type Known = { subjects: readonly { account_id: number | null; api_client_id: number | null }[]; t: Translate<MessageKey> };

/** Returns the log of an incident: what was noted by hand, and what the product did to its readers, the oldest first. */
async function loadSteps(db: Db | Tx, actor: Actor, incident: IncidentRow, { subjects, t }: Known) {
  const byHand = (await listSteps(db, incident.id)).map(({ id, at, ...step }) => ({ key: `s${id}`, at: at.toISOString(), ...step }));
  const entries = await listEntriesAbout(db as Db, {
    accountIds: subjects.flatMap(({ account_id: id }) => id ?? []),
    clientIds: subjects.flatMap(({ api_client_id: id }) => id ?? []),
    actions: DONE,
    from: incident.noticed_at,
    to: incident.closed_at,
  });
  const done = (await loadAuditEntryViews(db as Db, actor.reach, entries, t)).map(({ id, at, account_name, sentence }) => ({
    ...{ key: `a${id}`, kind: 'done' as const, at, who: account_name, words: sentence },
  }));
  return [...byHand, ...done].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}
