/** A row of the outbox: what happened, without a number. */
export interface OutboxRow {
  id: number;
  epoch: number;
  name: string;
  payload: Record<string, unknown>;
  /** Set: may be joined with others of its name. */
  item: number | null;
  /** With an item: the field that carries it when an event has only one. Without: the list of the payload that may be joined. */
  single_field: string | null;
  created_at: Date;
}

/** An event of a room, counted but not placed yet: how many numbers of its epoch's sequence it takes. */
export interface JoinedEvent {
  epoch: number;
  name: string;
  payload: Record<string, unknown>;
  numbers: number;
}

/** More items go into a further event, so that a frame stays small. */
export const MAX_ITEMS_PER_EVENT = 1000;
/** So much one announcement may say, and as much the lists that are joined into one event. */
export const MAX_PAYLOAD_BYTES = 32 * 1024;

/** Rows that become one event. */
interface Group {
  /** False: the row has no room in it. */
  take: (row: OutboxRow) => boolean;
  toEvent: () => JoinedEvent;
}

/**
 * Joins outbox rows, in the order of their ids, into events. Rows with an item are joined with those of the same epoch,
 * name and payload; an item that stands twice counts once. Rows with a list are joined with those of the same epoch, name
 * and other payload, one list after the other. A row with neither is an event of its own, and nothing is joined across
 * it: what came before goes out before.
 */
export function joinRows(rows: readonly OutboxRow[]): JoinedEvent[] {
  const events: JoinedEvent[] = [];
  const groups = new Map<string, Group>();
  const closeGroups = (): void => {
    for (const group of groups.values()) events.push(group.toEvent());
    groups.clear();
  };
  for (const row of rows) {
    if (row.item === null && row.single_field === null) {
      closeGroups();
      events.push({ epoch: row.epoch, name: row.name, payload: row.payload, numbers: 1 });
      continue;
    }
    const key = keyOf(row);
    const group = groups.get(key);
    if (group?.take(row)) continue;
    if (group) events.push(group.toEvent());
    groups.set(key, row.item === null ? openListGroup(row) : openItemGroup(row));
  }
  closeGroups();
  return events;
}

function keyOf({ epoch, name, payload, item, single_field }: OutboxRow): string {
  const shared = item === null && single_field !== null ? { ...payload, [single_field]: null } : payload;
  return JSON.stringify([epoch, name, single_field, item === null, shared]);
}

function openItemGroup(first: OutboxRow): Group {
  const { epoch, name, payload, single_field } = first;
  const items = new Set([first.item as number]);
  return {
    take({ item }) {
      if (items.size >= MAX_ITEMS_PER_EVENT && !items.has(item as number)) return false;
      items.add(item as number);
      return true;
    },
    toEvent() {
      const single = single_field !== null && items.size === 1 ? { [single_field]: [...items][0] } : {};
      return { epoch, name, payload: { ...payload, ...single, items: [...items] }, numbers: items.size };
    },
  };
}

function openListGroup(first: OutboxRow): Group {
  const { epoch, name, payload } = first;
  const field = first.single_field as string;
  const list = [...(payload[field] as unknown[])];
  let bytes = countBytes(payload);
  let numbers = 1;
  return {
    take(row) {
      const more = countBytes(row.payload);
      if (bytes + more > MAX_PAYLOAD_BYTES) return false;
      list.push(...(row.payload[field] as unknown[]));
      bytes += more;
      numbers += 1;
      return true;
    },
    toEvent: () => ({ epoch, name, payload: { ...payload, [field]: list }, numbers }),
  };
}

const countBytes = (payload: Record<string, unknown>): number => Buffer.byteLength(JSON.stringify(payload));

/** A numbered event, exactly as it is broadcast and as the state call lists it. */
export interface RoomEvent extends Record<string, unknown> {
  name: string;
  epoch: number;
  from: number;
  sequence: number;
  /** UTC instant by the database's clock. */
  server_time: string;
}

/** Returns how many numbers the events of each epoch take. */
export function countNumbers(events: readonly JoinedEvent[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { epoch, numbers } of events) counts.set(epoch, (counts.get(epoch) ?? 0) + numbers);
  return counts;
}
