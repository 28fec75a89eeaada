import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, instant, packMessage, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

/** A topic of a class; not a question's topic. */
export const TopicView = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  /** The class it belongs to. */
  external_course_id: z.number().int(),
  course_name: z.string(),
  /** The same topic in the external classroom's own form. */
  external_metadata: z.object({ courseId: z.string(), name: z.string(), topicId: z.string(), updateTime: z.string() }),
  created_at: z.string(),
  updated_at: z.string(),
});
export type TopicView = z.infer<typeof TopicView>;

const label = asMessage('topic.field.course');
const params = z.object({ id: id(asMessage('topic.title')) });
const name = text({ label: asMessage('list.field.name'), max: 1000 }).max(25, { error: packMessage('list.inputTooLong') });
const saved = z.object({ topic: TopicView, data: TopicView, message: z.string() });
const version = instant(packMessage('list.version')).optional();
const changes = z.object({
  name,
  /** The class. A topic's class cannot change. */
  external_course_id: id(label).optional(),
  updated_at: version,
});
const may = (action: string) => ({ resource: 'topics', action });

export const topicList = endpoint({
  name: 'topic.list',
  method: 'GET',
  path: '/topics',
  access: may('view'),
  summary: 'Topics of a class, or of all classes of this person, by name',
  query: z.object({ courseId: z.union([z.literal('').transform(() => undefined), id(label)]).optional() }),
  response: z.object({ data: z.array(TopicView), topics: z.array(TopicView) }),
  brief: z.object({ data: z.array(TopicView) }),
  errors: [],
  readOnly: true,
});

export const topicCreate = endpoint({
  name: 'topic.create',
  method: 'POST',
  path: '/topics',
  access: may('create'),
  summary: 'Makes a topic in a class',
  body: z.object({ name, external_course_id: id(label, 'topics.courseRequired') }),
  response: saved,
  errors: ['CLASS_ARCHIVED'],
  successStatus: 201,
});

export const topicUpdate = endpoint({
  name: 'topic.update',
  method: 'PUT',
  path: '/topics/:id',
  access: may('edit'),
  summary: 'Renames a topic; naming an older updated_at is refused, with the newer row',
  params,
  body: changes,
  response: saved,
  errors: ['EDIT_CONFLICT', 'CLASS_ARCHIVED'],
});

export const topicUpdateByPost = endpoint({
  name: 'topic.update.post',
  method: 'POST',
  path: '/topics/:id',
  access: may('edit'),
  summary: 'Renames a topic, for clients that can only POST',
  params,
  body: changes.extend({ _method: z.string({ error: packMessage('list.method') }).regex(/^put$/i, { error: packMessage('list.method') }) }),
  response: saved,
  errors: ['EDIT_CONFLICT', 'CLASS_ARCHIVED'],
});

export const topicDelete = endpoint({
  name: 'topic.delete',
  method: 'DELETE',
  path: '/topics/:id',
  access: may('delete'),
  summary: 'Deletes a topic that nothing names',
  params,
  response: z.object({ message: z.string(), id: z.number().int() }),
  errors: ['IN_USE', 'CLASS_ARCHIVED'],
});
