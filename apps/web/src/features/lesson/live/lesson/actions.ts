import type { Form } from '@classwright/contract/lesson/live/forms';
import type { liveAskSure } from '@classwright/contract/lesson/live/reasons';
import type { commentAdd, postReact, replyAdd } from '@classwright/contract/lesson/live/posts';
import type {
  liveAdjustTime,
  liveClose,
  liveEnd,
  livePhaseClose,
  liveReveal,
  liveSettingsUpdate,
  liveStart,
  liveStatus,
} from '@classwright/contract/lesson/live/calls';
import type { liveWall } from '@classwright/contract/lesson/live/wall';
import type { CommentView, PostView, SessionView } from '@classwright/contract/lesson/live/views';
import { applyReaction } from '@classwright/rules/live/figures/engagement';
import type { StatusStep } from '@classwright/rules/live/steps';
import type { WallShow } from '@classwright/rules/live/wall';
import { checkMinutes } from '@classwright/rules/live/time';
import { api, isApiError } from '../../../../base/api.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { createStore, type Store } from '../../../../base/store.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { t } from '../../../../base/t.ts';
import { changePost, takeAssessment, takeSession } from './model.ts';
import type { StaffLesson } from './staff-lesson.ts';

/** The action under way, shown on the control that started it. */
export type Pending = 'step' | 'close' | 'time' | 'commenting' | 'distribution' | 'correctness' | 'wall' | 'sure';

/** The teacher's actions. Each returns whether it succeeded. Errors have then been shown, in the server's words. */
export interface Actions {
  readonly pending: Pick<Store<ReadonlySet<Pending>>, 'get' | 'subscribe'>;
  activate: (minutes: number) => Promise<boolean>;
  step: (type: StatusStep, minutes: number) => Promise<boolean>;
  close: () => Promise<boolean>;
  /** Closes a form that is open now, before its deadline. */
  closeForm: (form: Form) => Promise<boolean>;
  /** Finishes the lesson after this form, without the later ones. */
  endAfter: (form: Form) => Promise<boolean>;
  adjustTime: (type: 'increase' | 'decrease', minutes: number) => Promise<boolean>;
  setCommenting: (can_comment: boolean) => Promise<boolean>;
  reveal: (form: Form, what: 'distribution' | 'correctness') => Promise<boolean>;
  /** Sets what every wall of the lesson shows. `of`: the form that it is about; `step`: for explanations; `questionId`: for a question that is read out. */
  showOnWall: (show: WallShow, of?: Form | null, step?: number, questionId?: number) => Promise<boolean>;
  /** Chooses whether forms ask how sure students are, from the next one on. */
  askSure: (asks_sure: boolean) => Promise<boolean>;
  like: (post: PostView, accountId: number) => Promise<boolean>;
  comment: (postId: number, comment: string, idempotencyKey: string) => Promise<boolean>;
  reply: (comment: CommentView, reply: string, idempotencyKey: string) => Promise<boolean>;
}

/** Checks the minutes, and reports that a form cannot begin without time. */
export function hasTime(minutes: number): boolean {
  const problem = checkMinutes(minutes);
  if (problem) showSnack(t(`live.time.${problem}`), { color: 'red' });
  return problem === null;
}

