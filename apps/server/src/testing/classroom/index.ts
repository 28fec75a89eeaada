/**
 * A Google Classroom of our own on this machine: a real HTTP server that takes Google's place through the product's
 * settings. It keeps people, courses, works and submissions in memory and holds Google's rules: which project may change
 * what, who hands in, states, masks, pages, scopes, tokens of an hour, quota, lists that lag behind, changes by Pub/Sub,
 * files of Drive. Tests start one each; `npm run google` starts one for trying by hand.
 *
 * The order of rooms: `types` and `world` (what there is), `deeds/` (what changes it, whoever does it), `resources/` (one
 * method of Google's each: who may, what is wrong with a call, what comes back), `…-calls` and `http` (the server),
 * `people` (deeds in Classroom's own screens). Its facts are those of Classroom's discovery document (revision 20240626);
 * a test compares its routes and parameters with that document where the trial data is at hand.
 *
 * Not there: rubrics, guardians, add-ons, student groups, grading periods.
 */
import { CallLog } from './calls.ts';
import { Faults } from './faults.ts';
import { listen } from './http.ts';
import { type ConsentWish, OAuth } from './oauth.ts';
import { People, StudentDeeds, TeacherDeeds } from './people.ts';
import { Quota, type QuotaSetting, usualQuota } from './quota.ts';
import { scope } from './scopes.ts';
import type { Project, User } from './types.ts';
import { World } from './world.ts';

export { scope } from './scopes.ts';
export type { Fault, PlannedFault } from './faults.ts';
export type { Course, User, Work } from './types.ts';

export interface ClassroomSetting {
  /** Milliseconds since 1970: of tokens, quota, lags, times of changes. Without it the machine's. */
  clock?: () => number;
  /** Ids, orders of lists and tokens follow from it. 1 without it. */
  seed?: number;
  /** 3,000 and 1,200 a minute without it. */
  quota?: Partial<QuotaSetting>;
  /** For how long a list may miss a write. 0 without it. */
  lagMs?: number;
  /** After how long a page's token is refused. Without it: never. */
  pageTokenLifeMs?: number;
  /** 0 or without it: a free one. */
  port?: number;
  clientId?: string;
  clientSecret?: string;
  /** Where consent may come back to. Without it: anywhere on this machine. */
  redirectUris?: readonly string[];
}

const ALL_SERVICES = ['classroom.googleapis.com', 'drive.googleapis.com', 'pubsub.googleapis.com'];

/** Scopes with which everything of a teacher's classes can be read and written. */
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
  const quota = new Quota({ ...usualQuota, ...setting.quota });
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
    /** Of Classroom, Drive, Pub/Sub and consent alike, without a slash at the end. */
    url,
    issuer: url,
    clientId: project.clientId,
    clientSecret: project.clientSecret,
    /** The project of that client; its `services` can be switched off. */
    project,
    /** Another application's project. */
    addProject,
    /** All there is, for looking and for what no helper does. */
    state: world,
    people: new People(world),
    asTeacher: (user: User) => new TeacherDeeds(world, user),
    asStudent: (user: User) => new StudentDeeds(world, user),
    /** The administrator of a school: `blockedProjects`, `isClassroomOff`, `isApiOff`. */
    domain: (name: string) => world.domain(name),
    /** A click on the page of consent. Returns the code that the browser brings back. */
    consent: (wish: ConsentWish) => oauth.consent(wish),
    /** Tokens without a browser; of the first project unless `ofClientId` says another one's. */
    issue: (user: User, scopes: readonly string[] = teacherScopes, ofClientId?: string) => oauth.issue(user, scopes, ofClientId),
    /** A person takes the application's access away. */
    withdraw: (user: User, ofClientId?: string) => oauth.withdraw(user, ofClientId),
    /** The key file of a program's own account, for Pub/Sub. */
    serviceAccount: () => oauth.serviceAccount(project),
    calls,
    faults,
    quota,
    pubsub: world.pubsub,
    drive: world.drive,
    close,
  };
}
