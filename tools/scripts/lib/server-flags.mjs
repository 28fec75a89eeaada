/**
 * How V8 collects the server's garbage. Each piece of an upload is memory beside the heap, and V8 by itself collects
 * everything after a few megabytes of it: several times a second, on both cores of a small machine, while a lesson waits.
 * With these it counts such memory with the rest, and begins at 256 MB.
 */
export const serverFlags = ['--external-memory-accounted-in-global-limit', '--initial-heap-size=256'];
