import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, longText, optionalText, packMessage, pageQuery, Pagination, text } from '../../core/fields.ts';
import { dateSchema, timeSchema } from '../../core/list-schemas.ts';
import { asMessage } from '../../messages/translate.ts';
import { ReadClass } from '../readings/calls.ts';

const Id = z.number().int();
const mayView = { resource: 'incidents', action: 'view' } as const;
const mayEdit = { resource: 'incidents', action: 'edit' } as const;

/** The hours until the authority hears of an incident (GDPR 33), and the days until families do, as many agreements demand. */
export const AUTHORITY_HOURS = 72;
export const FAMILIES_DAYS = 7;
/** The readers of an incident at most. */
export const MAX_INCIDENT_SUBJECTS = 50;
const MAX_NOTE_CHARACTERS = 2000;

export const IncidentView = z.object({
  id: Id,
  school_id: Id,
  school: z.string(),
  time_zone: z.string(),
  title: z.string(),
  noticed_at: z.string(),
  /** The first and the last day of the span, of the school. Null: it goes on. */
  from: z.string(),
  to: z.string().nullable(),
  opened_by: z.string().nullable(),
  opened_at: z.string(),
  closed_by: z.string().nullable(),
  closed_at: z.string().nullable(),
  /** The moments by which the authority and the families are due, and at which they were marked as done. */
  authority_due_at: z.string(),
  authority_done_at: z.string().nullable(),
  families_due_at: z.string(),
  families_done_at: z.string().nullable(),
});
export type IncidentView = z.infer<typeof IncidentView>;

export const SubjectKind = z.enum(['account', 'session', 'program', 'network']);
export type SubjectKind = z.infer<typeof SubjectKind>;

export const IncidentSubject = z.object({
  id: Id,
  kind: SubjectKind,
  account_id: Id.nullable(),
  api_client_id: Id.nullable(),
  /** The name of the person or program; of a network the hash of its address. */
  name: z.string(),
  /** The email of a person, or null. */
  email: z.string().nullable(),
  /** The beginning of a sign-in. */
  since: z.string().nullable(),
  /** False for an account that is deactivated, and for a program whose access was ended. */
  is_active: z.boolean(),
  /** The number of open sign-ins of an account; of accounts that signed in from a network. */
  count: Id,
});
export type IncidentSubject = z.infer<typeof IncidentSubject>;

const StepKind = z.enum(['note', 'authority', 'families', 'closed', 'reopened', 'done']);

/** A line of the log: written by hand, or `done` by the product, from the audit trail. */
export const IncidentStep = z.object({
  key: z.string(),
  kind: StepKind,
  at: z.string(),
  who: z.string().nullable(),
  /** The note, or the sentence of the audit trail. */
  words: z.string(),
});
export type IncidentStep = z.infer<typeof IncidentStep>;

const Counts = z.object({
  people: Id,
  /** The number of people by class of data. */
  classes: z.partialRecord(ReadClass, Id),
  first_at: z.string().nullable(),
  last_at: z.string().nullable(),
});

/** The numbers of an incident, which stay as they were when it was closed. */
export const IncidentNumbers = z.object({
  read: Counts,
  reachable: Counts,
  /** The number of entries that the accounts left in the audit trail. */
  changes: z.array(z.object({ account_id: Id, name: z.string(), count: Id })),
});
export type IncidentNumbers = z.infer<typeof IncidentNumbers>;

const Detail = z.object({
  incident: IncidentView,
  subjects: z.array(IncidentSubject),
  steps: z.array(IncidentStep),
  /** The days for which the school keeps readings, and the first day of which they can be known. */
  readings_days: Id,
  readings_since: z.string(),
});
const saved = Detail.extend({ message: z.string() });

const params = z.object({ id: id(asMessage('incidents.incident')) });
const day = (label: string) => dateSchema({ label, isRequired: true });
const fields = {
  title: text({ label: asMessage('incidents.title'), max: 300 }),
  /** The day and time at which it was noticed, of the school. */
  noticed_on: day('incidents.noticedOn'),
  noticed_time: timeSchema({ label: 'incidents.noticedTime', isRequired: true }),
  from: day('incidents.from'),
  to: dateSchema({ label: 'incidents.to', isRequired: false }).optional(),
};
const isForward = ({ from, to }: { from?: string | null | undefined; to?: string | null | undefined }): boolean => !from || !to || from <= to;
const endsBefore = { error: packMessage('list.endBeforeStart'), path: ['to'] };
const note = longText({ label: asMessage('incidents.note'), max: MAX_NOTE_CHARACTERS });

export const incidentList = endpoint({
  name: 'incident.list',
  method: 'GET',
  path: '/incidents',
  access: mayView,
  summary: 'The incidents of the schools within reach, open ones first',
  query: pageQuery,
  response: z.object({
    data: z.array(IncidentView),
    pagination: Pagination,
    /** The schools at which one can be opened. */
    schools: z.array(z.object({ id: Id, name: z.string(), today: z.string(), now: z.string() })),
  }),
  errors: [],
  readOnly: true,
});

export const incidentGet = endpoint({
  name: 'incident.get',
  method: 'GET',
  path: '/incidents/:id',
  access: mayView,
  summary: 'An incident with its readers, and what was done',
  params,
  response: Detail,
  errors: [],
  readOnly: true,
});

export const incidentNumbers = endpoint({
  name: 'incident.numbers',
  cost: 20,
  method: 'GET',
  path: '/incidents/:id/numbers',
  access: mayView,
  summary: 'The number of people whose data was read, and could have been read, by class of data, and of changes; after the closing as it was then',
  params,
  response: IncidentNumbers,
  errors: [],
  readOnly: true,
});

