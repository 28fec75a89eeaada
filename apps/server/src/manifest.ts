/**
 * The parts that a module provides. Each module's `index.ts` exports one function that takes what it needs and returns
 * a manifest. `foldManifests` combines them all, and there is no other list of modules' parts. A new kind of part is a
 * field here and a line in the fold.
 */
import type { ActiveAssessment, CallResult, Endpoint, fileGet } from '@classwright/contract';
import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { HousekeepingTask } from './housekeeping.ts';
import type { Db } from './platform/database/index.ts';
import type { Actor, FailureForm, FileRoom, HttpServer, Implementation, PagePolicy, Person, TokenLimit } from './platform/http/index.ts';
import type { JobKind } from './platform/jobs/index.ts';
import type { Permission } from './platform/live/index.ts';
import type { Listening } from './platform/module-events.ts';
import type { Sender } from './platform/mail/index.ts';
import { type Declaration, joinPersonalData, type PersonalData } from './platform/personal-data/index.ts';
import type { Reading } from './platform/readings/index.ts';
import { platformData } from './platform/personal-data/platform-tables.ts';

/** A person who listens on a socket, with their current rights. */
export interface Listener extends Person {
  name: string;
}

/**
 * A kind of thing that uses files. The module that owns the things decides which of them use a file and who may see it
 * there. It knows the files, and they do not know it. Pictures within rich text count too: `file_ids_in` finds them.
 */
export interface FileUse {
  /**
   * Queries of the things that use the file `ASKED_FILE`, by their table, one row for each thing. The messages are
   * `depends.<table>.one` and `.other`.
   */
  holders: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Returns the first of those that the person may open, with names. Undefined for a kind without a page. */
  list?(db: Db, actor: Actor, fileId: number): Promise<readonly NamedUse[]>;
  /** Returns true when the person may see one of the things that use the file. */
  canRead(db: Db, actor: Actor, fileId: number): Promise<boolean>;
}

export type NamedUse = CallResult<typeof fileGet>['things'][number];
/** Channels named `<prefix>-<id>`, and who may listen to them now. Null means no, also for an id of nothing. */
export interface ChannelRule {
  prefix: string;
  /** Events that listeners may send each other, by name. The default is none. */
  clientEvents?: Readonly<Record<string, z.ZodType>>;
  authorise: (listener: Listener, id: number) => Promise<Permission | null>;
  /** Returns true for tokens for one thing that may ask for the channel of this id. The default is none. */
  allows?: (limit: TokenLimit, id: number) => boolean;
}

/** A channel without events of its own. Its value is made again after each event of a room. */
export interface ChannelMirror {
  /** Returns the room that a channel mirrors, or null for other channels. */
  roomOf(channel: string): string | null;
  /** Returns the mirror of a room and the name of its value; with `event`, null if that event does not change it. */
  mirrorOf(room: string, event?: string): { channel: string; name: string } | null;
}

/** The data that modules add about a person who signs in. */
export interface PersonContext {
  courses: { id: number; name: string; section: string }[];
  /** The running lesson, for staff who may run it. */
  activeAssessment: z.infer<typeof ActiveAssessment> | null;
  hasActiveAssessment: boolean;
  pictureUrl: string | null;
  /** True when the person's school has a reward store, and when an app has access by OneRoster; any school, for people without one. */
  hasStore: boolean;
  hasOneRoster: boolean;
  /** The version of the school's notice about data that the person is asked to read, or null. */
  unseenNotice: number | null;
}

/** The functions that the server itself needs from its modules. One module provides each. */
export interface Services {
  /** Returns the person behind a token. @throws for a token that is not valid */
  authenticate: (token: string) => Promise<Actor>;
  /** Returns the person who opens a download with a single-use code. @throws for a code that is not valid */
  redeemHandOff: (code: string, path: string) => Promise<Actor>;
  /** Returns the person as a listener on sockets, or null for an account that is deactivated or unknown. */
  findListener: (accountId: number) => Promise<Listener | null>;
  isTokenLive: (tokenId: number) => Promise<boolean>;
  /** Returns how many bytes a person may still store. */
  fileRoomOf: (accountId: number) => Promise<FileRoom>;
  /** Returns the sender of emails to an address. Null: that of the installation. */
  findSender: (db: Db, to: string) => Promise<Sender | null>;
}

/** Registers HTTP routes that are no calls of the contract, such as signed links. `countAddress` limits each request. */
export type RegisterRoutes = (app: FastifyInstance, means: Pick<HttpServer, 'countAddress'>) => void;

