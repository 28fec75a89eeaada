import { changePost, deletePost, makePost, type NewPost, type PostKind, type PostKinds, shelfOf } from '../deeds/posts.ts';
import { denied, foreignProject, invalid, notFound, precondition } from '../errors.ts';
import { parseMask } from '../masks.ts';
import { canTeach, type Context, courseOf, listOf, type Method, pageOf, pageParameters, param, requireModifiable, wordOf } from '../method.ts';
import { sortListed, takePage } from '../pages.ts';
import type { Course, Post, PostState } from '../types.ts';
import { parseAssignees, parseMaterials, parseSchedule, requireStudents } from './post-parts.ts';

/** The differences between works, materials and announcements. */
export interface PostDefinition<Kind extends PostKind> {
  kind: Kind;
  /** The name, such as "courseWork": in the path, and in the names of its methods. */
  name: string;
  /** The key of the list in a response. */
  listKey: string;
  statesParameter: string;
  /** Further parameters of the list. */
  listQuery?: readonly string[];
  readers: readonly string[];
  writers: readonly string[];
  fields: readonly string[];
  /** The kind's own fields that a patch may name. `state` and `scheduledTime` are common to all. */
  patchable: readonly string[];
  sortKeys: Readonly<Record<string, (post: PostKinds[Kind]) => number>>;
  toView(context: Context, post: PostKinds[Kind], isStaff: boolean): object;
  /** Parses the kind's own fields in the body; for a patch only those in the mask. @throws GoogleError */
  parse(context: Context, course: Course, before: PostKinds[Kind] | null, has: (name: string) => boolean): Partial<PostKinds[Kind]>;
  matches?(post: PostKinds[Kind], query: URLSearchParams): boolean;
  hasAssignees: boolean;
}

export function postMethods<Kind extends PostKind>(definition: PostDefinition<Kind>): Method[] {
  const { name, statesParameter, listQuery = [], readers, writers, fields, hasAssignees } = definition;
  const path = `v1/courses/{courseId}/${name}`;
  const id = (verb: string) => `courses.${name}.${verb}`;
  const query = ['orderBy', statesParameter, ...listQuery, ...pageParameters];
  return [
    { id: id('list'), method: 'GET', path, query, scopes: readers, run: (context) => list(context, definition) },
    { id: id('get'), method: 'GET', path: `${path}/{id}`, scopes: readers, run: (context) => get(context, definition) },
    { id: id('create'), method: 'POST', path, body: fields, scopes: writers, run: (context) => create(context, definition) },
    {
      id: id('patch'),
      method: 'PATCH',
      path: `${path}/{id}`,
      query: ['updateMask'],
      mask: maskOf(definition),
      body: fields,
      scopes: writers,
      run: (context) => patch(context, definition),
    },
    { id: id('delete'), method: 'DELETE', path: `${path}/{id}`, scopes: writers, run: (context) => remove(context, definition) },
    ...(hasAssignees
      ? [
          {
            id: id('modifyAssignees'),
            method: 'POST' as const,
            path: `${path}/{id}:modifyAssignees`,
            body: ['assigneeMode', 'modifyIndividualStudentsOptions'],
            scopes: writers,
            run: (context: Context) => modifyAssignees(context, definition),
          },
        ]
      : []),
  ];
}

const maskOf = ({ patchable }: Pick<PostDefinition<PostKind>, 'patchable'>): string[] => ['state', 'scheduledTime', ...patchable];

const states = ['PUBLISHED', 'DRAFT', 'DELETED'] as const;

/** Returns true when the caller sees the post. Students see posts that are published and for them. */
function isVisible({ world, actor: { user } }: Context, course: Course, post: Post): boolean {
  return canTeach(world, user, course) || (post.state === 'PUBLISHED' && (post.studentIds === null || post.studentIds.includes(user.id)));
}

function list<Kind extends PostKind>(context: Context, definition: PostDefinition<Kind>): object {
  const { world, query, actor } = context;
  const course = courseOf(context);
  const asked = listOf(context, definition.statesParameter, states);
  const wanted: readonly PostState[] = asked.length > 0 ? asked : ['PUBLISHED'];
  const keysOf = parseOrder(query.get('orderBy'), definition);
  const page = pageOf(context);
  const seen = [...shelfOf(world.room(course.id), definition.kind).listed()].filter(
    ({ item }) => wanted.includes(item.state) && isVisible(context, course, item) && (definition.matches?.(item, query) ?? true),
  );
  const { items, nextPageToken } = takePage(sortListed(seen, keysOf, page), page);
  const isStaff = canTeach(world, actor.user, course);
  return { ...(items.length > 0 ? { [definition.listKey]: items.map((post) => definition.toView(context, post, isStaff)) } : {}), nextPageToken };
}

/** Parses an order such as "dueDate asc,updateTime desc". The default is the last change first. @throws GoogleError */
function parseOrder<Kind extends PostKind>(text: string | null, { sortKeys }: PostDefinition<Kind>): (post: PostKinds[Kind]) => number[] {
  const keys = (text || 'updateTime desc').split(',').map((part) => {
    const [field = '', direction = 'asc', ...rest] = part.trim().split(/\s+/);
    const key = sortKeys[field];
    if (!key || rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) throw invalid('Invalid order by');
    return direction === 'asc' ? key : (post: PostKinds[Kind]) => -key(post);
  });
  return (post) => keys.map((key) => key(post));
}