/** People whose record was read, or who were within reach of the readers. */
const listed = z.enum(['read', 'reachable'], { error: packMessage('incidents.list.wrong') });

export const incidentPeople = endpoint({
  name: 'incident.people',
  cost: 20,
  method: 'GET',
  path: '/incidents/:id/people',
  access: mayView,
  summary: 'The people whose data was read, or could have been read, by name; looking at it is a reading itself',
  params,
  query: pageQuery.extend({ list: listed }),
  response: z.object({
    data: z.array(
      z.object({
        account_id: Id,
        name: z.string(),
        classes: z.array(ReadClass),
        /** The first and the last look; null for people within reach. */
        first_at: z.string().nullable(),
        last_at: z.string().nullable(),
      }),
    ),
    pagination: Pagination,
  }),
  errors: [],
  readOnly: true,
});

export const incidentExport = endpoint({
  name: 'incident.export',
  cost: 20,
  method: 'GET',
  path: '/incidents/:id/export',
  access: mayView,
  confirmed: true,
  summary: 'All people of an incident for letters, with the addresses of their guardians, as a spreadsheet; kept in the audit trail',
  params,
  query: z.object({ list: listed }),
  response: z.object({}),
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  acceptsHandOff: true,
  ownTransaction: true,
  errors: ['HAND_OFF_REFUSED'],
});

export const incidentSessions = endpoint({
  name: 'incident.sessions',
  method: 'GET',
  path: '/incidents/:id/sessions',
  access: mayEdit,
  summary: 'The latest sign-ins of an account, for choosing one',
  params,
  query: z.object({ account_id: id(asMessage('incidents.account')) }),
  response: z.object({
    sessions: z.array(z.object({ id: Id, device: z.string(), began_at: z.string(), last_used_at: z.string(), ended_at: z.string().nullable() })),
  }),
  errors: [],
  readOnly: true,
});

export const incidentPrograms = endpoint({
  name: 'incident.programs',
  method: 'GET',
  path: '/incidents/:id/programs',
  access: mayEdit,
  summary: 'The programs of the school, for choosing one',
  params,
  response: z.object({ programs: z.array(z.object({ id: Id, name: z.string() })) }),
  errors: [],
  readOnly: true,
});

export const incidentCreate = endpoint({
  name: 'incident.create',
  method: 'POST',
  path: '/incidents',
  access: { resource: 'incidents', action: 'create' },
  summary: 'Open an incident at a school: what happened, when it was noticed, and the days in question',
  body: z.object({ ...fields, school_id: id(asMessage('incidents.school')).optional() }).refine(isForward, endsBefore),
  response: saved,
  errors: [],
  successStatus: 201,
});

export const incidentUpdate = endpoint({
  name: 'incident.update',
  method: 'PUT',
  path: '/incidents/:id',
  access: mayEdit,
  summary: 'Change what happened, when it was noticed, and the days in question',
  params,
  body: z.object(fields).refine(isForward, endsBefore),
  response: saved,
  errors: ['INCIDENT_CLOSED'],
});

const reader = z.object({
  kind: SubjectKind,
  account_id: id(asMessage('incidents.account')).nullish(),
  session_id: id(asMessage('incidents.session')).nullish(),
  api_client_id: id(asMessage('incidents.program')).nullish(),
  /** An IPv4 or IPv6 address. Only a hash of its network is kept. */
  address: optionalText({ label: asMessage('incidents.address'), max: 60 }),
});
const FIELD_OF = { account: 'account_id', session: 'session_id', program: 'api_client_id', network: 'address' } as const;

export const incidentSubjectAdd = endpoint({
  name: 'incident.subject.add',
  method: 'POST',
  path: '/incidents/:id/subjects',
  access: mayEdit,
  summary: `Add a reader: an account, a sign-in of one, a program, or a network; ${MAX_INCIDENT_SUBJECTS} at most`,
  params,
  body: reader.superRefine((given, context) => {
    const field = FIELD_OF[given.kind];
    const value: unknown = given[field];
    if (value == null || value === '') context.addIssue({ code: 'custom', path: [field], message: packMessage(`incidents.choose.${given.kind}`) });
  }),
  response: saved,
  errors: ['INCIDENT_CLOSED'],
});

export const incidentSubjectRemove = endpoint({
  name: 'incident.subject.remove',
  method: 'DELETE',
  path: '/incidents/:id/subjects/:subject_id',
  access: mayEdit,
  summary: 'Remove a reader that has nothing to do with the incident',
  params: params.extend({ subject_id: id(asMessage('incidents.reader')) }),
  response: saved,
  errors: ['INCIDENT_CLOSED'],
});

export const incidentStepAdd = endpoint({
  name: 'incident.step.add',
  method: 'POST',
  path: '/incidents/:id/steps',
  access: mayEdit,
  summary: 'Note what was done by hand, or mark that the authority or the families have a letter',
  params,
  body: z.object({ kind: z.enum(['note', 'authority', 'families'], { error: packMessage('incidents.step.wrong') }), note }),
  response: saved,
  errors: ['INCIDENT_CLOSED'],
});

export const incidentClose = endpoint({
  name: 'incident.close',
  cost: 20,
  method: 'POST',
  path: '/incidents/:id/close',
  access: mayEdit,
  summary: 'Close an incident: its numbers stay as they are, and nothing changes until it is opened again',
  params,
  body: z.object({ note }),
  response: saved,
  errors: ['INCIDENT_CLOSED'],
});

export const incidentReopen = endpoint({
  name: 'incident.reopen',
  method: 'POST',
  path: '/incidents/:id/reopen',
  access: mayEdit,
  summary: 'Open a closed incident again, with the reason',
  params,
  body: z.object({ note }),
  response: saved,
  errors: ['INCIDENT_OPEN'],
});
