import { quotaExceeded } from './errors.ts';

export interface QuotaSetting {
  /** The calls of a project in a window. */
  project: number;
  /** The calls of one person through a project in a window. */
  user: number;
  windowMs: number;
}

/** Google's own quota: https://developers.google.com/workspace/classroom/reference/limits */
export const defaultQuota: QuotaSetting = { project: 3000, user: 1200, windowMs: 60_000 };

/** The instants of the last accepted calls, as many as the limit: one comparison shows if another call fits. */
class Window {
  #at = new Float64Array(16);
  #next = 0;
  #count = 0;

  fits(limit: number, since: number): boolean {
    if (this.#count < limit) return true;
    return (this.#at[(this.#next - limit + this.#at.length) % this.#at.length] as number) <= since;
  }

  note(limit: number, at: number): void {
    if (this.#count === this.#at.length && this.#at.length < limit) this.#grow(limit);
    this.#at[this.#next] = at;
    this.#next = (this.#next + 1) % this.#at.length;
    this.#count = Math.min(this.#count + 1, this.#at.length);
  }

  #grow(limit: number): void {
    const larger = new Float64Array(Math.min(limit, this.#at.length * 2));
    for (let at = 0; at < this.#count; at += 1) larger[at] = this.#at[(this.#next - this.#count + at + this.#at.length) % this.#at.length] as number;
    this.#at = larger;
    this.#next = this.#count;
  }
}

/** Sliding windows of a project and of each person in it. A refused call does not count. */
export class Quota {
  #setting: QuotaSetting;
  #windows = new Map<string, Window>();

  constructor(setting: QuotaSetting) {
    this.#setting = setting;
  }

  /** Sets the quota and forgets earlier calls. */
  set(setting: Partial<QuotaSetting>): void {
    this.#setting = { ...this.#setting, ...setting };
    this.#windows = new Map();
  }

  /** Counts a call. @throws GoogleError RESOURCE_EXHAUSTED */
  take(projectId: string, userId: string, now: number): void {
    const { project, user, windowMs } = this.#setting;
    const [ofProject, ofUser] = [this.#window(projectId), this.#window(`${projectId} ${userId}`)];
    if (!ofProject.fits(project, now - windowMs)) throw quotaExceeded('Requests per minute');
    if (!ofUser.fits(user, now - windowMs)) throw quotaExceeded('Requests per minute per user');
    ofProject.note(project, now);
    ofUser.note(user, now);
  }

  #window(key: string): Window {
    const window = this.#windows.get(key) ?? new Window();
    this.#windows.set(key, window);
    return window;
  }
}