function postOf<Kind extends PostKind>(context: Context, course: Course, { kind }: PostDefinition<Kind>): PostKinds[Kind] {
  const post = shelfOf(context.world.room(course.id), kind).get(param(context, 'id'));
  if (!post || !isVisible(context, course, post)) throw notFound();
  return post;
}

function get<Kind extends PostKind>(context: Context, definition: PostDefinition<Kind>): object {
  const course = courseOf(context);
  return definition.toView(context, postOf(context, course, definition), canTeach(context.world, context.actor.user, course));
}

function create<Kind extends PostKind>(context: Context, definition: PostDefinition<Kind>): object {
  const { world, actor, body } = context;
  const course = courseOf(context);
  if (!canTeach(world, actor.user, course)) throw denied();
  requireModifiable(course);
  const state = wordOf(body, 'state', states) ?? 'DRAFT';
  const scheduledAt = parseSchedule(context);
  if (state === 'DELETED' || (scheduledAt !== null && state !== 'DRAFT')) throw invalid("Invalid value at 'state'");
  const own = definition.parse(context, course, null, () => true);
  const said = { ...own, state, scheduledAt, studentIds: parseAssignees(context, course), materials: parseMaterials(context) };
  return definition.toView(context, makePost(world, definition.kind, course.id, actor, said as unknown as NewPost<Kind>), true);
}

/** Returns a post that the caller may change: a teacher, through the project that created it. @throws GoogleError */
function ownPostOf<Kind extends PostKind>(context: Context, definition: PostDefinition<Kind>): { course: Course; post: PostKinds[Kind] } {
  const course = courseOf(context);
  const post = postOf(context, course, definition);
  if (!canTeach(context.world, context.actor.user, course)) throw denied();
  if (post.projectId !== context.actor.projectId) throw foreignProject();
  if (post.state === 'DELETED') throw precondition();
  requireModifiable(course);
  return { course, post };
}

function patch<Kind extends PostKind>(context: Context, definition: PostDefinition<Kind>): object {
  const mask = parseMask(context.query, maskOf(definition));
  const { course, post } = ownPostOf(context, definition);
  const own = definition.parse(context, course, post, (name) => mask.has(name));
  const change: Partial<Post> = { ...own };
  if (mask.has('scheduledTime')) change.scheduledAt = parseSchedule(context);
  if (mask.has('state')) change.state = nextState(context, post);
  const state = change.state ?? post.state;
  if (change.scheduledAt && state !== 'DRAFT') throw invalid("Invalid value at 'scheduled_time'");
  if (state === 'PUBLISHED') change.scheduledAt = null;
  return definition.toView(context, changePost(context.world, definition.kind, post, change as object), true);
}

/** Returns the next state. A draft can be published; a published post stays published. @throws GoogleError */
function nextState({ body }: Context, post: Post): PostState {
  const state = wordOf(body, 'state', states);
  if (state === undefined || state === 'DELETED') throw invalid("Invalid value at 'state'");
  if (post.state === 'PUBLISHED' && state === 'DRAFT') throw precondition();
  return state;
}

function remove<Kind extends PostKind>(context: Context, definition: PostDefinition<Kind>): object {
  const { post } = ownPostOf(context, definition);
  deletePost(context.world, definition.kind, post);
  return {};
}

/** Changes the assignees, by any project: the description only requires a teacher. */
function modifyAssignees<Kind extends PostKind>(context: Context, definition: PostDefinition<Kind>): object {
  const { world, actor, body } = context;
  const course = courseOf(context);
  const post = postOf(context, course, definition);
  if (!canTeach(world, actor.user, course)) throw denied();
  if (post.state === 'DELETED') throw precondition();
  requireModifiable(course);
  const mode = wordOf(body, 'assigneeMode', ['ALL_STUDENTS', 'INDIVIDUAL_STUDENTS'] as const);
  const options = body.modifyIndividualStudentsOptions as { addStudentIds?: unknown; removeStudentIds?: unknown } | undefined;
  if (mode === undefined || (mode === 'INDIVIDUAL_STUDENTS') !== (options !== undefined)) throw invalid('Invalid assignee mode');
  const studentIds = options === undefined ? null : changeStudents(context, course, post, options);
  return definition.toView(context, changePost(world, definition.kind, post, { studentIds } as object), true);
}

function changeStudents({ world }: Context, course: Course, post: Post, options: { addStudentIds?: unknown; removeStudentIds?: unknown }): string[] {
  const added = options.addStudentIds === undefined ? [] : requireStudents(world, course, options.addStudentIds);
  const removed = options.removeStudentIds ?? [];
  if (!Array.isArray(removed)) throw invalid('Invalid student ids');
  const left = [...new Set([...(post.studentIds ?? []), ...added])].filter((id) => !removed.includes(id));
  if (left.length === 0) throw invalid('Invalid student ids');
  return left;
}
