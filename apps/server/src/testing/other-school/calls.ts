import { contract, type Endpoint, endpointsOf, type ReferenceList, referenceLists } from '@classwright/contract';
import type { TestPerson } from '../scenario.ts';
import type { TestArguments } from '../app.ts';
import { type OtherSchool, SECRET } from './things.ts';

/*
 * What becomes of each call of the contract when somebody of another school makes it with this school's ids. Every call has
 * a row; docs/other-schools.md shows them.
 */

/**
 * The outcome of a call.
 * - `refused`: 403 or 404, or 422 at `field` alone, the field that names the thing.
 * - `nothing`: the response is empty, or contains only the caller's own data; nothing is done.
 * - `shared`: 403, since it changes what all schools share, and the caller cannot reach all of them.
 * - `own`: takes no id of a school's thing; the response is the caller's own data, or shared by all schools.
 */
export type Outcome = 'refused' | 'nothing' | 'shared' | 'own';

export interface CallRow {
  outcome: Outcome;
  /** The field for which the call is refused with 422. */
  field?: string;
  /** True when it is called by everybody outside the class, also of the same school. */
  isOfClass?: boolean;
  args?: (school: OtherSchool, stranger: TestPerson) => TestArguments;
}

type Args = NonNullable<CallRow['args']>;
const refused = (args: Args): CallRow => ({ outcome: 'refused', args });
const refusedAt = (field: string, args: Args): CallRow => ({ outcome: 'refused', field, args });
const nothing = (args: Args): CallRow => ({ outcome: 'nothing', args });
const shared = (args: Args): CallRow => ({ outcome: 'shared', args });
const own: CallRow = { outcome: 'own' };

const atClass: Args = ({ courseId }) => ({ params: { id: courseId } });
const id =
  (name: keyof OtherSchool['ids']): Args =>
  (school) => ({ params: { id: school.ids[name] } });
const ids =
  (name: keyof OtherSchool['ids'], body: Record<string, unknown> = {}): Args =>
  (school) => ({ body: { ids: [school.ids[name]], ...body } });
const all = (names: readonly string[], row: CallRow): Record<string, CallRow> => Object.fromEntries(names.map((name) => [name, row]));

const INCIDENT = { title: 'Mine', noticed_on: '2026-06-30', noticed_time: '08:00', from: '2026-06-30', to: null };
const atIdea: Args = ({ lists }) => ({ params: { id: lists.get('idea')!.used } });

