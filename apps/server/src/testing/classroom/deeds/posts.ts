import type { Shelf } from '../shelf.ts';
import type { Actor, Announcement, MaterialPost, Post, Work } from '../types.ts';
import type { Room, World } from '../world.ts';
import { setAll } from './courses.ts';
import { notify } from './notify.ts';
import { assignWork } from './submissions.ts';

/** The three kinds of posts in a course's stream. */
export interface PostKinds {
  works: Work;
  materials: MaterialPost;
  announcements: Announcement;
}
export type PostKind = keyof PostKinds;

/** The fields that the creator of a post sets. */
export type NewPost<Kind extends PostKind> = Omit<PostKinds[Kind], 'id' | 'courseId' | 'createdAt' | 'updatedAt' | 'creatorUserId' | 'projectId'>;
type Change<Kind extends PostKind> = { [Key in keyof PostKinds[Kind]]?: PostKinds[Kind][Key] | undefined };

export const shelfOf = <Kind extends PostKind>(room: Room, kind: Kind): Shelf<PostKinds[Kind]> => room[kind] as unknown as Shelf<PostKinds[Kind]>;

export function makePost<Kind extends PostKind>(world: World, kind: Kind, courseId: string, { user, projectId }: Actor, said: NewPost<Kind>): PostKinds[Kind] {
  const now = world.now();
  const id = world.chance.digits(12);
  const post = { ...said, id, courseId, createdAt: now, updatedAt: now, creatorUserId: user.id, projectId } as unknown as PostKinds[Kind];
  shelfOf(world.room(courseId), kind).add(id, post);
  follow(world, kind, post, 'CREATED');
  return post;
}

export function changePost<Kind extends PostKind>(world: World, kind: Kind, post: Post, change: Change<Kind>): PostKinds[Kind] {
  const changed = shelfOf(world.room(post.courseId), kind).change(post.id, (item) => setAll(item, { ...change, updatedAt: world.now() }));
  follow(world, kind, changed, 'MODIFIED');
  return changed;
}

/** Deletes a post. A published one remains as DELETED for teachers to see; a draft is gone. */
export function deletePost(world: World, kind: PostKind, post: Post): void {
  if (post.state === 'DRAFT') {
    shelfOf(world.room(post.courseId), kind).remove(post.id);
    follow(world, kind, post, 'DELETED');
  } else changePost(world, kind, post, { state: 'DELETED' });
}

/** Publishes drafts whose time has come. */
export function publishDue(world: World, courseId: string): void {
  const room = world.room(courseId);
  const now = world.now();
  if (now < room.nextDueAt) return;
  room.nextDueAt = Number.POSITIVE_INFINITY;
  for (const kind of ['works', 'materials', 'announcements'] as const)
    for (const post of [...shelfOf(room, kind).values()] as Post[])
      if (post.state === 'DRAFT' && post.scheduledAt !== null && post.scheduledAt <= now)
        changePost(world, kind, post, { state: 'PUBLISHED', scheduledAt: null });
      else remind(room, post);
}

function remind(room: Room, { state, scheduledAt }: Post): void {
  if (state === 'DRAFT' && scheduledAt !== null) room.nextDueAt = Math.min(room.nextDueAt, scheduledAt);
}

function follow(world: World, kind: PostKind, post: Post, eventType: 'CREATED' | 'MODIFIED' | 'DELETED'): void {
  remind(world.room(post.courseId), post);
  if (kind !== 'works') return;
  assignWork(world, post as Work);
  notify(world, {
    collection: 'courses.courseWork',
    eventType: post.state === 'DELETED' ? 'DELETED' : eventType,
    resourceId: { courseId: post.courseId, id: post.id },
  });
}
