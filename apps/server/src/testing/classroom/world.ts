import { createChance, type Chance } from './chance.ts';
import { DriveShelf } from './drive-files.ts';
import { PubSub } from './pubsub.ts';
import { Shelf } from './shelf.ts';
import type { Announcement, Course, Domain, Invitation, MaterialPost, Member, Project, Registration, Submission, Topic, User, Work } from './types.ts';

/** The contents of one course. */
export interface Room {
  teachers: Shelf<Member>;
  students: Shelf<Member>;
  topics: Shelf<Topic>;
  works: Shelf<Work>;
  materials: Shelf<MaterialPost>;
  announcements: Shelf<Announcement>;
  /** The submissions in groups by work, of students who are in the course. */
  submissions: Shelf<Submission>;
  /** The id of each submission by work and student, also of students who left and may come back. */
  submissionIds: Map<string, string>;
  /** Submissions of students who left. */
  left: Map<string, Submission>;
  /** The time when the next draft is published automatically. */
  nextDueAt: number;
}

export interface WorldSetting {
  now: () => number;
  seed: number;
  lagMs: number;
  /** The time after which a page's token is refused. Null: never. */
  pageTokenLifeMs: number | null;
}

/** All of Google's data. A person's actions and the effect of calls change it through the files in resources/. */
export class World {
  readonly now: () => number;
  readonly chance: Chance;
  /** The time for which lists may miss a write. It may be set at any time. */
  lagMs: number;
  pageTokenLifeMs: number | null;
  readonly users = new Map<string, User>();
  readonly domains = new Map<string, Domain>();
  readonly projects = new Map<string, Project>();
  readonly courses: Shelf<Course>;
  readonly invitations: Shelf<Invitation>;
  readonly rooms = new Map<string, Room>();
  /** The course's id by alias: "p:project:name" and "d:domain:name". */
  readonly aliases = new Map<string, string>();
  /** The registrations for changes, by id. */
  readonly registrations = new Map<string, Registration>();
  readonly pubsub: PubSub;
  readonly drive: DriveShelf;
  readonly #byEmail = new Map<string, User>();

  constructor({ now, seed, lagMs, pageTokenLifeMs }: WorldSetting) {
    this.now = now;
    this.chance = createChance(seed);
    this.lagMs = lagMs;
    this.pageTokenLifeMs = pageTokenLifeMs;
    this.courses = this.shelf();
    this.invitations = this.shelf();
    this.pubsub = new PubSub(now, this.chance);
    this.drive = new DriveShelf(now, this.chance);
  }

  shelf<Item extends object>(groupOf?: (item: Item) => string): Shelf<Item> {
    return new Shelf({ chance: this.chance, now: this.now, lagMs: () => this.lagMs, ...(groupOf ? { groupOf } : {}) });
  }

  addUser(user: User): User {
    this.users.set(user.id, user);
    this.#byEmail.set(user.email.toLowerCase(), user);
    if (user.domain !== null) this.domain(user.domain);
    return user;
  }

  /** Changes a person's address. The old one becomes free. */
  renameUser(user: User, email: string): void {
    if (this.#byEmail.get(user.email.toLowerCase()) === user) this.#byEmail.delete(user.email.toLowerCase());
    user.email = email;
    this.#byEmail.set(email.toLowerCase(), user);
  }

  domain(name: string): Domain {
    const domain = this.domains.get(name) ?? { name, blockedProjects: new Set<string>(), isClassroomOff: false, isApiOff: false };
    this.domains.set(name, domain);
    return domain;
  }

  /** Finds a person by id, by address, or "me". */
  findUser(identifier: string, me: User): User | undefined {
    if (identifier === 'me') return me;
    return this.users.get(identifier) ?? this.#byEmail.get(identifier.toLowerCase());
  }

  findUserByEmail(email: string): User | undefined {
    return this.#byEmail.get(email.toLowerCase());
  }

  room(courseId: string): Room {
    const room = this.rooms.get(courseId);
    if (!room) throw new Error(`no course has the id ${courseId}`);
    return room;
  }

  openRoom(courseId: string): Room {
    const room: Room = {
      teachers: this.shelf(),
      students: this.shelf(),
      topics: this.shelf(),
      works: this.shelf(),
      materials: this.shelf(),
      announcements: this.shelf(),
      submissions: this.shelf((submission) => submission.courseWorkId),
      submissionIds: new Map(),
      left: new Map(),
      nextDueAt: Number.POSITIVE_INFINITY,
    };
    this.rooms.set(courseId, room);
    return room;
  }

  isTeacherOf(user: User, courseId: string): boolean {
    return this.room(courseId).teachers.get(user.id) !== undefined;
  }

  isStudentOf(user: User, courseId: string): boolean {
    return this.room(courseId).students.get(user.id) !== undefined;
  }

  /** Returns true for the domain's administrator, who sees and changes every course of the domain. */
  isAdminOf(user: User, { domain }: Course): boolean {
    return user.isAdmin && user.domain !== null && user.domain === domain;
  }
}

/**
 * Formats an instant as Google does: with as many digits of a second as needed, so that texts do not sort like
 * instants.
 */
export function toTime(at: number): string {
  const text = new Date(at).toISOString();
  return at % 1000 === 0 ? text.replace('.000Z', 'Z') : text.replace(/0+Z$/, 'Z');
}
