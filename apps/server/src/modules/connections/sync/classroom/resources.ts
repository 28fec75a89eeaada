/**
 * Google's responses, as far as the sync reads them. Nothing in them is trusted: a value of another type counts as
 * missing, texts lose characters that a database cannot store, and an item without an id is skipped.
 */
import { roundGrade } from '@classwright/rules/sync/submission-state';
import type { ClassroomDate, ClassroomTime } from '@classwright/rules/sync/due';
import { withoutBidiOverrides } from '@classwright/rules/text/bidi';

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const record = (value: unknown): Json => (isRecord(value) ? value : {});
/**
 * Returns text as it is stored and compared: without characters that a database cannot store, direction-changing
 * characters, and blanks at its ends.
 */
export const clean = (value: unknown): string => (typeof value === 'string' ? withoutBidiOverrides(value.replaceAll('\u0000', '').toWellFormed()).trim() : '');
/** Returns the start of a text that fits, never half a character, which a database would refuse. */
export const cutText = (text: string, most: number): string =>
  text.length <= most
    ? text
    : text
        .slice(0, most)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
/** Returns a value as received, with every text in it processed by `clean`. */
function cleanAll(value: unknown): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map(cleanAll);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, part]) => [clean(name), cleanAll(part)])) : value;
}
const number = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** Parses an instant in Google's format, with any number of decimals; null if there is none. */
const instant = (value: unknown): string | null => {
  const at = typeof value === 'string' ? new Date(value) : null;
  return at && !Number.isNaN(at.getTime()) && at.getUTCFullYear() > 1900 && at.getUTCFullYear() < 2200 ? at.toISOString() : null;
};
/**
 * Returns true when something is older than our last write to it, as lagging lists show it. `facts`: the facts of its
 * link.
 */
