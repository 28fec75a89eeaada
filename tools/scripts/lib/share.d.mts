export const MAX_MINUTES: number;
export interface Share {
  at: number;
  of: number;
}
export function chooseShare(
  name: string,
  run: { limitMinutes: number; beganMs: number; nowMs: number; done: readonly { name: string; seconds: number; of?: number }[] },
): Share;
