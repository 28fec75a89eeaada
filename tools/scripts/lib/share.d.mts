export interface Share {
  at: number;
  of: number;
}
export function chooseShare(run: { limitMinutes: number; beganMs: number; nowMs: number; testSeconds: number }): Share;
