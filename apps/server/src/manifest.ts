/**
 * What a module hands over. Each module's `index.ts` exports one function of what it needs that returns a manifest;
 * `foldManifests` puts all of them together, and no list of modules' things is kept anywhere else. A new kind of thing
 * is a field here and a line in the fold.
 */
import type { CallResult, fileGet } from '@classwright/contract';
import type { z } from 'zod';
import type { HousekeepingTask } from './housekeeping.ts';
import type { Db } from './platform/database/index.ts';
import type { Actor, Implementation, Person } from './platform/http/index.ts';
import type { JobKind } from './platform/jobs/index.ts';
import type { Permission } from './platform/live/index.ts';

/** Somebody who listens on a socket, with the rights of now. */
export interface Listener extends Person {
  name: string;
}

/**
 * A kind of thing that files are part of. The module that owns the things says which of them hold a file and who may
 * see it there; it knows the files, and they do not know it. Pictures within rich text count too: `file_ids_in` finds them.
 */
export interface FileUse {
  /** How many things of each table hold the file: `depends.<table>.one` and `.other` say so in words. */
  count(db: Db, fileId: number): Promise<readonly { table: string; count: number }[]>;
  /** The first of those that somebody may open, by name; none of a kind that has no page of its own. */
  list?(db: Db, actor: Actor, fileId: number): Promise<readonly NamedUse[]>;
  /** Whether somebody may see one of the things that hold the file. */
  canRead(db: Db, actor: Actor, fileId: number): Promise<boolean>;
}

export type NamedUse = CallResult<typeof fileGet>['things'][number];
/** Channels named `<prefix>-<id>`, and who may hear them now. Null: no, also for an id of nothing. */
export interface ChannelRule {
  prefix: string;
  /** What those who hear them may tell each other, by name; nothing unless said. */
  clientEvents?: Readonly<Record<string, z.ZodType>>;
  authorise: (listener: Listener, id: number) => Promise<Permission | null>;
}

export interface Manifest {
  implementations?: readonly Implementation[];
  jobs?: readonly JobKind<never>[];
  housekeeping?: readonly HousekeepingTask[];
  /** What files are part of. */
  fileUses?: readonly FileUse[];
  channels?: readonly ChannelRule[];
  /** What ends with the server: listeners that are this server's own. */
  stops?: readonly (() => void)[];
}

export interface Folded {
  implementations: readonly Implementation[];
  jobs: readonly JobKind<never>[];
  housekeeping: readonly HousekeepingTask[];
  /** Whether somebody may hear a channel now. Null: no; also for channels that do not exist. */
  authoriseChannel: (listener: Listener, channel: string) => Promise<Permission | null>;
  /** Whether those who hear a channel may tell each other this. */
  allowsClientEvent: (channel: string, name: string, data: unknown) => boolean;
  stops: readonly (() => void)[];
}

/** Puts what all modules hand over together. @throws Error where two hand over the same; doubled endpoints are the HTTP server's to refuse. */
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