/** The calls about a class, its work and its people. */
const classCalls: Record<string, CallRow> = {
  'course.get': refused(atClass),
  'course.update': refused(({ courseId, ids: { level } }, { accountId }) => ({
    params: { id: courseId },
    body: { name: 'Changed', ownerId: accountId, level_id: level },
  })),
  'course.settings': refused(({ courseId }) => ({ params: { id: courseId }, body: { description: 'Changed' } })),
  'course.meetLink': refused(({ courseId }) => ({ params: { id: courseId }, body: { google_meet_link: 'https://meet.example/x' } })),
  'course.meetLink.remove': refused(atClass),
  'course.code.renew': refused(atClass),
  ...all(
    ['course.archiveMany', 'course.unarchiveMany', 'course.restoreMany'],
    nothing(({ courseId }) => ({ body: { ids: [courseId] } })),
  ),
  'course.delete': refused(({ courseId }) => ({ params: { id: courseId }, body: { confirm: true } })),
  'course.deleteMany': nothing(({ courseId }) => ({ body: { ids: [courseId], confirm: true } })),
  'course.room': refused(atClass),
  'course.upcoming': refused(atClass),
  'classTeacher.list': refused(({ courseId }) => ({ query: { course_id: courseId } })),
  'classPeople.list': refused(({ courseId }) => ({ params: { id: courseId }, query: { role: 'STUDENT' } })),
  'classPeople.student.remove': refused(({ courseId, ann }) => ({ params: { class_id: courseId, account_id: ann.accountId } })),
  'classPeople.removeMany': refused(({ courseId, ann }) => ({ params: { id: courseId }, body: { ids: [ann.accountId] } })),
  'classPeople.returnMany': refused(({ courseId, leaver }) => ({ params: { id: courseId }, body: { ids: [leaver.accountId] } })),
  'classAccount.list': refused(({ courseId }) => ({ query: { class_id: courseId } })),
  'invitation.student': refused(({ courseId }) => ({ body: { userId: 'stranger@new.example', courseId, role: 'STUDENT' } })),
  'invitation.teacher': refused(({ courseId }) => ({ body: { userId: 'stranger@new.example', courseId, role: 'TEACHER' } })),
  'invitation.group': refused(({ courseId, ids: { invitationGroup } }) => ({ body: { course_id: courseId, group_id: invitationGroup } })),
  'invitation.group.byPath': refused(({ courseId, ids: { invitationGroup } }) => ({ params: { group: invitationGroup }, body: { course_id: courseId } })),
  'invitation.group.choices': refused(({ courseId }) => ({ query: { course_id: courseId } })),
  'invitation.list': refused(atClass),
  'invitation.accept': refused(id('invitation')),
  'invitation.accept.named': refused(({ ids: { invitation } }) => ({ body: { id: invitation } })),
  'invitation.delete': refused(({ ids: { invitation } }) => ({ params: { id: invitation }, body: {} })),
  ...all(
    ['invitation.deleteMany', 'invitation.restoreMany'],
    refused(({ courseId, ids: { invitation } }) => ({ params: { id: courseId }, body: { ids: [invitation] } })),
  ),
  'announcement.stream': refused(atClass),
  'announcement.get': refused(id('announcement')),
  'announcement.audience': nothing(({ courseId }) => ({ query: { courses: String(courseId) } })),
  'announcement.list': nothing(({ courseId }) => ({ query: { course_id: courseId } })),
  'announcement.create': refusedAt('courses', ({ courseId }) => ({ body: { text: 'Changed', students: 'ALL_STUDENTS', courses: [courseId] } })),
  'announcement.update': refused(({ ids: { announcement } }) => ({ params: { id: announcement }, body: { text: 'Changed' } })),
  'announcement.update.post': refused(({ ids: { announcement } }) => ({ params: { id: announcement }, body: { text: 'Changed', _method: 'put' } })),
  'announcement.delete': refused(id('announcement')),
  ...all(['announcement.deleteMany', 'announcement.restoreMany'], nothing(ids('announcement'))),
  'announcementComment.list': refused(id('announcement')),
  'announcementComment.add': refused(({ ids: { announcement } }) => ({ params: { id: announcement }, body: { comment: 'Mine' } })),
  'announcementComment.delete': refused(({ ids: { announcement, comment } }) => ({ params: { id: announcement, commentId: comment } })),
  'announcementComment.restore': refused(({ ids: { announcement, deletedComment } }) => ({ params: { id: announcement, commentId: deletedComment } })),
  'courseWork.list': refused(atClass),
  'courseWork.get': refused(({ courseId, ids: { work } }) => ({ params: { id: courseId, workId: work } })),
  'courseWork.create': refused(({ courseId }) => ({ params: { id: courseId }, body: { title: 'Mine' } })),
  'courseWork.update': refused(({ courseId, ids: { work } }) => ({ params: { id: courseId, workId: work }, body: { title: 'Changed' } })),
  'courseWork.delete': refused(({ courseId, ids: { work } }) => ({ params: { id: courseId, workId: work }, query: { confirm: true } })),
  'courseWork.deleteMany': refused(({ courseId, ids: { work } }) => ({ params: { id: courseId }, body: { ids: [work], confirm: true } })),
  'courseWork.restoreMany': refused(({ courseId, ids: { work } }) => ({ params: { id: courseId }, body: { ids: [work] } })),
  'courseWork.moveMany': refused(({ courseId, ids: { work, topic } }) => ({ params: { id: courseId }, body: { works: [{ id: work, topicId: topic }] } })),
  'courseWork.questions': refused(({ assessmentId }) => ({ query: { assessment_id: assessmentId } })),
  'courseWork.listAll': nothing(({ ids: { topic } }) => ({ query: { topic_id: topic } })),
  'submission.submit': refused(({ courseId, ids: { work, submission } }) => ({
    body: { courseId, courseWorkId: work, submissionId: submission, answer: 'Mine' },
  })),
  'submission.get': refused(id('submission')),
  'submission.answer': refused(id('submission')),
  'submission.message': refused(({ ids: { submission } }) => ({ params: { id: submission }, body: { message: 'Mine' } })),
  'privateNote.get': refused(id('submission')),
  'privateNote.save': refused(({ ids: { submission } }) => ({ params: { id: submission }, body: { note: 'Mine', was: '' } })),
  'submission.list': refused(({ courseId, ids: { work } }) => ({ params: { courseId, workId: work } })),
  'studentWork.details': refused(({ courseId, ids: { work } }) => ({ query: { course_id: courseId, course_work_id: work } })),
  'submission.grade': refused((school) => ({ body: { courseId: school.courseId, ...cellOf(school) } })),
  'submission.gradeBulk': refused((school) => ({ body: { courseId: school.courseId, kind: 'edit', changes: [cellOf(school)] } })),
  'gradeAct.history': refused(({ courseId }) => ({ query: { class: courseId } })),
  'gradeAct.return': refused(({ courseId }) => ({ body: { courseId, message: 'Mine' } })),
  'gradeAct.preview': refused(({ courseId, ids: { work } }) => ({ body: { courseId, act: { kind: 'clear' }, course_work_ids: [work] } })),
  'submission.return': refused(({ courseId, ids: { work, submission } }) => ({ body: { courseId, courseWorkId: work, id: submission, message: 'Mine' } })),
  'submission.returnMany': refused(({ courseId, ids: { work, submission } }) => ({
    body: { courseId, courseWorkId: work, ids: [submission], message: 'Mine' },
  })),
  'gradeAct.undo': refused(id('gradeAct')),
  'gradeBook.get': refused(({ courseId }) => ({ query: { class: courseId } })),
  'gradeBook.filter': refused(({ courseId }) => ({ body: { class: courseId } })),
  'gradeBook.why': refused(({ courseId, ann }) => ({ query: { class: courseId, account_id: ann.accountId } })),
  'gradeBook.export': refused(({ courseId }) => ({ query: { class: courseId } })),
  'gradeBook.import': refused(({ courseId, ann }) => ({
    body: { class: courseId },
    file: { name: 'grades.csv', bytes: Buffer.from(`Student ID;Poster\r\n${ann.accountId};1\r\n`) },
  })),
  'gradeBook.import.apply': refused(({ ids: { gradeImport } }) => ({ params: { id: gradeImport }, body: { partial: true } })),
  'studentGradeBook.get': refused(({ courseId }) => ({ query: { class: courseId } })),
  'studentGradeBook.history': refused(({ ids: { work } }) => ({ query: { course_work_id: work } })),
  'gradeSetting.get': refused(({ courseId }) => ({ query: { course_id: courseId } })),
  'gradeSetting.create': refused(({ courseId }) => ({ body: { course_id: courseId, calculation_type: 'TOTAL_POINTS', categories: [] } })),
  'gradeSetting.update': refused(({ ids: { gradeSetting } }) => ({ params: { setting_id: gradeSetting }, body: { show_grade: false } })),
  'topic.list': nothing(({ courseId }) => ({ query: { courseId } })),
  'topic.create': refusedAt('external_course_id', ({ courseId }) => ({ body: { name: 'Changed', external_course_id: courseId } })),
  'topic.update': refused(({ courseId, ids: { topic } }) => ({ params: { id: topic }, body: { name: 'Changed', external_course_id: courseId } })),
  'topic.update.post': refused(({ courseId, ids: { topic } }) => ({
    params: { id: topic },
    body: { name: 'Changed', external_course_id: courseId, _method: 'put' },
  })),
  'topic.delete': refused(id('topic')),
  'workProduct.generate': refused(({ assessmentId }) => ({ body: { id: assessmentId } })),
  'workProduct.generate.get': refused(({ assessmentId }) => ({ query: { id: assessmentId } })),
  ...all(
    ['workProduct.regenerate', 'workProduct.regenerate.get'],
    refused(({ assessmentId }) => ({ params: { id: assessmentId } })),
  ),
  'workProduct.list': refused(({ assessmentId }) => ({ query: { assessment_id: assessmentId } })),
  'workProduct.get': refused(id('workProduct')),
  'workProduct.makeMany': refused(({ assessmentId, ann }) => ({ body: { assessment_id: assessmentId, account_ids: [ann.accountId] } })),
  'rewardPoint.students': refused(({ courseId }) => ({ query: { course_id: courseId } })),
  'rewardPoint.student': refused(({ ann }) => ({ params: { id: ann.accountId } })),
  'rewardPoint.give': refused(({ courseId, ann }) => ({ body: { course_id: courseId, account_ids: [ann.accountId], points: 3, reason: 'Mine' } })),
  'rewardPoint.takeBack': refused(id('gift')),
  'store.ownCancel': refused(id('purchase')),
  'attention.list': refused(({ courseId, assessmentId }) => ({ query: { course_id: courseId, assessment_id: assessmentId } })),
  ...all(
    ['attention.done', 'attention.back'],
    refused(({ courseId, ann }) => ({ body: { course_id: courseId, account_ids: [ann.accountId] } })),
  ),
  'extraTime.list': refused(({ courseId }) => ({ query: { course_id: courseId } })),
  'extraTime.save': refused(({ courseId, ann }) => ({ body: { course_id: courseId, students: [{ account_id: ann.accountId, percent: 50 }] } })),
  'sync.gradeOffer': refused(atClass),
};

