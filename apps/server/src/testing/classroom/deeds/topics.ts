import type { Actor, Topic } from '../types.ts';
import type { World } from '../world.ts';
import { changePost } from './posts.ts';

/** Creates a topic with the exact name: Classroom's own screens allow two topics that differ only by a blank. */
export function makeTopic(world: World, courseId: string, { projectId }: Actor, name: string): Topic {
  const topic: Topic = { courseId, topicId: world.chance.digits(12), name, updatedAt: world.now(), projectId };
  return world.room(courseId).topics.add(topic.topicId, topic);
}

export function renameTopic(world: World, { courseId, topicId }: Topic, name: string): Topic {
  return world.room(courseId).topics.change(topicId, (topic) => Object.assign(topic, { name, updatedAt: world.now() }));
}

/** Removes a topic. Its posts remain in the course, without a topic. */
export function removeTopic(world: World, { courseId, topicId }: Topic): void {
  const { topics, works, materials } = world.room(courseId);
  topics.remove(topicId);
  for (const work of [...works.values()]) if (work.topicId === topicId) changePost(world, 'works', work, { topicId: undefined });
  for (const material of [...materials.values()]) if (material.topicId === topicId) changePost(world, 'materials', material, { topicId: undefined });
}
