import { channels, clientEvents, type GradebookCellEvent } from '@classwright/contract/lesson/live/events';
import type { PresenceChannel } from 'pusher-js';
import { connectionStore, listen } from '../../../../base/realtime.ts';
import { type Colleagues, NOWHERE, type Spot } from './colleagues.ts';

/** The minimum interval of messages: of faster moves, only the last one is sent. */
const TELL_EVERY_MS = 250;
/**
 * The number of colleagues above which messages are limited to a total of two per second, since grades use the same
 * connection.
 */
const FEW_COLLEAGUES = 2;
const TELL_MANY_EVERY_MS = 500;
const paceMs = (colleagues: number): number => (colleagues <= FEW_COLLEAGUES ? TELL_EVERY_MS : colleagues * TELL_MANY_EVERY_MS);

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isSomewhere = ({ item, student }: Spot): boolean => item !== null || student !== null;

/** Parses a message; null if it is not from one of our pages. */
function readCell(data: unknown): GradebookCellEvent | null {
  if (!isRecord(data)) return null;
  const { item, student, asks } = data;
  if ((item !== null && !isId(item)) || (student !== null && !isId(student))) return null;
  return { item, student, ...(asks === true && { asks }) };
}

function readNames(channel: PresenceChannel, ownId: string): Map<string, string> {
  const names = new Map<string, string>();
  channel.members.each(({ id, info }: { id: string; info: unknown }) => {
    const name = isRecord(info) && typeof info['name'] === 'string' ? info['name'].trim() : '';
    if (id !== ownId && name !== '') names.set(id, name);
  });
  return names;
}

/** The connection on which a page reports its position, with a function that stops it. */
export interface ColleaguesLine {
  tell: (spot: Spot) => void;
  stop: () => void;
}

/**
 * Keeps `colleagues` up to date with the server and their pages, and reports this page's position, at most four times a
 * second, less often if there are many. A page that connects, for the first time or after a gap, asks for positions;
 * names come from the server, never from an event.
 */
export function followColleagues({ courseId, accountId, colleagues }: { courseId: number; accountId: number; colleagues: Colleagues }): ColleaguesLine {
  const ownId = String(accountId);
  let channel: PresenceChannel | null = null;
  let isOpen = false;
  let spot: Spot = NOWHERE;
  let told: Spot = NOWHERE;
  let asks = false;
  let colleagueCount = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!isOpen || !channel) return;
    lastAt = performance.now();
    told = spot;
    channel.trigger(clientEvents.gradebookCell, { ...spot, ...(asks && { asks }) } satisfies GradebookCellEvent);
    asks = false;
  }
  function request(): void {
    if (timer !== undefined) return;
    const waitMs = lastAt + paceMs(colleagueCount) - performance.now();
    if (waitMs <= 0) send();
    else timer = setTimeout(send, waitMs);
  }
  const onMembers = (): void => {
    if (!channel) return;
    const names = readNames(channel, ownId);
    colleagueCount = names.size;
    colleagues.setPresent(names);
  };
  const onCell = (data: unknown, by: { user_id?: string } | undefined): void => {
    const cell = readCell(data);
    if (!cell || by?.user_id === undefined) return;
    if (by.user_id !== ownId) colleagues.move(by.user_id, { item: cell.item, student: cell.student });
    // another page of the same account has cleared this page's position
    const isToldAgain = by.user_id === ownId ? !isSomewhere(cell) && isSomewhere(spot) : cell.asks === true;
    if (isToldAgain) request();
  };
  const enter = (entered: PresenceChannel): void => {
    channel = entered;
    for (const event of ['pusher:member_added', 'pusher:member_removed']) entered.bind(event, onMembers);
    entered.bind(clientEvents.gradebookCell, onCell);
  };
  const close = (): void => {
    isOpen = false;
    colleagues.clear();
  };

  const leave = listen(channels.gradebookPresence(courseId), {
    onEvent: () => undefined,
    onEnter: (entered) => enter(entered as PresenceChannel),
    onReady: () => {
      isOpen = true;
      asks = true;
      onMembers();
      request();
    },
    onRefused: close,
  });
  const stopWatching = connectionStore.subscribe(() => isOpen && connectionStore.get().status !== 'online' && close());
  return {
    tell(next) {
      if (next.item === spot.item && next.student === spot.student) return;
      spot = next;
      request();
    },
    stop() {
      spot = NOWHERE;
      if (isSomewhere(told)) send();
      isOpen = false;
      clearTimeout(timer);
      stopWatching();
      leave();
      for (const event of ['pusher:member_added', 'pusher:member_removed']) channel?.unbind(event, onMembers);
      channel?.unbind(clientEvents.gradebookCell, onCell);
      colleagues.clear();
    },
  };
}