const cellOf = ({ ids: { work, submission } }: OtherSchool) => ({
  ...{ courseWorkId: work, submissionId: submission },
  submission: { type: 'DRAFT_GRADE', draftGrade: 1 },
});

const ofAssessment: Args = ({ assessmentId }) => ({ query: { assessment_id: assessmentId } });
const ofRunning: Args = ({ ids: { runningAssessment } }) => ({ query: { assessment_id: runningAssessment } });
const running =
  (further: Record<string, unknown> = {}): Args =>
  ({ ids: { runningAssessment } }) => ({ body: { assessment_id: runningAssessment, ...further } });
const FORM = 'Form - 1A';

/** The calls about a lesson, during it and afterwards. */
const lessonCalls: Record<string, CallRow> = {
  ...all(
    [
      'live.active',
      'live.assessment',
      'live.elapsedTime',
      'live.ownAnswers',
      'live.notes',
      'live.settings',
      'live.state',
      'live.projector',
      'live.projectorVote',
      'live.vote',
      'posts.currentForm',
      'forms.reactions',
    ],
    refused(ofRunning),
  ),
  ...all(
    [
      ...['live.commentLogs', 'live.questions', 'live.responded', 'live.summary', 'live.projectorResults', 'live.snapshotExport', 'live.studentSnapshot'],
      ...['live.teacherSnapshot', 'live.compare', 'review.results', 'solo.results'],
    ],
    refused(ofAssessment),
  ),
  'live.feed': refused(({ ids: { runningAssessment } }) => ({ query: { assessment_id: runningAssessment, form: FORM } })),
  'live.reasons': refused(({ ids: { runningAssessment } }) => ({ query: { assessment_id: runningAssessment, form: FORM } })),
  'live.reasonDeal': refused(running({ form: FORM })),
  'live.askSure': refused(running({ asks_sure: false })),
  'live.voteOpen': refused(({ ids: { runningAssessment, reason } }) => ({
    body: { assessment_id: runningAssessment, first_id: reason, second_id: reason + 1 },
  })),
  'live.voteClose': refused(({ ids: { runningAssessment, vote } }) => ({ body: { assessment_id: runningAssessment, vote_id: vote } })),
  'live.voteCast': refused(({ ids: { vote, reason } }) => ({ body: { vote_id: vote, reason_id: reason } })),
  'live.studentRespond': refused(({ assessmentId, ann }) => ({ query: { assessment_id: assessmentId, student_id: ann.accountId } })),
  'live.adjustTime': refused(running({ type: 'increase', time: 1 })),
  'live.close': refused(({ ids: { runningAssessment } }) => ({ body: { id: runningAssessment } })),
  'live.end': refused(running({ epoch: 1 })),
  'live.join': refused(running()),
  'live.phaseClose': refused(running({ epoch: 1 })),
  'live.studentLogin': refused(running()),
  'solo.get': refused(({ ids: { missedAssessment } }) => ({ query: { assessment_id: missedAssessment } })),
  'solo.start': refused(({ ids: { missedAssessment } }) => ({ body: { assessment_id: missedAssessment } })),
  'solo.draft': refused(({ ids: { missedAssessment } }) => ({
    body: { assessment_id: missedAssessment, form: FORM, revision: 9, response_id: null, words: 'Mine' },
  })),
  'solo.answer': refused(({ ids: { missedAssessment } }) => ({ body: { assessment_id: missedAssessment, form: FORM, response_id: 1, words: 'Mine' } })),
  'review.get': refused(({ ids: { review } }) => ({ query: { review_id: review } })),
  'review.answer': refused(({ ids: { review } }) => ({ body: { review_id: review, response_id: 1 } })),
  'review.later': refused(({ ids: { review } }) => ({ body: { review_id: review } })),
  ...all(
    ['lessonCode.shown', 'seat.list', 'seat.request'],
    refused(({ ids: { runningAssessment } }) => ({ query: { assessment_id: runningAssessment } })),
  ),
  'seat.take': refused(({ ann }) => ({ body: { code: 'BBBBBB', student_id: ann.accountId } })),
  'seat.withdraw': refused(({ ann }) => ({ body: { code: 'BBBBBB', student_id: ann.accountId, request: 'made-up' } })),
  'seat.guest': refused(() => ({ body: { code: 'BBBBBB' } })),
  'seat.answer': refused(running({ lets_in: true })),
  'seat.end': refused(({ ids: { runningAssessment }, ann }) => ({ body: { assessment_id: runningAssessment, student_id: ann.accountId } })),
  'seat.letIn': refused(({ ids: { runningAssessment }, ann }) => ({ body: { assessment_id: runningAssessment, student_id: ann.accountId } })),
  'seatPin.list': refused(({ courseId }) => ({ body: { class_id: courseId } })),
  'seatPin.renewAll': refused(({ courseId }) => ({ body: { class_id: courseId } })),
  'seatPin.renew': refused(({ courseId, ann }) => ({ body: { class_id: courseId, student_id: ann.accountId } })),
  'live.reveal': refused(running({ form: FORM, what: 'distribution' })),
  'live.wall': refused(running({ show: 'question' })),
  'rehearsal.make': refused(({ assessmentId }) => ({ body: { assessment_id: assessmentId, size: 30, speed: 8 } })),
  'rehearsal.remove': refused(({ assessmentId }) => ({ params: { id: assessmentId } })),
  'simulatedClass.get': refused(({ assessmentId }) => ({ query: { assessment_id: assessmentId } })),
  'simulatedClass.bring': refused(({ assessmentId }) => ({ body: { assessment_id: assessmentId, size: 30, speed: 8 } })),
  'simulatedClass.phone': refused(({ assessmentId }) => ({ body: { assessment_id: assessmentId } })),
  'walls.pair': refused(running({ code: 'BCDFGH' })),
  'walls.choose': refused(({ ids: { wall } }) => ({ params: { id: wall }, body: { assessment_id: null } })),
  'walls.disconnect': refused(id('wall')),
  'live.settingsUpdate': refused(running({ can_comment: false })),
  ...all(['live.pairs', 'live.ownPair', 'live.projectorPairs'], refused(ofRunning)),
  'live.pairsMake': refused(running({ revision: 0 })),
  'live.pairsSave': refused(({ ids: { runningAssessment }, ann }) => ({
    body: { assessment_id: runningAssessment, revision: 0, groups: [{ locked: false, account_ids: [ann.accountId] }] },
  })),
  'live.pairsPublish': refused(running({ revision: 0 })),
  'live.pairJoin': refused(running()),
  'live.pairWishes': refused(({ courseId }) => ({ query: { course_id: courseId } })),
  'live.pairWishesAdd': refused(({ courseId, ann }) => ({
    body: { course_id: courseId, wishes: [{ kind: 'never', account_ids: [ann.accountId, ann.accountId + 1] }] },
  })),
  'live.pairWishesRemove': refused(({ courseId }) => ({ body: { course_id: courseId, ids: [1] } })),
  'live.planUpdate': refused(({ assessmentId }) => ({ body: { assessment_id: assessmentId, shows_answers: 'as-answered', with_names: true } })),
  'live.hide': refused(({ ids: { post } }) => ({ body: { type: 'post', id: post, reason: 'other', words: '' } })),
  'live.unhide': refused(({ ids: { post } }) => ({ body: { type: 'post', id: post } })),
  'live.rewrite': refused(({ ids: { post } }) => ({ body: { type: 'post', id: post, text: 'Mine' } })),
  'live.ask': refused(running({ question: 'Mine' })),
  'live.questionSettle': refused(({ ids: { staffQuestion } }) => ({ body: { question_id: staffQuestion, answer: 'Mine' } })),
  'live.start': refused(({ assessmentId }) => ({ body: { assessment_id: assessmentId, time: 5 } })),
  'live.status': refused(({ ids: { runningAssessment } }) => ({ body: { id: runningAssessment, type: 'finished' } })),
  'live.draft': refused(({ ids: { session } }) => ({ body: { session_id: session, form: FORM, revision: 9, response_id: null, comment: 'Mine' } })),
  'post.add': refused(({ ids: { session } }) => ({ body: { session_id: session, form: FORM, response_id: null, comment: 'Mine' } })),
  ...all(
    ['post.get', 'post.reactions'],
    refused(({ ids: { post } }) => ({ query: { post_id: post } })),
  ),
  'post.react': refused(({ ids: { post } }) => ({ body: { post_id: post, reaction_type: 'like' } })),
  'comment.add': refused(({ ids: { post } }) => ({ body: { post_id: post, comment: 'Mine' } })),
  'comment.get': refused(({ ids: { postComment } }) => ({ query: { comment_id: postComment } })),
  'comment.earlier': refused(({ ids: { post, postComment } }) => ({ query: { post_id: post, before: postComment + 1 } })),
  'reply.add': refused(({ ids: { postComment } }) => ({ body: { comment_id: postComment, reply: 'Mine' } })),
  'reply.get': refused(({ ids: { reply } }) => ({ query: { reply_id: reply } })),
  'broadcasting.auth': refused(({ courseId }) => ({ body: { socket_id: '1.1', channel_name: `private-course.${courseId}` } })),
};

