import type { UserView } from '@classwright/contract/people/sign-in/calls';
import { takeActive, takeFeed, type LessonModel } from '../join/lesson/model.ts';
import type { Outcome } from '../lesson/outbox/deliver.ts';
import { type OutboxItem } from '../lesson/outbox/index.ts';
/**
 * The student's page without its screens, for storms: session, socket, room follower, outbox and lesson as they are. The
 * module keeps what a tab keeps, so each tab needs an instance of its own, made with globals of its own.
 */
export interface Phone {
    /** Where the page is: what it shows, or where it went. */
    place: () => string;
    model: () => LessonModel | null;
    /** Whether answers can be given now. */
    isAnswering: () => boolean;
    items: () => readonly OutboxItem[];
    /** Whether what is written outlives the page. */
    isKept: () => boolean;
    waiting: () => number;
    type: (change: {
        response_id?: number;
        comment?: string;
    }) => void;
    /** Resolves when the answer is on the device. */
    submit: () => Promise<void>;
    /** False: the server did not take it. */
    like: (postId: number) => Promise<boolean>;
    comment: (postId: number, words: string, key: string) => Promise<boolean>;
    reply: (postId: number, commentId: number, words: string, key: string) => Promise<boolean>;
}
export interface PhoneOptions {
    token: string;
    user: UserView;
    assessmentId: number;
    onOutcome: (item: OutboxItem, outcome: Outcome) => void;
}
export declare function openPhone({ token, user, assessmentId, onOutcome }: PhoneOptions): Phone;
/** What a page that opens now would know, from what the server answers it. */
export declare function toFreshModel(active: Parameters<typeof takeActive>[1], feed: Parameters<typeof takeFeed>[1] | null, accountId: number): LessonModel;
/** A device's database, which outlives its tabs. */
export declare const createDeviceDatabase: () => IDBFactory;
