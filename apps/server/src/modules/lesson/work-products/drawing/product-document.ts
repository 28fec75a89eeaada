import type { Form, RichTextDocument } from '@classwright/contract';

/** One of the three answers, ready to be drawn. */
export interface DrawnAnswer {
  form: Form;
  /** The heading: "Form - 1A", and its description. */
  heading: string;
  hint: string;
  /** The chosen response; null if none was chosen. */
  choice: { letter: string; text: string } | null;
  /** True or false for a chosen response; null if none was chosen. */
  isRight: boolean | null;
  /** The justification; null if none was written. */
  justification: RichTextDocument | null;
  /** The note below the answer: submitted by the server, or not answered. */
  note: string | null;
  /** Late answers, which do not count. */
  late: readonly { heading: string; text: RichTextDocument }[];
  results: {
    /** A sentence such as "18 of 25 answered, 12 of them right". */
    sentence: string;
    rows: readonly { letter: string; count: number; words: string; share: number; isRight: boolean; isOwn: boolean }[];
  } | null;
}

export interface DrawnQuestion {
  heading: string;
  title: string;
  description: RichTextDocument;
  choices: readonly { letter: string; text: string; isRight: boolean; why: RichTextDocument | null }[];
  answers: readonly DrawnAnswer[];
}

export interface DrawnRemark {
  who: string;
  /** The answer it belongs to, and its time. */
  place: string;
  text: string;
  replies: readonly { who: string; text: string }[];
}

/** The complete text of a work product, ready to be drawn. */
export interface ProductDocument {
  /** The language tag, such as `en` or `es`, for screen readers. */
  language: string;
  direction: 'ltr' | 'rtl';
  title: string;
  student: string;
  school: string;
  facts: readonly { name: string; value: string }[];
  words: {
    product: string;
    choices: string;
    right: string;
    wrong: string;
    justification: string;
    results: string;
    choice: string;
    answers: string;
    engagement: string;
    comments: string;
    noComments: string;
    picture: string;
    page: string;
  };
  /** The sentence about the student's own way, with which it begins; null if there is none. */
  way: string | null;
  summary: readonly { heading: string; hint: string; verdict: string; isRight: boolean | null; share: string }[];
  questions: readonly DrawnQuestion[];
  engagement: { head: readonly string[]; rows: readonly (readonly string[])[] };
  comments: readonly DrawnRemark[];
}

/** A picture that the document refers to by the id of its file. */
export interface DrawnPicture {
  fileId: number;
  type: string;
  bytes: Uint8Array;
}
