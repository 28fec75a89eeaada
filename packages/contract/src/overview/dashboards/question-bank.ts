import { z } from 'zod';
import { choice, defineDashboard, one } from '../../core/dashboard.ts';
import { endpoint } from '../../core/endpoint.ts';
import { pageQuery, Pagination } from '../../core/fields.ts';

const APPROVALS = [
  { value: 1, label: 'dashboard.approved' },
  { value: 0, label: 'dashboard.unApproved' },
] as const;

const Named = z.object({ id: z.number().int(), name: z.string() });
/** A question in a list, without its key. */
const QuestionRow = Named.extend({
  title: z.string(),
  author: z.string(),
  account_type_id: z.number().int(),
  status: z.number().int(),
  teacher_status: z.number().int(),
  assessments: z.number().int(),
});

/**
 * The dashboard of published questions: the caller's own and those of their current students; everybody's for people
 * who see them all.
 */
export const questionBankDashboard = defineDashboard({
  name: 'question-bank',
  path: '/dashboard/question-bank',
  route: 'question-dashboard',
  title: 'dashboard.questions',
  about: 'dashboard.questions.about',
  resource: 'question-dashboard',
  isFlat: true,
  filters: {
    teacher_status: choice({ label: 'dashboard.filter.teacherStatus', choices: APPROVALS }),
    status: choice({ label: 'dashboard.filter.adminStatus', choices: APPROVALS, for: 'school' }),
    teacher_id: one({ label: 'dashboard.filter.teacher', list: 'teacher', for: 'school' }),
    student_id: one({ label: 'dashboard.filter.student', list: 'student' }),
    question_subject_id: one({ label: 'dashboard.filter.subject', list: 'subject' }),
    school_id: one({ label: 'dashboard.filter.school', list: 'school' }),
    question_grade_id: one({ label: 'dashboard.filter.grade', list: 'question-grade' }),
    class_id: one({ label: 'dashboard.filter.class', list: 'class' }),
  },
  rows: {
    questions: {
      columns: {
        title: { kind: 'text', label: 'dashboard.column.question', hasFormulas: true },
        author: { kind: 'text', label: 'dashboard.column.author' },
        subject: { kind: 'text', label: 'dashboard.column.subject' },
        grade: { kind: 'text', label: 'dashboard.column.questionGrade' },
        assessments: { kind: 'number', label: 'dashboard.column.assessments' },
        state: { kind: 'words', label: 'dashboard.column.state', values: ['adminApproved', 'teacherApproved', 'unApproved'] },
      },
      sort: { by: 'title', direction: 'asc' },
    },
  },
  figures: {
    total_question: { kind: 'count', rows: 'questions', mark: 'ce', title: 'dashboard.questions.total', says: 'dashboard.questions.total.says' },
    total_admin_approved: { kind: 'count', rows: 'questions', mark: 'ba', title: 'dashboard.questions.admin', says: 'dashboard.questions.admin.says' },
    total_reused: { kind: 'count', rows: 'questions', mark: 'ed', title: 'dashboard.questions.reused', says: 'dashboard.questions.reused.says' },
    total_teacher_approved: { kind: 'count', rows: 'questions', mark: 'fd', title: 'dashboard.questions.teachers', says: 'dashboard.questions.teachers.says' },
  },
  chart: { of: ['total_question', 'total_admin_approved', 'total_reused', 'total_teacher_approved'], axisFrom: 500 },
  extra: {
    /** The account types of these questions' authors. */
    account_types: z.array(Named),
    /** The first questions. */
    questions: z.array(QuestionRow),
  },
});

const access = { resource: 'question-dashboard', action: 'view' } as const;
const asked = Object.fromEntries(Object.entries(questionBankDashboard.declaration.filters).map(([name, { schema }]) => [name, schema.optional()]));

const chosen = z.number().int().positive().nullable().optional();

/** The questions in reach, of one account type or author or all. Every filter may be empty. */
export const questionBankQuestions = endpoint({
  name: 'dashboard.question-bank.questions',
  method: 'POST',
  path: '/dashboard/question-bank/search/questions',
  access,
  summary: 'The questions of the question bank dashboard, as its filters and what is typed leave them',
  body: z.object({ ...asked, ...pageQuery.shape, account_type_id: chosen, account_id: chosen, search: z.string().max(200).default('') }),
  response: z.object({ questions: z.array(QuestionRow), pagination: Pagination }),
  errors: [],
  readOnly: true,
  cost: 4,
});

export const questionBankAccounts = endpoint({
  name: 'dashboard.question-bank.accounts',
  method: 'POST',
  path: '/dashboard/question-bank/search/accounts',
  access,
  summary: 'The authors of the questions of the question bank dashboard, of one account type or all',
  body: z.object({
    ...asked,
    ...pageQuery.shape,
    account_type_id: chosen,
    search: z.string().max(200).default(''),
  }),
  response: z.object({
    accounts: z.array(Named.extend({ account_type_id: z.number().int(), questions: z.number().int() })),
    pagination: Pagination,
  }),
  errors: [],
  readOnly: true,
  cost: 4,
});
