export function isRunning(pid: number): boolean;
export function environment(extra?: Record<string, string>): Record<string, string | undefined>;
