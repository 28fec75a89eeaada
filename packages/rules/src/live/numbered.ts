/** Carried by every numbered event; for a single one `from` equals `sequence`. */
export interface Numbered {
  /** A later run of the room has a higher one. */
  epoch: number;
  from: number;
  sequence: number;
}

/** Where a state stands: the last event that is in it. */
export type Place = Pick<Numbered, 'epoch' | 'sequence'>;

/**
 * How a numbered event of a room follows from a state: `known` when it is in it already or belongs to an earlier run,
 * `next` when it leads on, `reload` when the state has to be asked for: another run, or a gap.
 */
export function judgeEvent(state: Place, event: Numbered): 'known' | 'next' | 'reload' {
  if (event.epoch !== state.epoch) return event.epoch < state.epoch ? 'known' : 'reload';
  if (event.sequence <= state.sequence) return 'known';
  return event.from > state.sequence + 1 || event.from > event.sequence ? 'reload' : 'next';
}

/** The newer of two states of a room; the one that is known when they stand at the same place. */
export function newerState<State extends Place>(known: State | null, asked: State): State {
  if (!known || asked.epoch > known.epoch) return asked;
  return asked.epoch === known.epoch && asked.sequence > known.sequence ? asked : known;
}
