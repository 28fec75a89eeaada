import type { Form, RichTextDocument } from '@classwright/contract';

/** One of the three answers, as it is drawn. */
export interface DrawnAnswer {
  form: Form;
  /** "Form - 1A", and in words which answer that is. */
  heading: string;
  hint: string;
  /** The chosen response; null: none was chosen. */
  choice: { letter: string; text: string } | null;
  /** Null: nothing was chosen, so nothing is right or wrong. */
  isRight: boolean | null;
  /** Null: nothing was written. */
  justification: RichTextDocument | null;
  /** Said below the answer: filed by the server, or that nothing was answered. */
  note: string | null;
  /** What came too late for the form and counts in nothing. */
  late: readonly { heading: string; text: RichTextDocument }[];
  results: {
    /** "18 of 25 answered, 12 of them right". */
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
  /** Where it stands and when it was said. */
  place: string;
  text: string;
  replies: readonly { who: string; text: string }[];
}

/** Everything that a work product says, in words that are ready to be drawn. */
export interface ProductDocument {
  /** A language's tag, such as `en` or `es`, for who reads it aloud. */
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
  summary: readonly { heading: string; hint: string; verdict: string; isRight: boolean | null; share: string }[];
  questions: readonly DrawnQuestion[];
  engagement: { head: readonly string[]; rows: readonly (readonly string[])[] };
  comments: readonly DrawnRemark[];
}

/** A picture that the document names by the id of its file. */
export interface DrawnPicture {
  fileId: number;
  type: string;
  bytes: Uint8Array;
}