export interface Manifest {
  /** The declarations of what its tables hold about people. */
  personalData?: PersonalData;
  implementations?: readonly Implementation[];
  /** Returns implementations of calls that no other module implements, when it gets those that are implemented. */
  implementsRest?: (implemented: ReadonlySet<Endpoint>) => readonly Implementation[];
  /** The calls that show people's data, by name, with what of it and of whom. */
  shows?: Readonly<Record<string, Reading>>;
  jobs?: readonly JobKind<never>[];
  housekeeping?: readonly HousekeepingTask[];
  /** The kinds of things that use files. */
  fileUses?: readonly FileUse[];
  channels?: readonly ChannelRule[];
  /** The first words of the names of its events, which no integration may send. */
  eventWords?: readonly string[];
  mirrors?: readonly ChannelMirror[];
  /** The events of other modules that this one reacts to, with the functions that hear them. */
  listens?: readonly Listening[];
  /** HTTP routes that are no calls of the contract. */
  routes?: readonly RegisterRoutes[];
  /** The forms of failures below addresses that follow another standard. */
  failureForms?: readonly FailureForm[];
  /** Pages of the web app with an entry file of their own, by address. A policy is for pages that load from elsewhere. */
  pages?: Readonly<Record<string, { file: string; policy?: PagePolicy }>>;
  services?: Partial<Services>;
  /** Returns what this module knows about a person who signs in. */
  personContext?: (db: Db, account: { id: number; pictureFileId: number | null }) => Promise<Partial<PersonContext>>;
  /** The resources that this server has not set up. People's own screens do not show them. */
  notSetUp?: readonly string[];
  /** Runs before the server accepts anything. */
  prepare?: () => Promise<void>;
  /** Work that goes on from the start to the stop of a server for people. */
  untilStopped?: readonly { start(): void; stop(): Promise<void> }[];
  /** Functions that stop this server's own listeners when the server stops. */
  stops?: readonly (() => void)[];
}

/** A manifest with parts for other modules, which `modules.ts` hands to them. */
export type ManifestWith<Parts extends object> = Manifest & { parts: Parts };

export interface Folded {
  /** The declarations of all tables, those of the platform included. */
  personalData: ReadonlyMap<string, Declaration>;
  implementations: readonly Implementation[];
  shows: Readonly<Record<string, Reading>>;
  jobs: readonly JobKind<never>[];
  housekeeping: readonly HousekeepingTask[];
  fileUses: readonly FileUse[];
  /** Returns the permission to listen to a channel now. Null means no, also for channels that do not exist. */
  authoriseChannel: (listener: Listener, channel: string) => Promise<Permission | null>;
  /** Returns true when a token for one thing may ask for this channel. */
  allowsLimited: (limit: TokenLimit, channel: string) => boolean;
  /** Returns true when listeners of a channel may send each other this event. */
  allowsClientEvent: (channel: string, name: string, data: unknown) => boolean;
  eventWords: readonly string[];
  /** All mirrors as one. */
  mirrors: ChannelMirror;
  /** The listeners of all modules, in the order of the modules. */
  listens: readonly Listening[];
  routes: readonly RegisterRoutes[];
  failureForms: readonly FailureForm[];
  pages: Readonly<Record<string, { file: string; policy?: PagePolicy }>>;
  /** Returns a service. @throws Error when no module provides it */
  service: <Name extends keyof Services>(name: Name) => Services[Name];
  /** Returns what all modules know about a person. */
  describePerson: (db: Db, account: { id: number; pictureFileId: number | null }) => Promise<PersonContext>;
  notSetUp: readonly string[];
  /** Runs the preparations of all modules, one after the other. */
  prepare: () => Promise<void>;
  untilStopped: readonly { start(): void; stop(): Promise<void> }[];
  stops: readonly (() => void)[];
}

/**
 * Combines the manifests of all modules. @throws Error where two provide the same part; the HTTP server refuses
 * duplicate endpoints.
 */