export const isFromBefore = (updateTime: string | null, facts: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  updateTime !== null && typeof facts?.['atLeast'] === 'string' && updateTime < facts['atLeast'];

/** Returns true when something contains news, and is not older than our last write to it. */
export const isNews = (updateTime: string | null, facts: Readonly<Record<string, unknown>> | undefined): boolean => {
  const known = facts?.['updateTime'];
  return (typeof known !== 'string' || updateTime === null || updateTime > known) && !isFromBefore(updateTime, facts);
};

const webAddress = (value: unknown): string => {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && url.href.length <= 2000 ? url.href : '';
};

/** The maximum of a grade, and of a work's points, that can be stored here. */
const MOST_POINTS = 9_999_999;

/** Parses a page of a list. */
export function readPage(body: unknown, name: string): { items: Json[]; next: string | null } {
  const answer = record(body);
  const token = answer['nextPageToken'];
  return { items: list(answer[name]).filter(isRecord), next: typeof token === 'string' && token !== '' ? token : null };
}

export interface Course {
  id: string;
  name: string;
  section: string;
  heading: string;
  description: string;
  room: string;
  ownerId: string;
  state: string;
  enrollmentCode: string;
  alternateLink: string;
  updateTime: string | null;
  /** The parts that are stored unchanged. */
  kept: Json;
}

const KEPT_OF_COURSE = [
  'calendarId',
  'courseGroupEmail',
  'teacherGroupEmail',
  'guardiansEnabled',
  'teacherFolder',
  'gradebookSettings',
  'courseMaterialSets',
  'creationTime',
];

export function readCourse(value: unknown): Course | null {
  const course = record(value);
  const id = clean(course['id']);
  if (!/^\d{1,30}$/.test(id)) return null;
  return {
    id,
    name: clean(course['name']) || id,
    section: clean(course['section']),
    heading: clean(course['descriptionHeading']),
    description: clean(course['description']),
    room: clean(course['room']),
    ownerId: clean(course['ownerId']),
    state: clean(course['courseState']),
    enrollmentCode: clean(course['enrollmentCode']),
    alternateLink: webAddress(course['alternateLink']),
    updateTime: instant(course['updateTime']),
    kept: Object.fromEntries(KEPT_OF_COURSE.flatMap((name) => (course[name] === undefined ? [] : [[name, cleanAll(course[name])]]))),
  };
}

/** Google Classroom's grade settings of a class. */
export interface GradebookThere {
  isWeighted: boolean;
  /** True when students see their overall grade. */
  isShown: boolean;
  /** The categories. `weight`: in percent, to two decimals; 0 if it does not count. */
  categories: { id: string; name: string; weight: number }[];
}

/** The maximum number of categories, more than any gradebook has. */
const MOST_CATEGORIES = 50;

export function readGradebook(value: unknown): GradebookThere {
  const settings = record(value);
  const isWeighted = settings['calculationType'] === 'WEIGHTED_CATEGORIES';
  return {
    isWeighted,
    isShown: settings['displaySetting'] === 'SHOW_OVERALL_GRADE',
    categories: list(settings['gradeCategories'])
      .map(record)
      .flatMap((category) => {
        const [id, name, weight] = [clean(category['id']), cutText(clean(category['name']), 200), number(category['weight']) ?? 0];
        // 1,000,000 is 100 percent
        return id === '' ? [] : [{ id, name, weight: isWeighted && weight > 0 && weight <= 1_000_000 ? Math.round(weight / 100) / 100 : 0 }];
      })
      .slice(0, MOST_CATEGORIES),
  };
}

export interface PersonThere {
  userId: string;
  name: string;
  given: string;
  family: string;
  /** The address; '' if Google does not share it. */
  email: string;
}

export function readPerson(value: unknown): PersonThere | null {
  const person = record(value);
  const userId = clean(person['userId'] ?? person['id']);
  if (userId === '') return null;
  const profile = person['profile'] === undefined ? person : record(person['profile']);
  const name = record(profile['name']);
  return {
    userId,
    name: clean(name['fullName']) || [clean(name['givenName']), clean(name['familyName'])].join(' ').trim(),
    given: clean(name['givenName']),
    family: clean(name['familyName']),
    email: clean(profile['emailAddress']),
  };
}

export interface InvitationThere {
  id: string;
  userId: string;
  role: string;
}
export function readInvitation(value: unknown): InvitationThere | null {
  const invitation = record(value);
  const id = clean(invitation['id']);
  return id === '' ? null : { id, userId: clean(invitation['userId']), role: clean(invitation['role']) };
}

export interface TopicThere {
  id: string;
  name: string;
  updateTime: string | null;
}
export function readTopic(value: unknown): TopicThere | null {
  const topic = record(value);
  const id = clean(topic['topicId']);
  return id === '' ? null : { id, name: clean(topic['name']) || id, updateTime: instant(topic['updateTime']) };
}

export interface MaterialThere {
  kind: 'youtubeVideo' | 'link' | 'form';
  title: string;
  url: string;
}

/** Parses attachments as links; those without an address are left out. */
function readMaterials(value: unknown): MaterialThere[] {
  return list(value).flatMap((one): MaterialThere[] => {
    const material = record(one);
    const drive = record(material['driveFile']);
    const file = isRecord(drive['driveFile']) ? drive['driveFile'] : drive;
    const video = record(material['youtubeVideo'] ?? material['youTubeVideo']);
    const [link, form, gem, notebook] = ['link', 'form', 'gem', 'notebook'].map((name) => record(material[name])) as [Json, Json, Json, Json];
    const found: readonly (readonly [MaterialThere['kind'], Json, unknown])[] = [
      ['link', file, file['alternateLink']],
      ['youtubeVideo', video, video['alternateLink']],
      ['link', link, link['url']],
      ['form', form, form['formUrl']],
      ['link', gem, gem['url']],
      ['link', notebook, notebook['url']],
    ];
    for (const [kind, about, address] of found) {
      const url = webAddress(address);
      if (url !== '') return [{ kind, title: cutText(clean(about['title']), 500) || url, url }];
    }
    return [];
  });
}

export interface WorkThere {
  id: string;
  isMaterial: boolean;
  title: string;
  description: string;
  state: string;
  workType: string;
  maxPoints: number | null;
  dueDate: ClassroomDate | undefined;
  dueTime: ClassroomTime | undefined;
  scheduledTime: string | null;
  creationTime: string | null;
  updateTime: string | null;
  topicId: string;
  /** The assigned students; null means everybody. */
  studentIds: string[] | null;
  modificationMode: string;
  /** The id of its category of grades in the class; '' if there is none. */
  gradeCategory: string;
  choices: string[];
  materials: MaterialThere[];
  alternateLink: string;
  isOurs: boolean;
}

/** Returns the assignees of work as one value: everybody, or ids in order. */
export const assigneesOf = ({ studentIds }: Pick<WorkThere, 'studentIds'>): string => (studentIds === null ? 'ALL' : studentIds.toSorted().join(' '));

/** Parses work or material, which Google separates. */
export function readWork(value: unknown, isMaterial: boolean): WorkThere | null {
  const work = record(value);
  const id = clean(work['id']);
  if (id === '') return null;
  const isIndividual = clean(work['assigneeMode']) === 'INDIVIDUAL_STUDENTS';
  const points = number(work['maxPoints']);
  return {
    id,
    isMaterial,
    title: clean(work['title']) || id,
    description: clean(work['description']),
    state: clean(work['state']),
    workType: isMaterial ? 'MATERIAL' : clean(work['workType']),
    maxPoints: points === null || points <= 0 || points > MOST_POINTS ? null : Math.round(points * 100) / 100,
    dueDate: work['dueDate'] === undefined ? undefined : (record(work['dueDate']) as ClassroomDate),
    dueTime: work['dueTime'] === undefined ? undefined : (record(work['dueTime']) as ClassroomTime),
    scheduledTime: instant(work['scheduledTime']),
    creationTime: instant(work['creationTime']),
    updateTime: instant(work['updateTime']),
    topicId: clean(work['topicId']),
    studentIds: isIndividual ? list(record(work['individualStudentsOptions'])['studentIds']).map(clean) : null,
    modificationMode: clean(work['submissionModificationMode']),
    gradeCategory: clean(record(work['gradeCategory'])['id']),
    choices: list(record(work['multipleChoiceQuestion'])['choices'])
      .map(clean)
      .filter((choice) => choice !== ''),
    materials: readMaterials(work['materials']),
    alternateLink: webAddress(work['alternateLink']),
    isOurs: work['associatedWithDeveloper'] === true,
  };
}

export interface AnnouncementThere {
  id: string;
  text: string;
  state: string;
  scheduledTime: string | null;
  creationTime: string | null;
  updateTime: string | null;
  studentIds: string[] | null;
  alternateLink: string;
  materials: MaterialThere[];
}

export function readAnnouncement(value: unknown): AnnouncementThere | null {
  const announcement = record(value);
  const id = clean(announcement['id']);
  if (id === '') return null;
  const isIndividual = clean(announcement['assigneeMode']) === 'INDIVIDUAL_STUDENTS';
  return {
    id,
    text: clean(announcement['text']),
    state: clean(announcement['state']),
    scheduledTime: instant(announcement['scheduledTime']),
    creationTime: instant(announcement['creationTime']),
    updateTime: instant(announcement['updateTime']),
    studentIds: isIndividual ? list(record(announcement['individualStudentsOptions'])['studentIds']).map(clean) : null,
    alternateLink: webAddress(announcement['alternateLink']),
    materials: readMaterials(announcement['materials']),
  };
}

export interface SubmissionThere {
  id: string;
  workId: string;
  userId: string;
  state: string;
  draftGrade: number | null;
  assignedGrade: number | null;
  /** Grades that cannot be stored here: below 0, or with too many digits. */
  unfit: { draftGrade?: number; assignedGrade?: number };
  shortAnswer: string | null;
  choice: string | null;
  links: { title: string; url: string }[];
  updateTime: string | null;
  turnedInAt: string | null;
  returnedAt: string | null;
  alternateLink: string;
}

const isFit = (grade: number | null): boolean => grade === null || (grade >= 0 && grade <= MOST_POINTS);

export function readSubmission(value: unknown): SubmissionThere | null {
  const submission = record(value);
  const id = clean(submission['id']);
  const [workId, userId] = [clean(submission['courseWorkId']), clean(submission['userId'])];
  if (id === '' || workId === '' || userId === '') return null;
  const newest = (state: string): string | null =>
    list(submission['submissionHistory'])
      .map((entry) => record(record(entry)['stateHistory']))
      .filter((entry) => entry['state'] === state)
      .map((entry) => instant(entry['stateTimestamp']))
      .reduce((last, at) => (at !== null && (last === null || at > last) ? at : last), null);
  const [draft, assigned] = [roundGrade(number(submission['draftGrade'])), roundGrade(number(submission['assignedGrade']))];
  const updateTime = instant(submission['updateTime']);
  const isIn = ['TURNED_IN', 'RETURNED'].includes(clean(submission['state']));
  return {
    ...{ id, workId, userId, updateTime },
    state: clean(submission['state']),
    draftGrade: isFit(draft) ? draft : null,
    assignedGrade: isFit(assigned) ? assigned : null,
    unfit: { ...(isFit(draft) ? {} : { draftGrade: draft as number }), ...(isFit(assigned) ? {} : { assignedGrade: assigned as number }) },
    shortAnswer: clean(record(submission['shortAnswerSubmission'])['answer']) || null,
    choice: clean(record(submission['multipleChoiceSubmission'])['answer']) || null,
    links: readMaterials(record(submission['assignmentSubmission'])['attachments']).map(({ title, url }) => ({ title, url })),
    turnedInAt: newest('TURNED_IN') ?? (isIn ? updateTime : null),
    returnedAt: newest('RETURNED') ?? (clean(submission['state']) === 'RETURNED' ? updateTime : null),
    alternateLink: webAddress(submission['alternateLink']),
  };
}
