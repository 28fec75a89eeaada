/**
 * Settings of V8's garbage collection for the server. Each piece of an upload is memory outside the heap, and V8 by
 * default collects everything after a few megabytes of it: several times a second, on both cores of a small machine,
 * while a lesson waits; it counts such memory with the rest. By default V8 lets new objects take up 130 MB, and old ones
 * several times what is in use, before it collects them. With 32 MB and 30% a web process needs 200 MB less, and 5 to 10% more
 * processor time for each phone (docs/decisions/the-server-is-one-file.md).
 */
export const serverFlags = ['--external-memory-accounted-in-global-limit', '--max-semi-space-size=16', '--heap-growing-percent=30'];
