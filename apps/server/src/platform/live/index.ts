/**
 * Sockets and rooms. Knows channels, accounts, tokens, rooms and epochs, and no school word.
 *
 * **Sockets** (`createRealtime`) speak the Pusher Channels protocol, version 7, to the official clients unchanged.
 * - There is no public channel. A subscription needs our signature for exactly this socket and channel, and a permission
 *   that still stands: a signature kept from before a right was lost opens nothing. Any process signs and any grants, since
 *   a signature says whose it is and when it was given; it is believed for five seconds, then the data is asked, and after
 *   a minute it is nothing. A socket belongs to the account and sign-in that first subscribed with it, for good. Socket ids
 *   cannot be guessed.
 * - Whatever is wrong with a subscribe is told as an event, never by closing. A forged or stale signature, which may be
 *   that of the socket before a reconnect, is `pusher:error` 4009. A subscription that is refused or ended for want of a
 *   right is `pusher:subscription_error` {type: AccessEnded, status: 403} on its channel, where pusher-js tells of a
 *   failed authorisation too (pusher-js keeps calling such a channel subscribed: unsubscribe there). A subscribe that
 *   comes twice is confirmed twice.
 * - A frame is built once and written once per socket, straight to the stream. A socket with 1 MiB unsent is ended;
 *   nobody waits for it. Everything sent, pongs too, passes that bound. Malformed messages are answered until a budget
 *   is spent, then the socket is closed; a silent socket is pinged, then ended.
 * - Client events are refused (4301) unless `allowsClientEvent` says that their channel takes them. They are relayed in no
 *   promised order of their senders, to other processes too where somebody listens there, and no look finds a lost one.
 * - A sign-in that ends closes its sockets with 4009, after which pusher-js stays away. A restart closes with 4100, in
 *   batches: pusher-js comes back after a second (4200 would bring it back at once and without jitter).
 *
 * **Rooms** (`createRooms`) turn what transactions announce into numbered events. A room is named as the channel that
 * hears it. An announcement is a row in the outbox, written by the transaction it is about; after the commit the room's
 * sequencer numbers what waits, stores it and broadcasts it.
 * - Every (room, epoch) counts from 1 without gaps; events are broadcast in the order of their numbers; each carries
 *   epoch, from, sequence and server_time.
 * - An announcement is numbered exactly once. A process that dies between a commit and its broadcast loses none: before
 *   numbering, the next process sweeps the outbox; after numbering, its sockets died with it, and clients ask for the
 *   state when they come back. A broken connection at the commit is settled by looking, and a wake that got lost by a
 *   sweep every second.
 * - Events with an item or a list are joined per join window, so that a room hears some ten frames a second of a kind;
 *   an event without one goes out at once, after all that was announced before it. Among joined kinds only the order within a
 *   kind is kept: such an event carries ids, or what they are now, nothing that depends on another kind.
 *
 * **Several processes.** Each numbers what it is woken for, one at a time in a room, and follows the rooms that somebody
 * listens to in it (`RoomTails`): whoever gave the numbers, all events are delivered everywhere, once, in order. What no
 * room counts (`Signals`) stands in a log that every process reads: events on people's own channels, values that have
 * changed, rights and sign-ins that have ended. A value that is told whole is made by each process that has listeners, and
 * says of which moment it is. Who is connected is rows that go with their process's lease (`Whereabouts`). The bus only
 * says where a room stands; everything it loses is found by looking once a second.
 */
export { type Bus, createBus, createLocalBus } from './bus/index.ts';
export type { Permission } from './claim-judge.ts';
export { createCounters, type LiveCounters } from './counters.ts';
export { currentSequence, listEvents, pruneRoomEvents } from './history.ts';
export { registerBusMetrics, registerLiveMetrics } from './metrics.ts';
export { DEFAULT_LIMITS } from './limits.ts';
export { createRealtime, type Realtime, type RealtimeOptions } from './realtime.ts';
export type { RoomEvent } from './room-batch.ts';
export { registerServerApi } from './server-api/index.ts';
export { type Announcement, createRooms, type Rooms, type RoomsOptions } from './rooms.ts';
export { createSharedSignals } from './shared-signals.ts';
export { deleteOldSignals } from './signal-queries.ts';
export { createSharedWhereabouts } from './whereabouts.ts';
