import { requireText, textOf } from '../method.ts';
import type { MaterialPost } from '../types.ts';
import { parseTopic } from './course-work.ts';
import { toPostView } from './post-parts.ts';
import { postMethods } from './posts.ts';

export const materialMethods = postMethods<'materials'>({
  kind: 'materials',
  name: 'courseWorkMaterials',
  listKey: 'courseWorkMaterial',
  statesParameter: 'courseWorkMaterialStates',
  listQuery: ['materialLink', 'materialDriveId'],
  readers: ['courseworkmaterials', 'courseworkmaterials.readonly'],
  writers: ['courseworkmaterials'],
  fields: [
    ...['courseId', 'id', 'title', 'description', 'materials', 'state', 'alternateLink', 'creationTime', 'updateTime', 'scheduledTime', 'assigneeMode'],
    ...['individualStudentsOptions', 'creatorUserId', 'topicId'],
  ],
  patchable: ['title', 'description', 'topicId'],
  sortKeys: { updateTime: ({ updatedAt }) => updatedAt },
  toView: (_context, post, isStaff) => ({ ...toPostView(post, isStaff), title: post.title, description: post.description, topicId: post.topicId }),
  parse: ({ body, world }, course, _before, has) => ({
    ...(has('title') ? { title: requireText(body, 'title', 3000) } : {}),
    ...(has('description') ? { description: textOf(body, 'description', 30_000) as string } : {}),
    ...(has('topicId') ? { topicId: parseTopic(world, course, textOf(body, 'topicId', 100)) as string } : {}),
  }),
  matches,
  hasAssignees: false,
});

function matches({ materials }: MaterialPost, query: URLSearchParams): boolean {
  const [link, driveId] = [query.get('materialLink'), query.get('materialDriveId')];
  return (
    (link === null || materials.some((material) => material.link?.url.includes(link))) &&
    (driveId === null || materials.some((material) => material.driveFile?.driveFile.id === driveId))
  );
}