const account: Args = ({ ann }) => ({ params: { id: ann.accountId } });
const strangerAccount = (stranger: TestPerson) => ({
  first_name: 'Changed',
  last_name: 'Changed',
  phone_number: '555',
  status: true,
  email: `changed${stranger.accountId}@new.example`,
});

/** The calls about accounts and administrators' data. */
const schoolCalls: Record<string, CallRow> = {
  ...all(['account.get', 'account.delete', 'account.signOut', 'account.link.revoke', 'account.factors', 'account.factors.end'], refused(account)),
  'account.link.create': refused(({ ann }) => ({ params: { id: ann.accountId }, body: {} })),
  'account.status': refused(({ ann }) => ({ params: { id: ann.accountId }, body: { status: false } })),
  'account.update': refused(({ ann, schoolId, ids: { studentType, studentRole } }, stranger) => ({
    params: { id: ann.accountId },
    body: { ...strangerAccount(stranger), school_id: schoolId, account_type_id: studentType, role_id: studentRole },
  })),
  'account.create': refusedAt('school_id', ({ schoolId, ids: { studentType, studentRole } }, stranger) => ({
    body: { ...strangerAccount(stranger), school_id: schoolId, account_type_id: studentType, role_id: studentRole },
  })),
  'account.bulk': nothing(({ ann }) => ({ body: { account_ids: [ann.accountId], act: 'deactivate' } })),
  ...all(
    ['account.list', 'account.blocks', 'account.ids', 'account.export'],
    nothing(({ schoolId }) => ({ query: { school_id: schoolId } })),
  ),
  'profile.get': refused(({ ann }) => ({ query: { account_id: ann.accountId } })),
  'erasure.create': refused(({ ann }) => ({ body: { account_id: ann.accountId } })),
  'erasure.list': nothing(() => ({})),
  'erasure.preview': refused(({ ann }) => ({ query: { account_id: ann.accountId } })),
  'erasure.cancel': refused(id('erasure')),
  'guardian.list': refused(({ ann }) => ({ query: { account_id: ann.accountId } })),
  'guardian.add': refused(({ ann }, { accountId }) => ({
    body: { account_id: ann.accountId, relation: 'Aunt', email: `aunt${accountId}@new.example`, first_name: 'A', last_name: 'B' },
  })),
  'guardian.end': refused(id('guardianTie')),
  'consent.list': refused(({ ann }) => ({ query: { account_id: ann.accountId } })),
  ...all(
    ['consent.give', 'consent.withdraw'],
    refused(({ ann }) => ({ body: { account_id: ann.accountId, use: 'picture' } })),
  ),
  'consent.school': refused(({ schoolId }) => ({ query: { school_id: schoolId, use: 'picture' } })),
  ...all(
    ['consent.record', 'consent.end'],
    refused(({ ann }) => ({ body: { account_ids: [ann.accountId], use: 'picture' } })),
  ),
  'consent.demand': refused(({ schoolId }) => ({ body: { school_id: schoolId, asks: { picture: 'guardian' } } })),
  'guardianCode.create': refused(({ ann }) => ({ body: { account_id: ann.accountId, relation: 'Aunt' } })),
  'guardianCode.end': refused(id('guardianCode')),
  'dataRequest.own': refused(({ ann }) => ({ query: { account_id: ann.accountId } })),
  'dataRequest.create': refused(({ ann }) => ({ body: { account_id: ann.accountId, kind: 'question', words: 'Mine' } })),
  'dataRequest.list': nothing(() => ({})),
  'dataRequest.record': refused(({ ann }) => ({
    body: { account_id: ann.accountId, kind: 'question', asker: 'Mine', words: 'Mine', asked_on: '2026-11-02' },
  })),
  'dataRequest.answer': refused(({ ids: { dataRequest } }) => ({ params: { id: dataRequest }, body: { state: 'done', answer: 'Mine' } })),
  ...all(['dataRequest.withdraw', 'dataRequest.reopen'], refused(id('dataRequest'))),
  'dataRequest.days': refused(({ schoolId }) => ({ body: { school_id: schoolId, days: 30 } })),
  'guardianRules.get': refused(({ schoolId }) => ({ params: { id: schoolId } })),
  'guardianRules.update': refused(({ schoolId }) => ({ params: { id: schoolId }, body: { is_weekly: true } })),
  ...all(
    ['child.get', 'child.gradeBook', 'child.readings'],
    refused(({ ann }) => ({ params: { id: ann.accountId } })),
  ),
  ...all(
    ['retention.view', 'retention.due'],
    refused(({ schoolId }) => ({ query: { school_id: schoolId } })),
  ),
  'retention.preview': refused(({ schoolId }) => ({ query: { school_id: schoolId, term: 'log', amount: '90' } })),
  'retention.change': refused(({ schoolId }) => ({ body: { school_id: schoolId, terms: { log: 90 } } })),
  'hold.create': refused(({ ann }) => ({ body: { account_id: ann.accountId, reason: 'Mine', until: '2027-06-30' } })),
  'hold.renew': refused(({ ids: { hold } }) => ({ params: { id: hold }, body: { until: '2027-06-30' } })),
  'hold.end': refused(id('hold')),
  'incident.create': refused(({ schoolId }) => ({ body: { ...INCIDENT, school_id: schoolId } })),
  'incident.update': refused(({ ids: { incident } }) => ({ params: { id: incident }, body: INCIDENT })),
  ...all(['incident.get', 'incident.numbers', 'incident.programs'], refused(id('incident'))),
  ...all(
    ['incident.people', 'incident.export'],
    refused(({ ids: { incident } }) => ({ params: { id: incident }, query: { list: 'read' } })),
  ),
  'incident.sessions': refused(({ ann, ids: { incident } }) => ({ params: { id: incident }, query: { account_id: ann.accountId } })),
  'incident.subject.add': refused(({ ann, ids: { incident } }) => ({ params: { id: incident }, body: { kind: 'account', account_id: ann.accountId } })),
  'incident.subject.remove': refused(({ ids: { incident, incidentSubject } }) => ({ params: { id: incident, subject_id: incidentSubject } })),
  'incident.step.add': refused(({ ids: { incident } }) => ({ params: { id: incident }, body: { kind: 'note', note: 'Mine' } })),
  ...all(
    ['incident.close', 'incident.reopen'],
    refused(({ ids: { incident } }) => ({ params: { id: incident }, body: { note: 'Mine' } })),
  ),
  'recordReading.list': nothing(({ ann }) => ({ query: { account_id: ann.accountId } })),
  'recordCopy.create': refused(({ ann }) => ({ body: { account_id: ann.accountId } })),
  'recordCopy.download': refused(id('copy')),
  'recordCopy.list': refused(({ ann }) => ({ query: { account_id: ann.accountId } })),
  'profile.update': refused(({ ann }) => ({ body: { account_id: ann.accountId, ...PROFILE } })),
  'auth.session.end': refused(id('signIn')),
  'auth.change.dismiss': refused(id('accountChange')),
  'signInCards.create': refused(({ ann }) => ({ body: { account_ids: [ann.accountId] } })),
  'pictures.reset': refused(({ ann }) => ({ params: { id: ann.accountId } })),
  ...all(
    ['student.list', 'student.ids'],
    nothing(({ courseId }) => ({ query: { course_id: courseId } })),
  ),
  'factorRule.list': refused(({ schoolId }) => ({ params: { id: schoolId } })),
  'factorRule.save': refused(({ schoolId }) => ({ params: { id: schoolId, role_id: 1 }, body: { level: 'none' } })),
  'notice.update': refused(({ schoolId }) => ({ params: { id: schoolId }, body: { child_text: 'x', parent_text: 'y', is_substantial: false } })),
  'schoolSettings.get': refused(({ schoolId }) => ({ params: { id: schoolId } })),
  'schoolLogo.save': refused(({ schoolId }) => ({ params: { id: schoolId }, body: { logo: 'iVBORw0KGgo=' } })),
  'schoolLogo.delete': refused(({ schoolId }) => ({ params: { id: schoolId } })),
  'schoolSettings.update': refused(({ schoolId }) => ({ params: { id: schoolId }, body: { attention_absent: 3 } })),
  ...all(['import.get', 'import.errors', 'import.problems', 'import.rows', 'import.takeBack', 'import.takeBack.look'], refused(id('accountImport'))),
  'import.apply': refused(({ ids: { accountImport } }) => ({ params: { id: accountImport }, body: {} })),
  'import.resolve': refused(({ ids: { accountImport, studentRole } }) => ({
    params: { id: accountImport },
    body: { resolutions: [{ column: 'role', value: 'x', to: studentRole }] },
  })),
  'import.groupAccount': refused(({ ids: { invitationGroup } }) => ({
    body: { invitation_group_id: invitationGroup },
    file: { name: 'people.csv', bytes: Buffer.from('Email\r\nstranger@new.example\r\n') },
  })),
  ...all(
    ['invitationGroup.accounts.add', 'invitationGroup.accounts.remove'],
    refused(({ ann, ids: { invitationGroup } }) => ({ body: { account_id: [ann.accountId], invitation_group_id: invitationGroup } })),
  ),
  'invitationGroup.class.add': refused(({ courseId, ids: { invitationGroup } }) => ({ body: { invitation_group_id: invitationGroup, course_id: courseId } })),
  'censoredText.get': refused(id('censored')),
  'censoredText.list': nothing(({ courseId }) => ({ query: { class_id: courseId } })),
  'censoredText.review': refused(({ ids: { censored } }) => ({ params: { id: censored }, body: { reviewed: true } })),
  'access.explore': refused(({ ann }) => ({ query: { account_id: ann.accountId } })),
  'access.why': refused(({ ann }) => ({ query: { account_id: ann.accountId, operation: 'home.get' } })),
  'access.callers': nothing(() => ({ query: { operation: 'home.get', search_text: SECRET } })),
  ...all(
    ['audit.list', 'audit.blocks', 'audit.export'],
    nothing(({ ann }) => ({ query: { account_id: ann.accountId } })),
  ),
  ...all(['notification.read', 'notification.unread'], nothing(ids('notification'))),
  ...all(['apiClient.reads', 'apiClient.restore', 'apiClient.revoke', 'apiClient.rotate'], refused(id('apiClient'))),
  'apiClient.create': refusedAt('school_id', ({ schoolId }) => ({ body: { name: 'Mine', school_id: schoolId, scopes: ['roster.readonly'] } })),
  'apiClient.list': nothing(({ schoolId }) => ({ query: { school_id: schoolId } })),
  'export.oneroster': refusedAt('school_id', ({ schoolId }) => ({ query: { school_id: schoolId } })),
  ...all(['roster.get', 'roster.rows', 'roster.errors', 'roster.cancel', 'roster.undo'], refused(id('rosterImport'))),
  'roster.apply': refused(({ ids: { rosterImport } }) => ({ params: { id: rosterImport }, body: { mode: 'partial' } })),
  'roster.choose': refused(({ ids: { rosterImport } }) => ({ params: { id: rosterImport }, body: { choice: 'name', chosen: true } })),
  ...all(['peopleSource.get', 'peopleSource.undo'], refused(atClass)),
  'peopleSource.preview': refused(({ courseId }) => ({ params: { id: courseId }, query: { link_id: 0 } })),
  'peopleSource.change': refused(({ courseId }) => ({ params: { id: courseId }, body: { link_id: 0 } })),
  'roster.meetings': refused(id('rosterImport')),
  'roster.meetingClasses': refused(({ ids: { rosterImport } }) => ({ params: { id: rosterImport }, query: { row: 1 } })),
  'roster.meet': refused(({ ids: { rosterImport }, courseId }) => ({ params: { id: rosterImport }, body: { as: 'ours', rows: [1], course_id: courseId } })),
  'roster.columns': refused(({ ids: { rosterImport } }) => ({ params: { id: rosterImport }, body: { mappings: {} } })),
  'roster.import': refusedAt('school_id', ({ schoolId }) => ({
    body: { school_id: schoolId },
    files: [{ name: 'users.csv', bytes: Buffer.from('a,b\n1,2\n') }],
  })),
  ...all(['rosterSource.cancel', 'rosterSource.delete', 'rosterSource.read', 'rosterSource.reads'], refused(id('rosterSource'))),
  'rosterSource.create': refusedAt('school_id', ({ schoolId }) => ({ body: { ...SOURCE, client_secret: 'mine', school_id: schoolId } })),
  'rosterSource.update': refused(({ ids: { rosterSource } }) => ({ params: { id: rosterSource }, body: SOURCE })),
  'rosterSource.test': refused(({ ids: { rosterSource } }) => ({ body: { ...CONNECTION, id: rosterSource } })),
  'sync.conflict.list': nothing(({ courseId }) => ({ query: { course_id: courseId } })),
  'sync.conflict.solve': refused(({ ids: { syncConflict } }) => ({ params: { id: syncConflict }, body: { choice: 'ours' } })),
  'sync.conflict.solveMany': nothing(ids('syncConflict', { choice: 'ours' })),
  ...all(['sync.courseWorks', 'sync.courseWorks.get', 'sync.gradeOffer.take', 'sync.link.read', 'sync.works', 'sync.unlink'], refused(atClass)),
  ...all(
    ['sync.classes', 'sync.courses.get', 'sync.status'],
    refusedAt('school_id', ({ schoolId }) => ({ query: { school_id: schoolId } })),
  ),
  'sync.connect': refusedAt('school_id', ({ schoolId }) => ({ body: { school_id: schoolId } })),
  'sync.connect.finish': refusedAt('school_id', ({ schoolId }) => ({ body: { school_id: schoolId, answer: 'code=x&state=y', secret: 'mine' } })),
  'sync.courses': refusedAt('school_id', ({ schoolId }) => ({ body: { school_id: schoolId } })),
  'sync.settings': refusedAt('school_id', ({ schoolId }) => ({ body: { school_id: schoolId, schedule: 'off' } })),
  'sync.disconnect': refused(id('syncConnection')),
  'sync.gradeHere': refused(({ courseId, ids: { work } }) => ({ params: { id: courseId, workId: work } })),
  'sync.invitations': refused(({ courseId }) => ({ body: { course_id: courseId } })),
  'sync.link': refused(({ courseId }) => ({ params: { id: courseId }, body: { create: true } })),
  'sync.people': nothing(({ courseId }) => ({ query: { course_id: courseId } })),
  'sync.people.match': nothing(ids('syncPerson', { choice: 'ignore' })),
  'sync.person.match': refused(({ ids: { syncPerson } }) => ({ params: { id: syncPerson }, body: { ignore: true } })),
  'sync.run.list': nothing(({ courseId }) => ({ query: { course_id: courseId } })),
  ...all(['sync.run.read', 'sync.run.changes', 'sync.run.cancel', 'sync.run.undo'], refused(id('syncRun'))),
  'sync.run.apply': refused(({ ids: { syncRun } }) => ({ params: { id: syncRun }, body: { classes: [], confirm: true } })),
  'store.redeem': refused(({ ids: { item } }) => ({ body: { item_id: item } })),
  ...all(['store.handOverMany', 'store.cancelMany'], nothing(ids('purchase'))),
  'store.reopenMany': nothing(ids('handedOver')),
  'storeItem.picture': refused(({ ids: { item } }) => ({ params: { id: item }, body: { file_id: null } })),
  'course.create': refusedAt('ownerId', ({ teacher, ids: { level } }) => ({ body: { name: 'Mine', level_id: level, ownerId: teacher.accountId } })),
  'requestedClass.approve': refused(id('request')),
  'requestedClass.decline': refused(({ ids: { request } }) => ({ params: { id: request }, body: { reason: 'No' } })),
  'requestedClass.approveMany': nothing(ids('request')),
  'requestedClass.declineMany': nothing(ids('request', { reason: 'No' })),
  'requestedClass.reopenMany': nothing(ids('declinedRequest')),
  'questionTopic.list': nothing(({ schoolId }) => ({ query: { school_id: schoolId } })),
  'access.role.rights': refused(({ lists, ids: { liveResource, viewAction } }) => ({
    params: { id: lists.get('role')!.used },
    body: { changes: [{ resource_id: liveResource, action_id: viewAction, allowed: false }] },
  })),
  'access.role.copy': refused(({ lists }) => ({ params: { id: lists.get('role')!.used }, body: { name: 'Changed' } })),
  ...all(['rewardRule.copy', 'rewardRule.delete'], refused(id('rewardRule'))),
  'rewardRule.update': refused(({ ids: { rewardRule } }) => ({ params: { id: rewardRule }, body: { points: 999 } })),
  ...all(['failedJob.dismissMany', 'failedJob.holdMany', 'failedJob.putBackMany', 'failedJob.restoreMany'], shared(ids('failedJob'))),
  'system.get': shared(() => ({})),
  ...all(
    ['system.testMail', 'system.backUp'],
    shared(() => ({})),
  ),
  'system.logMore': shared(() => ({ body: { on: true } })),
  'allSchools.list': shared(() => ({})),
  'allSchools.suspend': shared(({ schoolId }) => ({ body: { ids: [schoolId], reason: 'Mine' } })),
  'allSchools.resume': shared(({ schoolId }) => ({ body: { ids: [schoolId] } })),
  'allSchools.limit': shared(({ schoolId }) => ({ body: { ids: [schoolId], max_people: 1 } })),
};

