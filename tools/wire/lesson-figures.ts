// The figures of lessons that are on no card of a dashboard, for docs/figures.md. Limits come from the rules, so that
// the page cannot differ from them.
import { DEFAULT_THRESHOLDS } from '@classwright/rules/results/attention';
import { STUDENTS_FOR_INTERVAL } from '@classwright/rules/results/gain';
import { PRIOR_ANSWERS } from '@classwright/rules/ideas/next-question';
import { KNOWN_ALREADY, LESSONS_TO_JUDGE, LITTLE_GAIN, TOO_MUCH_AT_ONCE } from '@classwright/rules/ideas/question-worth';

export interface LessonFigure {
  /** Matches the places of the figure in the response. */
  at: RegExp;
  name: string;
  says: string;
}

export interface LessonPage {
  title: string;
  about: string;
  /** The calls that answer the figures. */
  calls: readonly string[];
  figures: readonly LessonFigure[];
}

const percent = (share: number): string => `${Math.round(100 * share)}%`;

const formsIn = (first: RegExp, second: RegExp, transfer: RegExp): LessonFigure[] => [
  {
    at: first,
    name: 'Alone',
    says: 'Answers with a choice in Form - 1A, and the right ones among them. Blank forms, late answers and texts without a choice do not count.',
  },
  { at: second, name: 'After talking', says: 'The answers of Form - 1B, counted likewise.' },
  { at: transfer, name: 'Transfer', says: 'The answers of Form - 2, counted likewise.' },
];
const MOVES: Omit<LessonFigure, 'at'> = {
  name: 'Kept right, wrong to right, right to wrong, still wrong',
  says: 'Students who chose in Form - 1A and in Form - 1B, by right or wrong before and after. They are counted once each.',
};

