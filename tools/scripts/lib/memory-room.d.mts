/** Makes the folder for temporary files of this process one in memory, where there is enough. Returns it, or null. */
export function keepTemporaryFilesInMemory(options?: { memory?: string; leastBytes?: number; env?: Record<string, string | undefined> }): string | null;
