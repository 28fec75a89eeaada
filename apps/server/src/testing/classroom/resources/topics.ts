import { makeTopic, removeTopic, renameTopic } from '../deeds/topics.ts';
import { alreadyExists, foreignProject, invalid, notFound } from '../errors.ts';
import { parseMask } from '../masks.ts';
import { type Context, courseOf, type Method, pageOf, pageParameters, param, requireModifiable, taughtCourseOf, textOf } from '../method.ts';
import { takePage } from '../pages.ts';
import type { Topic } from '../types.ts';
import { toTime } from '../world.ts';

const path = 'v1/courses/{courseId}/topics';
const fields = ['courseId', 'topicId', 'name', 'updateTime'];
const [readers, writers] = [['topics', 'topics.readonly'], ['topics']];

export const topicMethods: readonly Method[] = [
  { id: 'courses.topics.list', method: 'GET', path, query: pageParameters, scopes: readers, run: list },
  { id: 'courses.topics.get', method: 'GET', path: `${path}/{id}`, scopes: readers, run: (context) => toView(topicOf(context, courseOf(context).id)) },
  { id: 'courses.topics.create', method: 'POST', path, body: fields, scopes: writers, run: create },
  { id: 'courses.topics.patch', method: 'PATCH', path: `${path}/{id}`, query: ['updateMask'], mask: ['name'], body: fields, scopes: writers, run: patch },
  { id: 'courses.topics.delete', method: 'DELETE', path: `${path}/{id}`, scopes: writers, run: remove },
];

const toView = ({ courseId, topicId, name, updatedAt }: Topic): object => ({ courseId, topicId, name, updateTime: toTime(updatedAt) });

function topicOf(context: Context, courseId: string): Topic {
  const topic = context.world.room(courseId).topics.get(param(context, 'id'));
  if (!topic) throw notFound();
  return topic;
}

function list(context: Context): object {
  const course = courseOf(context);
  const page = pageOf(context);
  const { items, nextPageToken } = takePage(context.world.room(course.id).topics.listed('', page.after), page);
  return { ...(items.length > 0 ? { topic: items.map(toView) } : {}), nextPageToken };
}

/** Returns the name of a topic: blanks at the ends are removed, several within become one. The case counts. */
function nameOf({ world, body }: Context, courseId: string, own: string | null): string {
  const name = (textOf(body, 'name', 1000) ?? '').trim().replace(/\s+/g, ' ');
  if (name === '' || [...name].length > 100) throw invalid("Invalid value at 'name'");
  for (const topic of world.room(courseId).topics.values()) if (topic.name === name && topic.topicId !== own) throw alreadyExists();
  return name;
}

function create(context: Context): object {
  const course = taughtCourseOf(context);
  requireModifiable(course);
  return toView(makeTopic(context.world, course.id, context.actor, nameOf(context, course.id, null)));
}

/** Updates a topic. Only the project that created it may. */
function patch(context: Context): object {
  parseMask(context.query, ['name']);
  const course = taughtCourseOf(context);
  const topic = topicOf(context, course.id);
  if (topic.projectId !== context.actor.projectId) throw foreignProject();
  requireModifiable(course);
  return toView(renameTopic(context.world, topic, nameOf(context, course.id, topic.topicId)));
}

/** Removes a topic, by any project if a teacher asks. */
function remove(context: Context): object {
  const course = taughtCourseOf(context);
  const topic = topicOf(context, course.id);
  requireModifiable(course);
  removeTopic(context.world, topic);
  return {};
}
