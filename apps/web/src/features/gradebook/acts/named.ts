/** What acts need to know of the items and students of the gradebook. */
export interface NamedItem {
  id: number;
  title: string;
}
export interface NamedStudent {
  id: number;
  name: string;
}

/** The choices of a select: all, then each by name. */
export const toOptions = (all: string, each: readonly { id: number; label: string }[]): { value: string; label: string }[] => [
  { value: '', label: all },
  ...each.map(({ id, label }) => ({ value: String(id), label })),
];
