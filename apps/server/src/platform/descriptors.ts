/** Kept for the database, files and calls, whatever connects from outside. */
const RESERVED = 1000;
const UNKNOWN_LIMIT = 21_000;

export interface ConnectionRoom {
  /** Sockets of lessons that the process takes. */
  sockets: number;
  /** Connections of every kind: there is always room for calls beside the sockets. */
  connections: number;
}

/** How much of its file descriptors a process may give to connections: all but a thousand, of a small limit one half. */
export function computeConnectionRoom(descriptors: number): ConnectionRoom {
  const reserved = Math.min(RESERVED, Math.floor(descriptors / 2));
  return { sockets: descriptors - reserved, connections: descriptors - Math.floor(reserved / 2) };
}

/** Returns how many file descriptors this process may have open. Systems that do not say are taken to allow plenty. */
export function getDescriptorLimit(): number {
  const { report } = process;
  if (!report) return UNKNOWN_LIMIT;
  Object.assign(report, { excludeNetwork: true }); // else it looks up the name of every peer
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isInteger(soft) && soft > 0 ? Math.min(soft, UNKNOWN_LIMIT) : UNKNOWN_LIMIT;
}