export function createActions(lesson: StaffLesson): Actions {
  const id = lesson.assessmentId;
  const pending = createStore<ReadonlySet<Pending>>(new Set());
  const takeNew = (session: SessionView) => lesson.update((model) => takeSession(model, session));

  const epochOf = (): number => lesson.model.get().known?.epoch ?? 0;

  /** Runs a call unless one is under way. After a refusal it updates the screen, which was out of date. */
  async function run(kind: Pending, call: () => Promise<void>): Promise<boolean> {
    if (pending.get().has(kind)) return false;
    pending.set(new Set([...pending.get(), kind]));
    try {
      await call();
      return true;
    } catch (error) {
      tell(error, errorText(error));
      return false;
    } finally {
      pending.set(new Set([...pending.get()].filter((other) => other !== kind)));
    }
  }

  function tell(error: unknown, words: string): void {
    showSnack(isApiError(error, 'VALIDATION_FAILED') ? (Object.values(error.errors)[0]?.[0] ?? words) : words, { color: 'red' });
    if (!isApiError(error) || error.status === 0 || error.status === 404 || error.status === 409) lesson.resync();
  }

  /**
   * Sends text for others. On failure it shows the server's message if there is one, else a general error. The caller
   * keeps the typed text.
   */
  async function say(call: () => Promise<void>, done: string): Promise<boolean> {
    try {
      await call();
      showSnack(done);
      return true;
    } catch (error) {
      tell(error, isApiError(error) && error.status > 0 ? errorText(error) : t('common.somethingWentWrong'));
      return false;
    }
  }

  return {
    pending,
    activate: (time) =>
      run('step', async () => {
        const { assessment } = await api<typeof liveStart>('POST', '/live/learning/start', { body: { assessment_id: id, time } });
        lesson.update((model) => takeAssessment(model, assessment));
      }),
    step: (type, time) =>
      run('step', async () => {
        const body = type === 'finished' ? { id, type } : { id, type, time };
        const { assessment } = await api<typeof liveStatus>('POST', '/live/learning/status', { body });
        lesson.update((model) => takeAssessment(model, assessment));
      }),
    close: () => run('close', async () => void (await api<typeof liveClose>('POST', '/live/learning/close', { body: { id } }))),
    closeForm: (form) =>
      run('step', async () => {
        const { session } = await api<typeof livePhaseClose>('POST', '/live/learning/phase/close', { body: { assessment_id: id, epoch: epochOf(), form } });
        takeNew(session);
      }),
    endAfter: (form) =>
      run('step', async () => {
        const { assessment } = await api<typeof liveEnd>('POST', '/live/learning/end', { body: { assessment_id: id, epoch: epochOf(), form } });
        lesson.update((model) => takeAssessment(model, assessment));
      }),
    adjustTime: (type, time) =>
      run('time', async () => {
        const { session } = await api<typeof liveAdjustTime>('POST', '/live/learning/adjust/time', { body: { assessment_id: id, type, time } });
        takeNew(session);
        showSnack(t('live.time.adjusted'));
      }),
    setCommenting: (can_comment) =>
      run('commenting', async () => {
        const { settings } = await api<typeof liveSettingsUpdate>('POST', '/live/learning/settings/update', { body: { assessment_id: id, can_comment } });
        lesson.update((model) => (model.known ? { ...model, known: { ...model.known, canComment: settings.can_comment } } : model));
        showSnack(t('live.settings.changed'));
      }),
    reveal: (form, what) =>
      run(what, async () => {
        const { session } = await api<typeof liveReveal>('POST', '/live/learning/reveal', { body: { assessment_id: id, form, what } });
        takeNew(session);
      }),
    showOnWall: (show, of = null, step = 0, question_id) =>
      run('wall', async () => {
        const body = { assessment_id: id, show, of, step, ...(question_id !== undefined && { question_id }) };
        const { session } = await api<typeof liveWall>('POST', '/live/learning/wall', { body });
        takeNew(session);
      }),
    askSure: (asks_sure) =>
      run('sure', async () => {
        await api<typeof liveAskSure>('POST', '/live/learning/sure', { body: { assessment_id: id, asks_sure } });
        lesson.update((model) => (model.assessment ? { ...model, assessment: { ...model.assessment, asks_sure } } : model));
        showSnack(t(asks_sure ? 'teach.askSureOn' : 'teach.askSureOff'));
      }),
    like: async (post, accountId) => {
      const before = { total_likes: post.total_likes, total_dislikes: post.total_dislikes };
      lesson.update((model) => changePost(model, post.id, (shown) => ({ ...shown, ...applyReaction(shown, accountId, 'like') })));
      try {
        const { total_likes, total_dislikes } = await api<typeof postReact>('POST', '/posts/reaction/submit', {
          body: { post_id: post.id, reaction_type: 'like' },
        });
        lesson.update((model) => changePost(model, post.id, (shown) => ({ ...shown, total_likes, total_dislikes })));
        showSnack(t('live.reaction.added'));
        return true;
      } catch (error) {
        lesson.update((model) => changePost(model, post.id, (shown) => ({ ...shown, ...before })));
        tell(error, errorText(error));
        return false;
      }
    },
    comment: (post_id, comment, idempotencyKey) =>
      say(async () => {
        const { comment: added } = await api<typeof commentAdd>('POST', '/posts/comments/add', { body: { post_id, comment }, idempotencyKey });
        lesson.update((model) =>
          changePost(model, post_id, (post) => (post.comments.some((one) => one.id === added.id) ? post : { ...post, comments: [...post.comments, added] })),
        );
      }, t('live.comment.added')),
    reply: (to, reply, idempotencyKey) =>
      say(async () => {
        const { reply: added } = await api<typeof replyAdd>('POST', '/posts/comment/replies/add', { body: { comment_id: to.id, reply }, idempotencyKey });
        const withReply = (comment: CommentView) =>
          comment.id !== to.id || comment.replies.some((one) => one.id === added.id) ? comment : { ...comment, replies: [...comment.replies, added] };
        lesson.update((model) => changePost(model, to.post.id, (post) => ({ ...post, comments: post.comments.map(withReply) })));
      }, t('live.reply.added')),
  };
}
