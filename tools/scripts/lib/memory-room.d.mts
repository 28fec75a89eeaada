/** Moves this process's folder for temporary files into memory if there is enough. Returns it, or null. */
export function keepTemporaryFilesInMemory(options?: { memory?: string; leastBytes?: number; env?: Record<string, string | undefined> }): string | null;
