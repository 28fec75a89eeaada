/**
 * Topics of a class: its members read them, its teachers edit them. A topic that an assessment uses cannot be deleted.
 */
import { type MessageKey, topicCreate, topicDelete, topicList, topicUpdate, topicUpdateByPost, type TopicView, type Translate } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { isTakenAlready, type Tx } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../../platform/http/index.ts';
import { findDependents, inWords } from '../../../../platform/reference-lists/index.ts';
import { computeOwnerReach } from '../../../../platform/reach.ts';
import { requireActiveClass, standingIn } from '../access.ts';
import { insertTopic } from '../queries.ts';
import { archiveTopic, findTopic, listTopics, lockTopic, type TopicRow, updateTopicName } from './queries.ts';

interface Change {
  tx: Tx;
  actor: Actor;
  requestId: string;
  input: { id: number; name: string; external_course_id?: number | undefined; updated_at?: string | undefined };
}

export function implementTopics({ t }: { t: Translate<MessageKey> }): Implementation[] {
  async function rename({ tx, actor, requestId, input }: Change) {
    const before = await getKeptTopic(tx, actor, input.id);
    if (input.external_course_id !== undefined && input.external_course_id !== before.course_id) throw fieldError('external_course_id', 'topic.courseFixed');
    if (input.updated_at !== undefined && Date.parse(input.updated_at) !== before.updated_at.getTime())
      throw appError('EDIT_CONFLICT', { row: toTopicView(before) });
    await atTakenName(() => updateTopicName(tx, before.id, input.name));
    const after = (await findTopic(tx, before.id)) as TopicRow;
    const record = { subjectType: 'topic', subjectId: before.id, before: recordOf(before), after: recordOf(after), requestId };
    await audit(tx, actor, { action: topicUpdate.name, ...record });
    return { ...both(after), message: t('topic.updated') };
  }
  return [
    implement(topicList, async ({ tx, actor, input }) => {
      const topics = (await listTopics(tx, { courseId: input.courseId ?? null, whose: computeOwnerReach(actor) })).map(toTopicView);
      return { data: topics, topics };
    }),
    implement(topicCreate, async ({ tx, actor, input, requestId }) => {
      if ((await standingIn(tx, actor, input.external_course_id)) !== 'staff')
        throw fieldError('external_course_id', 'validation.id', { label: t('topic.field.course') });
      await requireActiveClass(tx, input.external_course_id);
      const id = await atTakenName(() => insertTopic(tx, { course_id: input.external_course_id, name: input.name }));
      const topic = (await findTopic(tx, id)) as TopicRow;
      await audit(tx, actor, { action: topicCreate.name, subjectType: 'topic', subjectId: id, after: recordOf(topic), requestId });
      return { ...both(topic), message: t('topic.created') };
    }),
    implement(topicUpdate, rename),
    implement(topicUpdateByPost, rename),
    implement(topicDelete, async ({ tx, actor, input, requestId }) => {
      const topic = await getKeptTopic(tx, actor, input.id);
      const dependents = await findDependents(tx, 'course_topics', topic.id, t);
      if (dependents.length > 0) throw appError('IN_USE', { name: topic.name, dependents: inWords(dependents, t), depends_on: dependents });
      await archiveTopic(tx, topic.id);
      await audit(tx, actor, { action: topicDelete.name, subjectType: 'topic', subjectId: topic.id, before: recordOf(topic), requestId });
      return { message: t('topic.deleted'), id: topic.id };
    }),
  ];
}

/** Returns the topic of an active class, locked, for people who teach the class. @throws NOT_FOUND, CLASS_ARCHIVED */
async function getKeptTopic(tx: Tx, actor: Actor, id: number): Promise<TopicRow> {
  const topic = await lockTopic(tx, id);
  if (!topic || (await standingIn(tx, actor, topic.course_id)) !== 'staff') throw appError('NOT_FOUND');
  await requireActiveClass(tx, topic.course_id);
  return topic;
}

const recordOf = ({ name, course_id }: TopicRow) => ({ name, course_id });
const both = (row: TopicRow) => ({ topic: toTopicView(row), data: toTopicView(row) });

function toTopicView({ id, course_id, course_name, name, description, created_at, updated_at }: TopicRow): TopicView {
  const updated = updated_at.toISOString();
  return {
    id,
    name,
    description,
    external_course_id: course_id,
    course_name,
    external_metadata: { courseId: String(course_id), name, topicId: String(id), updateTime: updated },
    created_at: created_at.toISOString(),
    updated_at: updated,
  };
}

async function atTakenName<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (isTakenAlready(error, 'course_topics_unique')) throw fieldError('name', 'topic.taken');
    throw error;
  }
}
