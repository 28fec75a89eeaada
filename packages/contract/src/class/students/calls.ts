import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, pageQuery, Pagination } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { PictureCardState } from '../../people/accounts/links.ts';

const label = (key: string) => asMessage(`account.field.${key}`);
const searchText = z.string().trim().max(200).default('');

/** A student of the directory, with the names of the external classroom service. */
export const StudentView = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  account_id: z.number().int(),
  /** The id in the external classroom service. Null until it is connected. */
  external_user_id: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  school_name: z.string().nullable(),
  /** True for a password that the student chose, or that an earlier version provided on a card. */
  has_password: z.boolean(),
  /** The state of the student's picture card, null without one. */
  picture_card: PictureCardState.nullable(),
  profile_picture: z.string().nullable(),
  profile: z.object({
    id: z.number().int(),
    name: z.object({ givenName: z.string(), familyName: z.string(), fullName: z.string() }),
    emailAddress: z.string(),
    photoUrl: z.string().nullable(),
    permissions: z.array(z.object({ permission: z.string() })),
    verifiedTeacher: z.boolean(),
  }),
});
export type StudentView = z.infer<typeof StudentView>;

export const STUDENT_SORTS = ['first_name', 'last_name', 'email', 'school_name'] as const;
const studentSearch = {
  course_id: z.union([z.literal('').transform(() => undefined), id(label('class'))]).optional(),
  first_name: searchText,
  last_name: searchText,
  phone_number: searchText,
  email: searchText,
  has_password: flag(label('hasPassword')).optional(),
  sort: z.enum(STUDENT_SORTS).default('last_name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
};

export const studentList = endpoint({
  name: 'student.list',
  method: 'GET',
  path: '/course/students',
  access: { resource: 'students', action: 'view' },
  summary: 'The student directory: of the school, or of one class',
  query: pageQuery.extend(studentSearch),
  response: z.object({
    data: z.array(StudentView),
    pagination: Pagination,
    /** True when more than one school is in the reader's reach, so rows show their school. */
    spans_schools: z.boolean(),
  }),
  errors: [],
  readOnly: true,
});

/** The maximum number of ids of a search, for making cards for all of them. */
export const MAX_STUDENT_IDS = 20_000;

export const studentIds = endpoint({
  name: 'student.ids',
  method: 'GET',
  path: '/course/students/ids',
  access: { resource: 'students', action: 'view' },
  summary: 'The ids of all students that a search finds, at most 20,000',
  query: z.object(studentSearch),
  response: z.object({ ids: z.array(z.number().int()) }),
  errors: [],
  readOnly: true,
});

const ClassAccountView = z.object({
  id: z.number().int(),
  account_id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['TEACHER', 'STUDENT']),
});

export const classAccountList = endpoint({
  name: 'classAccount.list',
  method: 'GET',
  path: '/class-wise-account-list',
  access: { resource: 'students', action: 'view' },
  summary: 'Everybody in a class, for those who teach it',
  query: z.object({ class_id: id(label('class')) }),
  response: z.object({ data: z.array(ClassAccountView) }),
  errors: [],
  readOnly: true,
});

/** One printed card. Its content is shown once; only its hash is stored. */
export const SignInCard = z.object({
  account_id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /**
   * `once`: signs in once and lets the person choose a password. `pictures`: signs in any number of times, with pictures that
   * the student chooses at its first use.
   */
  kind: z.enum(['once', 'pictures']),
  secret: z.string(),
  /**
   * The place to hand it out: the requested class, otherwise the level and the person's only class. Empty when there is
   * neither.
   */
  place: z.string(),
});
export type SignInCard = z.infer<typeof SignInCard>;

/** The maximum number of cards: those of a class. */
const MOST_CARDS = 200;

export const signInCardsCreate = endpoint({
  name: 'signInCards.create',
  cost: 10,
  method: 'POST',
  path: '/sign-in-cards',
  access: { resource: 'sign-in-cards', action: 'create' },
  confirmed: true,
  summary: 'New sign-in cards: for students of one’s own classes, or for anybody by those who edit accounts; older ones end',
  body: z.object({
    course_id: id(label('class')).optional(),
    account_ids: z
      .array(id(label('account')))
      .min(1)
      .max(MOST_CARDS)
      .optional(),
    kind: z.enum(['once', 'pictures']).default('once'),
    /** Leaves out people who can sign in already: with a password, or with pictures that they have chosen. */
    only_new: flag(label('onlyNew')).default(false),
  }),
  response: z.object({
    cards: z.array(SignInCard),
    school_name: z.string().nullable(),
    /** The address at which to use them. */
    address: z.string(),
    /** The time zone in which the last day is shown: that of the school, or of the first of several. */
    time_zone: z.string(),
    expires_at: z.string().nullable(),
    message: z.string(),
  }),
  errors: [],
  ownTransaction: true,
  answersSecret: true,
});

export const picturesReset = endpoint({
  name: 'pictures.reset',
  method: 'DELETE',
  path: '/accounts/:id/pictures',
  access: { resource: 'sign-in-cards', action: 'create' },
  confirmed: true,
  summary: 'Let a student of one’s own class choose other pictures at the next use of their picture card; they are signed out',
  params: z.object({ id: id(label('account')) }),
  response: z.object({ message: z.string() }),
  errors: [],
});
