/** File descriptors reserved for the database, files and calls, however many connections there are. */
const RESERVED = 1000;
const UNKNOWN_LIMIT = 21_000;

export interface ConnectionRoom {
  /** The maximum number of lesson sockets of the process. */
  sockets: number;
  /** The maximum number of connections of every kind. It leaves room for calls next to the sockets. */
  connections: number;
}

/**
 * Computes how many of its file descriptors a process may use for connections: all but a thousand, or one half of a
 * small limit.
 */
export function computeConnectionRoom(descriptors: number): ConnectionRoom {
  const reserved = Math.min(RESERVED, Math.floor(descriptors / 2));
  return { sockets: descriptors - reserved, connections: descriptors - Math.floor(reserved / 2) };
}

/**
 * Returns how many file descriptors this process may have open. Systems that do not report it are assumed to allow
 * plenty.
 */
export function getDescriptorLimit(): number {
  const { report } = process;
  if (!report) return UNKNOWN_LIMIT;
  Object.assign(report, { excludeNetwork: true }); // else it looks up the name of every peer
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isInteger(soft) && soft > 0 ? Math.min(soft, UNKNOWN_LIMIT) : UNKNOWN_LIMIT;
}