const PROFILE = { city: 'Changed', state: 'Changed', zip: '12345', phone: '5550100', dob: '2000-01-01', address: 'Changed' };
const CONNECTION = { service_url: 'https://sis.example', token_url: 'https://sis.example/token', version: '1.2', client_id: 'mine' };
const SOURCE = { name: 'Mine', ...CONNECTION };

const QUESTION = { title: 'Changed', description: 'Changed', published_state: 'DRAFT' };
/** Returns the body of an assessment of the other school, with rows of lists that all schools share. */
const assessmentOf = ({ lists, first, transfer, courseId }: OtherSchool) => {
  const of = (list: string) => lists.get(list)!.used;
  return {
    ...{ title: 'Changed', class_id: courseId, schedule_date: '2026-05-04', max_point: 10, questions: [first.questionId, transfer.questionId] },
    ...{ level_id: of('level'), protocol_id: of('protocol'), topic_id: of('questionCluster'), group_id: of('group'), standard_id: of('standard') },
    ...{ subject_id: of('questionSubject'), period_id: of('assessmentPeriod'), grade_id: of('questionGrade') },
  };
};

/** The calls about questions, assessments and files. */
const bankCalls: Record<string, CallRow> = {
  ...all(['question.get', 'question.delete', 'question.version.list', 'question.copy', 'itemAnalysis.get'], refused(id('draft'))),
  ...all(['idea.ofQuestion', 'idea.questionWorth'], refused(id('draft'))),
  'idea.evidence': refused(atIdea),
  'idea.answers': refused((school, stranger) => ({ ...atIdea(school, stranger), query: { assessment_id: school.assessmentId } })),
  'idea.merge': refused((school, stranger) => ({ ...atIdea(school, stranger), body: { into_id: school.lists.get('idea')!.used } })),
  'idea.ofLesson': { ...refused(({ assessmentId }) => ({ query: { assessment_id: assessmentId } })), isOfClass: true },
  'idea.table': refused(({ courseId, schoolId }) => ({ query: { class_id: courseId, school_id: schoolId } })),
  'idea.nextQuestions': { ...refused(({ courseId }) => ({ query: { class_id: courseId } })), isOfClass: true },
  'idea.nameResponses': refused(({ lists }) => ({ body: { responses: [{ response_id: 999_999_999, idea_id: lists.get('idea')!.used }] } })),
  'question.version.restore': refused(({ ids: { draft } }) => ({ params: { id: draft, version: 1 }, body: {} })),
  ...all(['question.purge', 'question.restore'], refused(id('archivedQuestion'))),
  ...all(
    ['question.update', 'question.draft.update'],
    refused(({ ids: { draft } }) => ({ params: { id: draft }, body: QUESTION })),
  ),
  ...all(
    ['question.update.post', 'question.draft.update.post'],
    refused(({ ids: { draft } }) => ({ params: { id: draft }, body: { ...QUESTION, _method: 'put' } })),
  ),
  'question.bulk': nothing(({ ids: { draft } }) => ({ body: { act: 'archive', ids: [draft] } })),
  'question.review': refused(({ ids: { draft } }) => ({ body: { question: draft, user_rating: 5 } })),
  'question.status.update': refused(({ ids: { draft } }) => ({ body: { question: draft, status: 'Not Approved' } })),
  ...all(
    ['question.list', 'question.blocks'],
    nothing(({ teacher, schoolId }) => ({ query: { account_id: teacher.accountId, school_id: schoolId } })),
  ),
  'template.delete': refused(id('template')),
  'export.question': refused(({ ids: { draft } }) => ({ body: { question: [draft] } })),
  ...all(
    [
      ...['import.questions.get', 'import.questions.errors', 'import.questions.problems', 'import.questions.rows'],
      ...['import.questions.takeBack', 'import.questions.takeBack.look'],
    ],
    refused(id('questionImport')),
  ),
  'import.questions.apply': refused(({ ids: { questionImport } }) => ({ params: { id: questionImport }, body: {} })),
  'assessment.archive': refused(({ assessmentId }) => ({ body: { id: assessmentId, is_archived: true } })),
  'assessment.copy': refused(({ assessmentId }) => ({ body: { id: assessmentId } })),
  ...all(
    ['assessment.get', 'assessment.delete'],
    refused(({ assessmentId }) => ({ params: { id: assessmentId } })),
  ),
  'assessment.hint': nothing(({ ids: { draft } }) => ({ body: { questions: [draft] } })),
  'assessment.list': nothing(({ courseId }) => ({ query: { class_id: courseId } })),
  'assessment.create': refusedAt('class_id', (school) => ({ body: assessmentOf(school) })),
  'assessment.update': refused((school) => ({ params: { id: school.assessmentId }, body: assessmentOf(school) })),
  'assessment.update.post': refused((school) => ({ params: { id: school.assessmentId }, body: { ...assessmentOf(school), _method: 'put' } })),
  ...all(['file.get', 'file.delete'], refused(id('file'))),
  ...all(['file.deleteMany', 'file.restoreMany'], nothing(ids('file'))),
  'file.export': refused(ids('file')),
};

