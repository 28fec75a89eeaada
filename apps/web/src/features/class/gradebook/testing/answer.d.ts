import type { BookAnswer } from '../book.ts';
interface ItemOf {
    id?: number;
    title?: string;
    due?: string | null;
    points?: number | null;
    category?: number | null;
    state?: 'PUBLISHED' | 'DRAFT';
    workType?: BookAnswer['items']['columns']['workType'][number];
    draft?: (number | null)[];
    marks?: string;
    assigned?: [number, number | null][];
    pairs?: [number | null, number | null][];
    letters?: string;
    excused?: number[];
    noted?: number[];
}
/** The same with somebody, by place, who has left the class. */
export declare function withLeft(answer: BookAnswer, place: number): BookAnswer;
/** The same as it is answered to a call for the cells of some items alone, by place; of the others the heads, or nothing. */
export declare function partOf(answer: BookAnswer, isAsked: (place: number) => boolean, { withHeads }?: {
    withHeads?: boolean;
}): BookAnswer;
/** A class's gradebook as the server answers it; what a test is about is given. */
export declare function answerOf(items?: readonly ItemOf[], head?: Partial<BookAnswer['gradebook']>, students?: readonly string[]): BookAnswer;
export {};
