/**
 * A simulated Google Classroom on this machine: a real HTTP server that replaces Google through the product's settings.
 * It keeps people, courses, works and submissions in memory and follows Google's rules: the project that may change a
 * work, who turns in, states, masks, pages, scopes, tokens of an hour, quota, delayed lists, changes by Pub/Sub, files
 * of Drive. Tests start one each; `npm run google` starts one for manual trials. The order of folders: `types` and
 * `world` (the data), `deeds/` (the changes, by anyone), `resources/` (one of Google's methods each: permissions,
 * checks, responses), `…-calls` and `http` (the server), `people` (actions in Classroom's own screens). Its facts are
 * those of Classroom's discovery document (revision 20240626); a test compares its routes and parameters with that
 * document when the trial data is available. Not included: rubrics, guardians, add-ons, student groups, grading
 * periods.
 */
import { CallLog } from './calls.ts';
import { Faults } from './faults.ts';
import { listen } from './http.ts';
import { type ConsentRequest, OAuth } from './oauth.ts';
import { People, StudentDeeds, TeacherDeeds } from './people.ts';
import { Quota, type QuotaSetting, defaultQuota } from './quota.ts';
import { scope } from './scopes.ts';
import type { Project, User } from './types.ts';
import { World } from './world.ts';

export { scope } from './scopes.ts';
export type { Fault, PlannedFault } from './faults.ts';
export type { Course, User, Work } from './types.ts';

export interface ClassroomSetting {
  /**
   * Returns milliseconds since 1970, for tokens, quota, delays and times of changes. The default is the machine's
   * clock.
   */
  clock?: () => number;
  /** The seed of ids, orders of lists and tokens. The default is 1. */
  seed?: number;
  /** The quota. The default is 3,000 and 1,200 a minute. */
  quota?: Partial<QuotaSetting>;
  /** The time for which a list may miss a write. The default is 0. */
  lagMs?: number;
  /** The time after which a page's token is refused. The default is never. */
  pageTokenLifeMs?: number;
  /** The port. The default, 0, is a free one. */
  port?: number;
  clientId?: string;
  clientSecret?: string;
  /** The allowed redirect addresses of consent. The default is anywhere on this machine. */
  redirectUris?: readonly string[];
}

const ALL_SERVICES = ['classroom.googleapis.com', 'drive.googleapis.com', 'pubsub.googleapis.com'];

/** Scopes for reading and writing everything in a teacher's classes. */
export const teacherScopes: readonly string[] = [
  'openid',
  'email',
  ...['courses', 'rosters', 'profile.emails', 'topics', 'coursework.students', 'courseworkmaterials', 'announcements', 'push-notifications'].map((name) =>
    scope(`classroom.${name}`),
  ),
];

export type SimulatedClassroom = Awaited<ReturnType<typeof startClassroom>>;

export async function startClassroom(setting: ClassroomSetting = {}) {
  const { clock = Date.now, seed = 1, lagMs = 0, pageTokenLifeMs = null, port = 0 } = setting;
  const world = new World({ now: clock, seed, lagMs, pageTokenLifeMs });
  const oauth = new OAuth(world);
  const quota = new Quota({ ...defaultQuota, ...setting.quota });
  const faults = new Faults();
  const calls = new CallLog();
  const addProject = (said: Partial<Omit<Project, 'services'>> = {}): Project => {
    const id = said.id ?? `project-${world.projects.size + 1}`;
    const usual = { id, clientId: `${id}.apps.googleusercontent.test`, clientSecret: `secret-of-${id}`, redirectUris: null };
    const project: Project = { ...usual, ...said, services: new Set(ALL_SERVICES) };
    world.projects.set(id, project);
    return project;
  };
  const { clientId, clientSecret, redirectUris } = setting;
  const project = addProject({ ...(clientId ? { clientId } : {}), ...(clientSecret ? { clientSecret } : {}), ...(redirectUris ? { redirectUris } : {}) });
  const { url, close } = await listen({ world, oauth, quota, faults, calls }, port);
  oauth.issuer = url;
  return {
    /** The address of Classroom, Drive, Pub/Sub and consent, without a slash at the end. */
    url,
    issuer: url,
    clientId: project.clientId,
    clientSecret: project.clientSecret,
    /** The project of that client. Its `services` can be switched off. */
    project,
    /** Adds another application's project. */
    addProject,
    /** All data, for inspection and for things without a helper. */
    state: world,
    people: new People(world),
    asTeacher: (user: User) => new TeacherDeeds(world, user),
    asStudent: (user: User) => new StudentDeeds(world, user),
    /** The settings of a school's administrator: `blockedProjects`, `isClassroomOff`, `isApiOff`. */
    domain: (name: string) => world.domain(name),
    /** Clicks on the page of consent. Returns the code that the browser brings back. */
    consent: (wish: ConsentRequest) => oauth.consent(wish),
    /** Issues tokens without a browser, for the first project or for that of `ofClientId`. */
    issue: (user: User, scopes: readonly string[] = teacherScopes, ofClientId?: string) => oauth.issue(user, scopes, ofClientId),
    /** Revokes a person's access for the application. */
    withdraw: (user: User, ofClientId?: string) => oauth.withdraw(user, ofClientId),
    /** Returns the key file of an app's own account, for Pub/Sub. */
    serviceAccount: () => oauth.serviceAccount(project),
    calls,
    faults,
    quota,
    pubsub: world.pubsub,
    drive: world.drive,
    close,
  };
}