type Shape = { shape?: Readonly<Record<string, unknown>> } | undefined;

/**
 * Returns the filters of a dashboard or list that the endpoint has. Where the caller may not use them, the response is
 * empty.
 */
function filters(endpoint: Endpoint): Args {
  const part = endpoint.body ? 'body' : 'query';
  const fields = Object.keys((endpoint[part] as Shape)?.shape ?? {});
  return ({ courseId, schoolId, teacher, ann }) => {
    const byName: Record<string, unknown> = {
      ...{ class: courseId, school: schoolId, teacher: teacher.accountId, student: ann.accountId },
      ...{ teacher_id: teacher.accountId, student_id: ann.accountId, school_id: schoolId, account_id: teacher.accountId, id: ann.accountId },
    };
    const isTyped = endpoint.name.startsWith('dashboard.student-enrollment');
    const given = fields.filter((field) => field in byName).map((field) => [field, isTyped ? SECRET : byName[field]]);
    const figure = FIGURES[endpoint.name.split('.')[1] ?? ''];
    const asked = [...(fields.includes('figure') ? [['figure', figure]] : []), ...(fields.includes('format') ? [['format', 'csv']] : [])];
    return { [part]: Object.fromEntries([...given, ...asked]) };
  };
}
const FIGURES: Readonly<Record<string, string>> = {
  'student-enrollment': 'total_student',
  assignments: 'total',
  'live-instructions': 'total_sessions',
  'grade-book': 'total_classwork',
  attendance: 'total_sessions',
  'question-bank': 'total_question',
};

