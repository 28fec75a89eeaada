import type { RichTextDocument, RichTextNode } from '@classwright/contract';
import type { StatusLabel } from '@classwright/rules/questions/index';

/** The place of a figure. It becomes an image node once the figure is a stored file. */
export interface FigureNode {
  type: 'figure';
  figure: FigureKey;
}
export type DemoBlock = RichTextNode | FigureNode;

export interface DemoFigure {
  /** The PNG in `figures/`, drawn from the SVG of the same name. */
  file: string;
  /** A text alternative that reveals nothing beyond what the figure shows. */
  alt: string;
  /** The width on the page in CSS pixels. */
  width: number;
  height: number;
}

export type FigureKey = 'circuit' | 'shed' | 'balance' | 'januaryEarth' | 'orbit' | 'poster' | 'bookmark' | 'music' | 'seat' | 'pencilCase';

export interface DemoResponse {
  /** The text that students choose. `$…$` is a formula. */
  title: string;
  /** The name of the idea that leads to this choice. It is also its level in the rubric. */
  idea: string;
  /** The points: 4 for the whole idea, 1 or 2 for a part of it, 0 for another idea. */
  points: 0 | 1 | 2 | 4;
  isValid?: true;
  /** The reasoning behind the choice, shown to the teacher and, after the lesson, to students. */
  reasoning: RichTextNode[];
}

export interface DemoQuestion {
  title: string;
  description: DemoBlock[];
  tags: string[];
  /** Figures in a tab next to the question. */
  attachments?: FigureKey[];
  responses: DemoResponse[];
}

export interface DemoAssessment {
  title: string;
  /** The description for the class: the topic of the lesson, without its answers. */
  about: string;
  classKey: ClassKey;
  subject: SubjectName;
  cluster: string;
  standard: string;
  ages: AgeName;
  /** The name of the class's topic. */
  topic: string;
  /** The school day, counted from the day the demo begins. */
  schoolDay: number;
  period: PeriodName;
  /** The title of its first version, which is in the archive. */
  firstVersion?: string;
  /** The question of Form - 1A and Form - 1B. */
  first: DemoQuestion;
  /** The question of Form - 2: the same idea in another situation. */
  transfer: DemoQuestion;
}

/** A submission and the teacher's response to it. Several students may have submitted the same. */
export interface DemoAnswer {
  /** A short answer, the choice, or the text of the submitted page. */
  text: string;
  /** The grade, out of the work's points. */
  grade: number;
  /** The teacher's comment when returning it. */
  message?: string;
}

export interface DemoWork {
  title: string;
  kind: 'ASSIGNMENT' | 'QUIZ_ASSIGNMENT' | 'QUESTION' | 'MATERIAL';
  workType: 'ASSIGNMENT' | 'MATERIAL' | 'SHORT_ANSWER_QUESTION' | 'MULTIPLE_CHOICE_QUESTION';
  instructions: RichTextNode[];
  topic?: string;
  /** The name of one of the class's grade categories. */
  category?: string;
  /** The maximum points. Without it the work is not graded by points. */
  points?: number;
  /** The school day, counted from the day the demo begins. Negative days are in the past. */
  postedDay: number;
  dueDay?: number;
  /** The due time in the school's time zone, such as 08:30. The default is the end of the day. */
  dueTime?: string;
  choices?: string[];
  links?: { title: string; url: string }[];
  /**
   * The state of the work: everything returned, submitted and partly graded, open to students, scheduled, or a draft.
   */
  stage: 'returned' | 'to grade' | 'open' | 'scheduled' | 'draft';
  /** The answers, assigned in turn to the students who submitted something. */
  answers?: DemoAnswer[];
}

export interface DemoAnnouncement {
  text: string;
  /** The school day, counted from the day the demo begins, not later than today. */
  postedDay: number;
  links?: { title: string; url: string }[];
  /** Student comments: the number of the student in the class, from 1, and the text. */
  comments?: readonly (readonly [student: number, text: string])[];
}

