/**
 * Settings of V8's garbage collection for the server. Each piece of an upload is memory outside the heap, and V8 by
 * default collects everything after a few megabytes of it: several times a second, on both cores of a small machine,
 * while a lesson waits. With these flags it counts such memory with the rest, and starts at 256 MB.
 */
export const serverFlags = ['--external-memory-accounted-in-global-limit', '--initial-heap-size=256'];