export const lessonPages: readonly LessonPage[] = [
  {
    title: 'The week on Home',
    about: 'How the lessons of a week went, and what they ask for. Screen `/home` and `/dashboard?tab=summary`.',
    calls: ['home.monday'],
    figures: [
      ...formsIn(/^lessons\[\]\.(answered|right)_first$/, /^lessons\[\]\.(answered|right)_second$/, /^lessons\[\]\.(answered|right)_transfer$/),
      { at: /^lessons\[\]\.(kept|wrong_to|right_to)_/, ...MOVES },
      {
        at: /^lessons\[\]\.wrong_to_right$/,
        name: 'Gain',
        says: `Hake’s normalized gain of all matched students of the week together: (wrong to right − right to wrong) ÷ those who were wrong before. Its range is Fieller’s 95% interval; there is none with fewer than ${STUDENTS_FOR_INTERVAL} students, or when all did alike.`,
      },
      {
        at: /^attention\.total$/,
        name: 'Students who need attention',
        says: 'The names of all of one’s classes now, without those marked as done. The week itself does not matter.',
      },
      { at: /^attention\.names\[\]/, name: 'Reasons', says: 'The numbers of the reasons, as below.' },
      {
        at: /^survived\./,
        name: 'What they still believe',
        says: 'The wrong response that the largest share of one lesson’s class chose after talking, if at least two did: how many chose it then and alone, of those who chose.',
      },
    ],
  },
  {
    title: 'Who needs attention',
    about: 'Facts of the last lesson, and students for whom something repeats or is unlikely. Screens `/attention` and `/class-attention/{id}`.',
    calls: ['attention.list', 'attention.classes'],
    figures: [
      {
        at: /^facts\[\]\.of$/,
        name: 'Fact of a lesson',
        says: 'The students of the class to whom something happened in that lesson, of those who were in the class when it was held.',
      },
      {
        at: /^facts\[\]\.stayed\./,
        name: 'Stayed with',
        says: 'Of those who were wrong before and after, the students who chose the most frequent wrong response both times.',
      },
      { at: /^(data\[\]\.)?lessons$/, name: 'Lessons', says: 'The newest finished lessons of the class that are looked at, at most ten.' },
      {
        at: /reasons\[\]\.numbers/,
        name: 'Reasons',
        says: `Absent from ${DEFAULT_THRESHOLDS.absent} of the last ${DEFAULT_THRESHOLDS.absent_of} lessons held while the student was in the class; without a text in ${DEFAULT_THRESHOLDS.silent} lessons in a row; ${DEFAULT_THRESHOLDS.overdue} assignments overdue; under ${DEFAULT_THRESHOLDS.low}% in two of the last three returned ones (each school sets these); blank, late, or wrong before and after in two of the last three lessons; right alone less often, or sure and wrong more often, than the class explains, over at least eight answers, with a chance under 1 of 100.`,
      },
    ],
  },
  {
    title: 'Right answers over time',
    about: 'The three forms by lesson and by week, with the gain. Screen `/live-instructions-dashboard`.',
    calls: ['dashboard.live-instructions.get'],
    figures: [
      ...formsIn(/(lessons\[\]|weeks\[\]|whole)\.alone\./, /(lessons\[\]|weeks\[\]|whole)\.after\./, /(lessons\[\]|weeks\[\]|whole)\.transfer\./),
      { at: /\.moves\./, ...MOVES },
      {
        at: /\.(gain|interval\.(low|high))$/,
        name: 'Normalized gain',
        says: 'From the moves of all matched students of the lessons together, with its interval, as in the week on Home.',
      },
      { at: /^weeks\[\]\.sessions$/, name: 'Lessons of a week', says: 'Lessons that finished in that week of the school’s time zone.' },
      { at: /^weeks\[\]\.share_right$/, name: 'Share right', says: 'The right answers of all three forms, of all answers with a choice.' },
      { at: /^running$/, name: 'Running', says: 'Lessons that run now. They count when they have finished.' },
    ],
  },
  {
    title: 'Attendance by student',
    about: 'A row for each student, with a strip of the newest lessons. Screen `/attendance-dashboard`.',
    calls: ['dashboard.attendance.students', 'dashboard.attendance.details'],
    figures: [
      { at: /\.lessons$/, name: 'Lessons', says: 'Finished lessons held while the student was in the class.' },
      { at: /\.logged_in$/, name: 'Logged in', says: 'Those that the student joined. The share is these of the lessons.' },
      { at: /\.submitted_assessment$/, name: 'Submitted', says: 'Those in which the student answered all forms that the lesson asked.' },
      { at: /\.engaged_in_session$/, name: 'Engaged', says: 'Those in which the student gave a comment, a reply or a like.' },
    ],
  },
  {
    title: 'Ideas',
    about: 'How many students held an idea, by lesson, class and school year. Screen `/ideas`.',
    calls: ['idea.table', 'idea.evidence', 'idea.answers'],
    figures: [
      {
        at: /\.first\.(count|of)$/,
        name: 'Alone',
        says: 'Students who chose a response that stands for the idea in Form - 1A, of all who chose there, in lessons whose question has such a response.',
      },
      { at: /\.second\.(count|of)$/, name: 'After talking', says: 'Likewise in Form - 1B.' },
      { at: /\.transfer\.(count|of)$/, name: 'In the transfer question', says: 'Likewise in Form - 2, in lessons whose second question has such a response.' },
      { at: /\.weeks?\.(count|of)$/, name: 'A week later, three weeks later', says: 'Likewise in the questions that are asked again alone.' },
      {
        at: /\.lessons?$/,
        name: 'Lessons',
        says: 'Lessons that asked a question with the idea. Those of other teachers are added up from five lessons by two teachers on.',
      },
      {
        at: /reasons\[\]\.moved$/,
        name: 'Moved',
        says: 'Students who left the idea after talking for the response of this reason, and in whose sight it was.',
      },
      {
        at: /\.first\.of$/,
        name: 'Range',
        says: 'Wilson’s 95% interval of a share, in words: probably … to ….',
      },
    ],
  },
  {
    title: 'The next question',
    about: 'Questions of the bank whose expected share right alone is from 35% to 70%. Screen `/ideas`, and the form of an assessment.',
    calls: ['idea.nextQuestions'],
    figures: [
      {
        at: /^data\[\]\.expected$/,
        name: 'Expected share',
        says: `The question’s answers of other classes together with ${PRIOR_ANSWERS} answers of the bank’s mean, moved by the level of the class.`,
      },
      { at: /^data\[\]\.answered$/, name: 'Answers behind it', says: 'Answers of other classes in Form - 1A.' },
      { at: /\.held\.(count|of)$/, name: 'Held', says: 'Students of the class who held an idea of its wrong responses when it was last asked.' },
      { at: /^level$/, name: 'Level', says: 'The class’s share right alone above or below what was expected of the questions that it was asked.' },
    ],
  },
  {
    title: 'How good a question is',
    about: `A word from ${LESSONS_TO_JUDGE} lessons on, with the figures behind it. Screen: a question of the bank.`,
    calls: ['idea.questionWorth'],
    figures: [
      { at: /^lessons$/, name: 'Lessons', says: 'Lessons that discussed the newest version of the question that was asked.' },
      {
        at: /^judged\.share\./,
        name: 'Right alone',
        says: `Right answers in Form - 1A with Wilson’s interval. Above ${percent(KNOWN_ALREADY)} as a whole: ask earlier. Below ${percent(TOO_MUCH_AT_ONCE)} as a whole, with a gain below ${LITTLE_GAIN}: split.`,
      },
      { at: /^judged\.gain\./, name: 'Gain', says: 'The gain of all its matched students, with its interval.' },
      { at: /^judged\.transfer\./, name: 'Transfer', says: 'Right in Form - 2, of those who were right in Form - 1B and chose in Form - 2.' },
      {
        at: /^judged\.discrimination\./,
        name: 'Discrimination',
        says: 'The share right alone of the stronger half of each class minus that of the weaker half, with Newcombe’s interval. Below 0 as a whole, or a wrong response that the stronger half prefers: key doubtful.',
      },
    ],
  },
  {
    title: 'Class cards',
    about: 'The last lesson of a class, and what waits. Screens `/classes` and `/std-classes`.',
    calls: ['results.classCards'],
    figures: [
      {
        at: /^data\[\]\.last\.forms/,
        name: 'Right in each form',
        says: 'Right answers of the newest finished lesson, of those with a choice, for each form that was asked.',
      },
      {
        at: /^data\[\]\.to_grade$/,
        name: 'To grade',
        says: 'Turned in, with points and without a grade: the *Turned in, waiting for a grade* of the dashboard Grades, on Home and in the week alike.',
      },
    ],
  },
];

/** Returns the section of each page. */
export function describeLessonFigures(): string[] {
  return lessonPages.flatMap(({ title, about, figures }) => [
    `## ${title}`,
    '',
    about,
    '',
    '| figure | what it counts |',
    '|---|---|',
    ...figures.map(({ name, says }) => `| ${name} | ${says} |`),
    '',
  ]);
}
