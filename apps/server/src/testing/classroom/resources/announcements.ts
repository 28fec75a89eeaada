import { requireText } from '../method.ts';
import { toPostView } from './post-parts.ts';
import { postMethods } from './posts.ts';

export const announcementMethods = postMethods<'announcements'>({
  kind: 'announcements',
  name: 'announcements',
  listKey: 'announcements',
  statesParameter: 'announcementStates',
  readers: ['announcements', 'announcements.readonly'],
  writers: ['announcements'],
  fields: [
    ...['courseId', 'id', 'text', 'materials', 'state', 'alternateLink', 'creationTime', 'updateTime', 'scheduledTime', 'assigneeMode'],
    ...['individualStudentsOptions', 'creatorUserId'],
  ],
  patchable: ['text'],
  sortKeys: { updateTime: ({ updatedAt }) => updatedAt },
  toView: (_context, post, isStaff) => ({ ...toPostView(post, isStaff), text: post.text }),
  parse: ({ body }, _course, _before, has) => (has('text') ? { text: requireText(body, 'text', 30_000) } : {}),
  hasAssignees: true,
});
