/**
 * The parts that a module provides. Each module's `index.ts` exports one function that takes what it needs and returns
 * a manifest. `foldManifests` combines them all, and there is no other list of modules' parts. A new kind of part is a
 * field here and a line in the fold.
 */
import type { CallResult, fileGet } from '@classwright/contract';
import type { z } from 'zod';
import type { HousekeepingTask } from './housekeeping.ts';
import type { Db } from './platform/database/index.ts';
import type { Actor, Implementation, Person } from './platform/http/index.ts';
import type { JobKind } from './platform/jobs/index.ts';
import type { Listening } from './platform/module-events.ts';
import type { Permission } from './platform/live/index.ts';

/** A person who listens on a socket, with their current rights. */
export interface Listener extends Person {
  name: string;
}

/**
 * A kind of thing that uses files. The module that owns the things decides which of them use a file and who may see it
 * there. It knows the files, and they do not know it. Pictures within rich text count too: `file_ids_in` finds them.
 */
export interface FileUse {
  /** Returns how many things of each table use the file. The messages are `depends.<table>.one` and `.other`. */
  count(db: Db, fileId: number): Promise<readonly { table: string; count: number }[]>;
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
}

export interface Manifest {
  implementations?: readonly Implementation[];
  jobs?: readonly JobKind<never>[];
  housekeeping?: readonly HousekeepingTask[];
  /** The kinds of things that use files. */
  fileUses?: readonly FileUse[];
  channels?: readonly ChannelRule[];
  /** The events of other modules that this one reacts to, with the functions that hear them. */
  listens?: readonly Listening[];
  /** Functions that stop this server's own listeners when the server stops. */
  stops?: readonly (() => void)[];
}

export interface Folded {
  implementations: readonly Implementation[];
  jobs: readonly JobKind<never>[];
  housekeeping: readonly HousekeepingTask[];
  /** Returns the permission to listen to a channel now. Null means no, also for channels that do not exist. */
  authoriseChannel: (listener: Listener, channel: string) => Promise<Permission | null>;
  /** Returns true when listeners of a channel may send each other this event. */
  allowsClientEvent: (channel: string, name: string, data: unknown) => boolean;
  /** The listeners of all modules, in the order of the modules. */
  listens: readonly Listening[];
  stops: readonly (() => void)[];
}

/**
 * Combines the manifests of all modules. @throws Error where two provide the same part; the HTTP server refuses
 * duplicate endpoints.
 */
export function foldManifests(manifests: readonly Manifest[]): Folded {
  const jobs = manifests.flatMap((manifest) => manifest.jobs ?? []);
  const housekeeping = manifests.flatMap((manifest) => manifest.housekeeping ?? []);
  const channels = manifests.flatMap((manifest) => manifest.channels ?? []);
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
  const ruleOf = new Map(channels.map((rule) => [rule.prefix, rule]));
  const find = (channel: string): { rule: ChannelRule | undefined; id: number } => {
    const [, prefix = '', id] = /^(.+)-([1-9]\d{0,15})$/.exec(channel) ?? [];
    return { rule: ruleOf.get(prefix), id: Number(id) };
  };
  return {
    implementations: manifests.flatMap((manifest) => manifest.implementations ?? []),
    jobs,
    housekeeping,
    listens: manifests.flatMap((manifest) => manifest.listens ?? []),
    stops: manifests.flatMap((manifest) => manifest.stops ?? []),
    async authoriseChannel(listener, channel) {
      const { rule, id } = find(channel);
      return rule?.authorise(listener, id) ?? null;
    },
    allowsClientEvent(channel, name, data) {
      const events = find(channel).rule?.clientEvents ?? {};
      return Object.hasOwn(events, name) && events[name]!.safeParse(data).success;
    },
  };
}

function refuseTwice(what: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new Error(`two modules hand over the ${what} ${twice}`);
}