/**
 * Returns the calls of a list. Rows of a shared one are read by everybody and changed by people who reach all schools.
 */
function callsOf(list: ReferenceList): Record<string, CallRow> {
  const rowsOf = ({ lists }: OtherSchool) => lists.get(list.name)!;
  const used: Args = (school) => ({ params: { id: rowsOf(school).used } });
  const deleted: Args = (school) => ({ params: { id: rowsOf(school).deleted } });
  const { endpoints, isShared } = list;
  const one = isShared ? shared : refused;
  const many = isShared ? shared : nothing;
  const namesSchool = ['school_id', 'account_id', 'policy_id', 'role_id'].find((field) => list.fields[field]?.setBy === 'caller');
  const body: Args = (school) => ({ body: rowsOf(school).body });
  const made = isShared ? shared(body) : namesSchool === undefined ? own : refusedAt(namesSchool, body);
  const rows: [Endpoint, CallRow][] = [
    [endpoints.list, isShared ? own : nothing(filters(endpoints.list))],
    [endpoints.blocks, isShared ? own : nothing(filters(endpoints.blocks))],
    [endpoints.get, isShared ? own : refused(used)],
    [endpoints.create, made],
    [endpoints.createMany, isShared ? shared(() => ({ body: { rows: [{ [list.naming]: 'Changed' }] } })) : own],
    [endpoints.update, one((school) => ({ ...used(school, school.admin), body: rowsOf(school).body }))],
    [endpoints.updateByPost, one((school) => ({ ...used(school, school.admin), body: { ...rowsOf(school).body, _method: 'put' } }))],
    [endpoints.remove, one(used)],
    [endpoints.removeMany, many((school) => ({ body: { ids: [rowsOf(school).used] } }))],
    [endpoints.restore, one(deleted)],
    [endpoints.restoreMany, many((school) => ({ body: { ids: [rowsOf(school).deleted] } }))],
    [endpoints.purge, one(deleted)],
    [endpoints.copyMany, nothing((school) => ({ body: { ids: [rowsOf(school).used] } }))],
  ];
  const had = new Set(endpointsOf(list));
  return Object.fromEntries(rows.filter(([endpoint]) => had.has(endpoint)).map(([endpoint, row]) => [endpoint.name, row]));
}

