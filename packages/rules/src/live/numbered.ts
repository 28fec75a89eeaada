/** The fields of every numbered event. For a single one `from` equals `sequence`. */
export interface Numbered {
  /** The run. A later run of the room has a higher one. */
  epoch: number;
  from: number;
  sequence: number;
}

/** The position of a state: the last event that it includes. */
export type Place = Pick<Numbered, 'epoch' | 'sequence'>;

/**
 * Compares a numbered event of a room with a state: `known` when it is included already or belongs to an earlier run,
 * `next` when it follows, `reload` when the state must be loaded: another run, or a gap.
 */
export function judgeEvent(state: Place, event: Numbered): 'known' | 'next' | 'reload' {
  if (event.epoch !== state.epoch) return event.epoch < state.epoch ? 'known' : 'reload';
  if (event.sequence <= state.sequence) return 'known';
  return event.from > state.sequence + 1 || event.from > event.sequence ? 'reload' : 'next';
}

/** Returns the newer of two states of a room, or the known one when both are at the same position. */
export function newerState<State extends Place>(known: State | null, asked: State): State {
  if (!known || asked.epoch > known.epoch) return asked;
  return asked.epoch === known.epoch && asked.sequence > known.sequence ? asked : known;
}