/** The classwork of one class over eight weeks. */
export interface DemoClasswork {
  classKey: ClassKey;
  categories: { name: string; point: number }[];
  works: DemoWork[];
  announcements: DemoAnnouncement[];
}

/** A person of people.csv. A person with a single name has an empty last name, as is usual for many. */
export interface DemoPerson {
  firstName: string;
  lastName: string;
  email: string;
}

export interface DemoClass {
  key: ClassKey;
  name: string;
  section: string;
  subject: string;
  room: string;
  level: LevelName;
  /** The number of the teacher, from 1. Teacher 1 is teacher@demo.school. */
  teacher: number;
  coTeacher?: number;
  /** The numbers of its first and last student, from 1. */
  students: readonly [first: number, last: number];
}

/** The content of school.json. */
export interface DemoSchool {
  school: { school_name: string; city: string; district: string; address: string; domain: string; time_zone: string };
  /** The number of school days since its classes began: eight weeks. */
  schoolDaysBack: number;
  levels: LevelName[];
  /** Lists with the description of each name. */
  subjects: Record<SubjectName, string>;
  ages: Record<AgeName, string>;
  /** The clusters of questions, across the years of a subject. */
  clusters: Record<string, string>;
  standards: { name: string; description: string; level: LevelName }[];
  protocols: string[];
  groups: { name: string; color: string; style: string }[];
  periods: Record<PeriodName, { start_time: string; end_time: string }>;
  /** The classes. Students 1 to 30 have exactly one class with teacher 1, and nobody else has any. */
  classes: DemoClass[];
  /** Classes of the year before, in the archive. */
  lastYear: Omit<DemoClass, 'key' | 'coTeacher'>[];
  /** Pages that teachers have in their files, by the number of the teacher. */
  handouts: { teacher: number; title: string; text: string }[];
  /** Students who have extra time in lessons, by number. */
  extraTimes: { student: number; percent: number }[];
  /** The guardians of students, by their numbers. */
  guardians: { guardian: number; student: number; relation: string }[];
  /** The items of the demo's store. */
  /** The look of each person, in the order of `people.csv`, separated by spaces (see `drawFace`). */
  faces: string;
  storeItems: { picture: FigureKey; name: string; description: string; price: number; stock: number | null }[];
  figures: Record<FigureKey, DemoFigure>;
}

/** The author of a question by kind and number, from 1. The Admin has no number. */
export type BankAuthor = 'admin' | `teacher${1 | 2 | 3 | 4}` | `student${number}`;

/** A choice: its text, the idea that leads to it, its points (4: the whole idea), and the reasoning behind it. */
export interface BankChoice {
  title: string;
  idea: string;
  points: 0 | 1 | 2 | 4;
  reasoning: RichTextDocument;
}

/** A question of bank.csv: one of past lessons, one at any approval step, or a draft. */
export interface BankQuestion {
  title: string;
  description: RichTextDocument;
  tags: readonly string[];
  subject: SubjectName;
  cluster: string;
  standard: string;
  ages: AgeName;
  author: BankAuthor;
  /** The approval step. A draft is visible to its author only. */
  state: StatusLabel | 'draft';
  /** The number of stars by person who rated. */
  ratings: Readonly<Record<string, number>>;
  choices: readonly BankChoice[];
}

export type ClassKey = 'science10' | 'maths10' | 'maths5' | 'history8' | 'geography8' | 'computing12';
export type SubjectName = 'Physics' | 'Chemistry' | 'Biology' | 'Earth Science' | 'Mathematics' | 'Computer Science' | 'History';
export type AgeName = 'Ages 10–11' | 'Ages 12–13' | 'Ages 14–16' | 'Ages 16–18';
export type LevelName = 'Grade 5' | 'Grade 8' | 'Grade 9' | 'Grade 10' | 'Grade 12';
export type PeriodName = 'Period 1' | 'Period 2' | 'Period 3' | 'Period 4' | 'Period 5' | 'Period 6';