export function foldManifests(manifests: readonly Manifest[]): Folded {
  /** Returns one part of all manifests, in the order of the modules. */
  const all = <Part>(partOf: (manifest: Manifest) => readonly Part[] | undefined): Part[] => manifests.flatMap((manifest) => partOf(manifest) ?? []);
  const jobs = all(({ jobs: own }) => own);
  const housekeeping = all(({ housekeeping: own }) => own);
  const channels = all(({ channels: own }) => own);
  const mirrors = all(({ mirrors: own }) => own);
  const pages = all(({ pages: own }) => Object.entries(own ?? {}));
  const services = all(({ services: own }) => Object.entries(own ?? {}));
  const contexts = all(({ personContext }) => (personContext ? [personContext] : []));
  refuseTwice(
    'job kind',
    jobs.map(({ kind }) => kind),
  );
  refuseTwice(
    'housekeeping task',
    housekeeping.map(({ name }) => name),
  );
  refuseTwice(
    'channel prefix',
    channels.map(({ prefix }) => prefix),
  );
  refuseTwice('page', keysOf(pages));
  refuseTwice('service', keysOf(services));
  const given = Object.fromEntries(services) as Partial<Services>;
  return {
    personalData: listPersonalData(manifests),
    implementations: listImplementations(manifests),
    shows: Object.fromEntries(all(({ shows }) => Object.entries(shows ?? {}))),
    jobs,
    housekeeping,
    fileUses: all(({ fileUses }) => fileUses),
    ...foldChannels(channels),
    eventWords: all(({ eventWords }) => eventWords),
    mirrors: {
      roomOf: (channel) => findFirst(mirrors, ({ roomOf }) => roomOf(channel)),
      mirrorOf: (room, event) => findFirst(mirrors, ({ mirrorOf }) => mirrorOf(room, event)),
    },
    listens: all(({ listens }) => listens),
    routes: all(({ routes }) => routes),
    failureForms: all(({ failureForms }) => failureForms),
    pages: Object.fromEntries(pages),
    service(name) {
      const service = given[name];
      if (service === undefined) throw new Error(`no module provides the service ${name}`);
      return service;
    },
    async describePerson(db, account) {
      const person: PersonContext = {
        courses: [],
        activeAssessment: null,
        hasActiveAssessment: false,
        pictureUrl: null,
        hasStore: false,
        hasOneRoster: false,
        unseenNotice: null,
      };
      for (const contextOf of contexts) Object.assign(person, await contextOf(db, account));
      return person;
    },
    notSetUp: all(({ notSetUp }) => notSetUp),
    async prepare() {
      for (const { prepare } of manifests) await prepare?.();
    },
    untilStopped: all(({ untilStopped }) => untilStopped),
    stops: all(({ stops }) => stops),
  };
}

/** Returns the declarations of all tables, those of the platform included. */
export const listPersonalData = (manifests: readonly Manifest[]): ReadonlyMap<string, Declaration> =>
  joinPersonalData([platformData, ...manifests.flatMap(({ personalData }) => (personalData ? [personalData] : []))]);

/** Lists the implementations of all modules, and then those of the calls that are left. */
function listImplementations(manifests: readonly Manifest[]): Implementation[] {
  const declared = manifests.flatMap(({ implementations = [] }) => implementations);
  const implemented = new Set<Endpoint>(declared.map(({ endpoint }) => endpoint));
  return [...declared, ...manifests.flatMap(({ implementsRest }) => implementsRest?.(implemented) ?? [])];
}

function foldChannels(channels: readonly ChannelRule[]): Pick<Folded, 'authoriseChannel' | 'allowsLimited' | 'allowsClientEvent'> {
  const ruleOf = new Map(channels.map((rule) => [rule.prefix, rule]));
  const find = (channel: string): { rule: ChannelRule | undefined; id: number } => {
    const [, prefix = '', id] = /^(.+)-([1-9]\d{0,15})$/.exec(channel) ?? [];
    return { rule: ruleOf.get(prefix), id: Number(id) };
  };
  return {
    async authoriseChannel(listener, channel) {
      const { rule, id } = find(channel);
      return rule?.authorise(listener, id) ?? null;
    },
    allowsLimited(limit, channel) {
      const { rule, id } = find(channel);
      return rule?.allows?.(limit, id) ?? false;
    },
    allowsClientEvent(channel, name, data) {
      const events = find(channel).rule?.clientEvents ?? {};
      return Object.hasOwn(events, name) && events[name]!.safeParse(data).success;
    },
  };
}

const keysOf = (entries: readonly (readonly [string, unknown])[]): string[] => entries.map(([key]) => key);

/** Returns the first result that is not null, or null. */
function findFirst<One, Result>(list: readonly One[], find: (one: One) => Result | null): Result | null {
  for (const one of list) {
    const result = find(one);
    if (result !== null) return result;
  }
  return null;
}

function refuseTwice(what: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new Error(`two modules hand over the ${what} ${twice}`);
}
