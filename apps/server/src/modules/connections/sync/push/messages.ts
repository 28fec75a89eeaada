import type { Mark } from './part.ts';

/** A message of Google's, and its change; `told` null: about nothing known here. */
export interface Received {
  ackId: string;
  told: { course: string; marks: readonly { what: Mark['what']; externalId: string }[] } | null;
}

/** The maximum length of a message, far above any of Google Classroom's. */
const MOST_DATA = 20_000;
const isId = (value: unknown): value is string => typeof value === 'string' && /^\d{1,30}$/.test(value);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Parses the messages of a pull, with any content. One without an id cannot be acknowledged, and is skipped. */
export function readMessages(answer: unknown): Received[] {
  const list = isObject(answer) ? answer['receivedMessages'] : null;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    const ackId = isObject(item) ? item['ackId'] : null;
    if (!isObject(item) || typeof ackId !== 'string' || ackId === '') return [];
    return [{ ackId, told: readMessage(item['message']) }];
  });
}

function readMessage(message: unknown): Received['told'] {
  const data = isObject(message) ? message['data'] : null;
  const change = typeof data === 'string' && data.length <= MOST_DATA ? parse(data) : null;
  const resource = isObject(change) ? change['resourceId'] : null;
  if (!isObject(change) || !isObject(resource) || !isId(resource['courseId'])) return null;
  const marks = marksOf(change, resource);
  return marks ? { course: resource['courseId'], marks } : null;
}

/** Returns the changed things, without the changes themselves, which have to be read. */
function marksOf({ collection, eventType }: Record<string, unknown>, { id, courseWorkId }: Record<string, unknown>) {
  if (collection === 'courses.students' || collection === 'courses.teachers') return [{ what: 'people' as const, externalId: '' }];
  if (collection === 'courses.courseWork') {
    const made = eventType === 'CREATED' && isId(id) ? [{ what: 'submissions' as const, externalId: id }] : [];
    return [{ what: 'works' as const, externalId: '' }, ...made];
  }
  return collection === 'courses.courseWork.studentSubmissions' && isId(courseWorkId) ? [{ what: 'submissions' as const, externalId: courseWorkId }] : null;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(Buffer.from(data, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}
