/**
 * Sockets and rooms. Knows channels, accounts, tokens, rooms and epochs, but nothing about schools.
 *
 * **Sockets** (`createRealtime`) speak the Pusher Channels protocol, version 7, to the unchanged official clients.
 * - There is no public channel. A subscription needs our signature for exactly this socket and channel, and a
 *   permission that is still valid: a signature kept from before a right was lost opens nothing. Any process signs and
 *   any grants, since a signature contains the account and its time. It is trusted for five seconds, then the data is
 *   checked, and after a minute it is invalid. A socket belongs to the account and sign-in that first subscribed with
 *   it, for good. Socket ids cannot be guessed.
 * - Errors of a subscribe are sent as events, never by closing. A forged or stale signature, which may be that of the
 *   socket before a reconnect, is `pusher:error` 4009. A subscription that is refused or ended because a right is
 *   missing is `pusher:subscription_error` {type: AccessEnded, status: 403} on its channel, where pusher-js reports a
 *   failed authorization too (pusher-js keeps calling such a channel subscribed: unsubscribe there). A repeated
 *   subscribe is confirmed again.
 * - A frame is built once and written once per socket, directly to the stream. A socket with 1 MiB unsent is ended;
 *   nobody waits for it. Everything sent, including pongs, counts. Malformed messages get an error until a budget is
 *   spent, then the socket is closed; a silent socket is pinged, then ended.
 * - Client events are refused (4301) unless `allowsClientEvent` allows them on their channel. They are relayed without
 *   a promised order of their senders, to other processes too when somebody listens there, and a lost one is not
 *   recovered.
 * - A sign-in that ends closes its sockets with 4009, after which pusher-js stays away. A restart closes with 4100, in
 *   batches: pusher-js comes back after a second (4200 would bring it back immediately and without jitter).
 *
 * **Rooms** (`createRooms`) turn announcements of transactions into numbered events. A room has the name of its
 * channel. An announcement is a row in the outbox, written by the transaction it is about. After the commit the room's
 * sequencer numbers the waiting rows, stores them and broadcasts them.
 * - Every (room, epoch) counts from 1 without gaps. Events are broadcast in the order of their numbers. Each carries
 *   epoch, from, sequence and server_time.
 * - An announcement is numbered exactly once. A process that dies between a commit and its broadcast loses none: before
 *   numbering, the next process sweeps the outbox; after numbering, its sockets died with it, and clients ask for the
 *   state when they come back. After a connection that broke at the commit the database is checked, and a sweep every
 *   second makes up for a lost wake.
 * - Events with an item or a list are joined per join window, so that a room gets some ten frames a second of a kind.
 *   An event without one is sent immediately, after everything announced before it. Among joined kinds only the order
 *   within a kind is kept: such an event carries ids, or their current values, and nothing that depends on another
 *   kind. **Several processes.** Each numbers the rooms that it is woken for, one process at a time in a room, and
 *   follows the rooms that have listeners in it (`RoomTails`). All events of every process are delivered everywhere,
 *   once, in order. Everything without a room number (`Signals`) is in a log that every process reads: events on
 *   people's own channels, values that have changed, rights and sign-ins that have ended. A value that is sent as a
 *   whole is made by each process that has listeners, and states its moment. Connected people are rows that are deleted
 *   with their process's lease (`Whereabouts`). The bus only reports a room's position; everything it loses is found by
 *   polling once a second.
 */
export { type Bus, createBus, createLocalBus } from './bus/index.ts';
export type { Permission } from './claim-judge.ts';
export { createCounters, type LiveCounters } from './counters.ts';
export { currentSequence, forgetRoom, listEvents, pruneRoomEvents } from './history.ts';
export { registerBusMetrics, registerLiveMetrics } from './metrics.ts';
export { DEFAULT_LIMITS } from './limits.ts';
export { createRealtime, type Realtime, type RealtimeOptions } from './realtime.ts';
export type { RoomEvent } from './room-batch.ts';
export { registerServerApi } from './server-api/index.ts';
export { type Announcement, createRooms, type Rooms, type RoomsOptions } from './rooms.ts';
export { shareCrowd } from './share-crowd.ts';
export { createSharedSignals } from './shared-signals.ts';
export { deleteOldSignals } from './signal-queries.ts';
export { createSharedWhereabouts } from './whereabouts.ts';
