import { alreadyExists, denied, invalid, notFound, precondition } from '../errors.ts';
import { type Context, courseOf, type Method, pageOf, pageParameters, param, requireText, taughtCourseOf } from '../method.ts';
import { sortListed, takePage } from '../pages.ts';

/**
 * Returns the key of an alias: "p:" within the caller's project, "d:" within the caller's domain, whose administrator
 * alone creates those. @throws GoogleError
 */
export function aliasKey({ actor: { user, projectId } }: Pick<Context, 'actor'>, alias: string): string {
  if (/^p:./.test(alias)) return `p:${projectId}:${alias.slice(2)}`;
  if (!/^d:./.test(alias)) throw invalid('Invalid course alias');
  if (user.domain === null) throw precondition();
  if (!user.isAdmin) throw denied();
  return `d:${user.domain}:${alias.slice(2)}`;
}

const path = 'v1/courses/{courseId}/aliases';

export const aliasMethods: readonly Method[] = [
  { id: 'courses.aliases.list', method: 'GET', path, query: pageParameters, scopes: ['courses', 'courses.readonly'], run: list },
  { id: 'courses.aliases.create', method: 'POST', path, body: ['alias'], scopes: ['courses'], run: create },
  { id: 'courses.aliases.delete', method: 'DELETE', path: `${path}/{alias}`, scopes: ['courses'], run: remove },
];

function list(context: Context): object {
  const { world, actor } = context;
  const course = courseOf(context);
  const page = pageOf(context);
  const seen = [...world.aliases]
    .filter(([key, id]) => id === course.id && (key.startsWith(`p:${actor.projectId}:`) || key.startsWith(`d:${actor.user.domain}:`)))
    .map(([key]) => ({ id: key, place: [], item: { alias: `${key.slice(0, 2)}${key.slice(key.indexOf(':', 2) + 1)}` } }));
  const { items, nextPageToken } = takePage(
    sortListed(seen, () => [], page),
    page,
  );
  return { ...(items.length > 0 ? { aliases: items } : {}), nextPageToken };
}

function create(context: Context): object {
  const course = taughtCourseOf(context);
  const alias = requireText(context.body, 'alias', 256);
  const key = aliasKey(context, alias);
  if (context.world.aliases.has(key)) throw alreadyExists();
  context.world.aliases.set(key, course.id);
  return { alias };
}

function remove(context: Context): object {
  const course = taughtCourseOf(context);
  const key = aliasKey(context, param(context, 'alias'));
  if (context.world.aliases.get(key) !== course.id) throw notFound();
  context.world.aliases.delete(key);
  return {};
}