/** Calls that take no id of a school's thing, or only the caller's own. */
const ownCalls = [
  ...[
    'config.get',
    'schoolLogo.read',
    'schoolColors.read',
    'auth.google.begin',
    'auth.google.finish',
    'auth.login',
    'auth.logout',
    'auth.me',
    'auth.session.endOthers',
    'auth.session.list',
  ],
  'auth.change.refuse',
  ...['auth.confirm', 'auth.confirm.ways', 'auth.factor', 'auth.passkey.begin', 'factor.list', 'factor.code.begin', 'factor.code.finish'],
  ...['factor.code.remove', 'factor.passkey.begin', 'factor.passkey.finish', 'factor.passkey.remove', 'factor.recovery.renew'],
  ...[
    'link.check',
    'link.use',
    'pictures.choose',
    'pictures.use',
    'auth.password',
    'auth.forgot',
    'setUp',
    'setUp.check',
    'handOff.create',
    'handOff.redeem',
    'bookStore',
  ],
  ...['import.account', 'import.account.template', 'import.list', 'import.groupAccount.template', 'import.questions', 'import.questions.list'],
  ...['settings.firstSteps', 'settings.preferences.get', 'settings.preferences.update', 'settings.school.get', 'home.get', 'results.classCards'],
  ...[
    'live.lessons',
    'attention.classes',
    'home.monday',
    'notice.get',
    'notice.see',
    'recordReading.own',
    'child.list',
    'child.week.choose',
    'guardianCode.check',
    'guardianCode.use',
    'guardianCode.redeem',
    'recordReading.unusual',
    'incident.list',
    'live.pastLessons',
    'live.running',
    'walls.code',
    'walls.pairing',
    'walls.list',
    'walls.lesson',
    'access.operations',
    'failedJob.list',
    'mailChoice.check',
    'mailChoice.update',
  ],
  ...['notification.count', 'notification.list', 'notification.preferences', 'notification.preferences.update'],
  ...['question.archive.list', 'question.draft.list', 'question.create', 'question.tag.list', 'template.create', 'template.list'],
  ...['suggest.accounts', 'suggest.classes', 'suggest.grades', 'suggest.groups', 'suggest.protocols', 'suggest.schools', 'suggest.standards'],
  ...['suggest.students', 'suggest.subjects', 'suggest.teachers', 'suggest.topics', 'suggest.works', 'course.join', 'course.list', 'level.courses'],
  'invitation.pending',
  ...['lessonCode.open', 'lessonCode.names', 'seatPin.own', 'rehearsal.list'],
  ...['rewardPoint.list', 'rewardRule.list', 'store.offers', 'store.ownPurchases', 'store.purchases', 'workProduct.unfinished'],
  ...['calendarFeed.read', 'calendarFeed.create', 'calendarFeed.get', 'calendarFeed.revoke', 'calendar.list', 'file.add', 'file.list'],
  ...['file.upload.cancel', 'file.upload.create', 'file.upload.finish', 'file.upload.part', 'file.upload.state', 'drive.connect', 'drive.connect.finish'],
  ...['drive.disconnect', 'drive.status', 'drive.take', 'drive.token', 'roster.list', 'rosterSource.list', 'dashboard.definitions', 'oneroster.token'],
];

const ofContract = (prefix: string, rowOf: (endpoint: Endpoint) => CallRow): Record<string, CallRow> =>
  Object.fromEntries(contract.filter(({ name }) => name.startsWith(prefix)).map((endpoint) => [endpoint.name, rowOf(endpoint)]));

/** Every call by its name. */
export const callRows: ReadonlyMap<string, CallRow> = new Map(
  Object.entries({
    ...ofContract('dashboard.', (endpoint) => nothing(filters(endpoint))),
    // School years have the same names in every school.
    ...ofContract('oneroster.', ({ path }) => (/:(?!termId)/.test(path) ? refused(({ sourcedIds }) => ({ params: sourcedIds, body: {} })) : own)),
    ...Object.assign({}, ...referenceLists.map((list) => callsOf(list))),
    ...all(ownCalls, own),
    ...Object.fromEntries(Object.entries(classCalls).map(([name, row]) => [name, { ...row, isOfClass: true }])),
    ...lessonCalls,
    ...schoolCalls,
    ...bankCalls,
  }),
);
