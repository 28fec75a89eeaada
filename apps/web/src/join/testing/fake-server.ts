import type { RichTextDocument } from '@classwright/contract/rich-text';

/** A way to lose a call: before the server received it, or its response after the server acted. */
export type Loss = 'before' | 'after';

export interface StoredPost {
  id: number;
  account: string;
  session_id: number;
  form: string;
  response_id: number | null;
  comment: string | RichTextDocument;
}

interface Call {
  method: string;
  path: string;
  key: string | null;
  token: string | null;
  body: Record<string, unknown>;
}

/**
 * A small fake for the two calls that the outbox makes, behind `fetch`: one post per account and form, results stored
 * under their Idempotency-Key, drafts by revision. It is only for tests of the device; the rules of the lesson are
 * tested against the real server.
 */
export class FakeServer {
  readonly posts: StoredPost[] = [];
  readonly drafts = new Map<string, { revision: number; response_id: unknown; comment: unknown }>();
  readonly calls: Call[] = [];
  readonly losses: Loss[] = [];
  /** Returned instead of acting, while it is set. */
  answer: { status: number; body: unknown } | null = null;
  offline = false;
  closedForms = new Set<string>();
  accounts = new Map<string, string>();
  /** Called before a call is handled. May wait. */
  onCall: (call: Call) => Promise<void> | void = () => undefined;
  private readonly results = new Map<string, { status: number; body: unknown }>();

  /** The `fetch` that replaces the browser's. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const call: Call = {
      method: init.method ?? 'GET',
      path: String(input),
      key: headers.get('idempotency-key'),
      token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {},
    };
    const loss = this.losses.shift();
    await Promise.race([this.onCall(call), gaveUp(init.signal)]);
    if (this.offline || loss === 'before') throw new TypeError('Failed to fetch');
    this.calls.push(call);
    const { status, body } = this.answer ?? this.deal(call);
    if (loss === 'after') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };

  private deal(call: Call): { status: number; body: unknown } {
    const account = this.accounts.get(call.token ?? '');
    if (!account) return refusal(401, 'NOT_SIGNED_IN', 'You are signed out. Sign in to continue.');
    if (call.path === '/api/posts/add') return this.once(`${account} ${call.key}`, call, () => this.addPost(account, call));
    if (call.path === '/api/live/learning/draft') return this.saveDraft(account, call);
    return refusal(404, 'NOT_FOUND', 'This does not exist, or you cannot see it.');
  }

  private once(key: string, call: Call, act: () => { status: number; body: unknown }): { status: number; body: unknown } {
    const first = this.results.get(key);
    if (first) return first;
    const result = act();
    if (call.key && result.status < 300) this.results.set(key, result);
    return result;
  }

  private addPost(account: string, { body }: Call): { status: number; body: unknown } {
    const { session_id, form, response_id, comment } = body as unknown as StoredPost;
    if (this.closedForms.has(form)) return refusal(409, 'PHASE_CLOSED', 'This form has closed. Your answer is kept, marked late, and your teacher can see it.');
    if (this.posts.some((post) => post.account === account && post.session_id === session_id && post.form === form))
      return refusal(409, 'ALREADY_ANSWERED', 'You have already answered this form.');
    const post = { id: this.posts.length + 1, account, session_id, form, response_id, comment };
    this.posts.push(post);
    return { status: 200, body: { status: 'success', post, received_at: '2026-11-20T10:25:00.000Z' } };
  }

  private saveDraft(account: string, { body }: Call): { status: number; body: unknown } {
    const { session_id, form, revision, response_id, comment } = body as {
      session_id: number;
      form: string;
      revision: number;
      response_id: unknown;
      comment: unknown;
    };
    if (this.posts.some((post) => post.account === account && post.session_id === session_id && post.form === form))
      return refusal(409, 'ALREADY_ANSWERED', 'You have already answered this form.');
    if (this.closedForms.has(form)) return refusal(409, 'PHASE_CLOSED', 'This form has closed. Your answer is kept, marked late, and your teacher can see it.');
    const key = `${account} ${session_id} ${form}`;
    const stored = this.drafts.get(key);
    if (!stored || revision > stored.revision) this.drafts.set(key, { revision, response_id, comment });
    return { status: 200, body: { status: 'success', revision: this.drafts.get(key)?.revision, saved_at: '2026-11-20T10:24:07.000Z' } };
  }
}

function refusal(status: number, code: string, message: string) {
  return { status, body: { status: 'error', code, message } };
}

function gaveUp(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
  });
}
