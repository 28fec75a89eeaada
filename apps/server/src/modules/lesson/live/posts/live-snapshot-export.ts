import { liveSnapshotExport } from '@classwright/contract';
import { toReadableText } from '@classwright/rules/rich-text';
import { audit } from '../../../../platform/audit/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { toFileName } from '../../../../platform/file-name.ts';
import { FileAnswer, implement, type Implementation } from '../../../../platform/http/index.ts';
import { writeWorkbook, XLSX_TYPE } from '../../../../platform/spreadsheets/index.ts';
import { findTimeZone, fullName } from '../../../people/accounts/index.ts';
import type { PostsContext } from './dependencies.ts';
import { loadTeacherSnapshot } from './live-teacher-snapshot.ts';
import { listIdentities } from './snapshot-queries.ts';
import { toSnapshotSheets, type WrittenReason } from './snapshot-sheets.ts';

/** Exports a lesson's snapshot as a spreadsheet, for its staff. Each export leaves an audit entry. */
export function implementLiveSnapshotExport(context: PostsContext): Implementation {
  const { facts, t } = context;
  return implement(liveSnapshotExport, async ({ tx: db, actor, input, requestId }) => {
    const { lesson, snapshot, feeds } = await loadTeacherSnapshot(context, db, actor, input.assessment_id);
    if (!snapshot) throw appError('SNAPSHOT_MISSING');
    const students = await facts.students(db, snapshot.session.id);
    const reasons = feeds.flatMap(({ form, posts, isHidden }) =>
      posts
        .filter(({ comment_text }) => comment_text !== '')
        .map((post): WrittenReason => ({ form, ...post, name: fullName(post), words: isHidden(post.id) ? null : toReadableText(post.comment) })),
    );
    const identities = await listIdentities(db, snapshot.students.map(({ account_id }) => account_id).concat(reasons.map(({ account_id }) => account_id)));
    const timeZone = await findTimeZone(db, lesson.schoolId ?? actor.schoolId);
    const after = { title: lesson.title, students: snapshot.students.length };
    await inTransaction(db, (tx) =>
      audit(tx, actor, { action: liveSnapshotExport.name, subjectType: 'assessment', subjectId: lesson.assessmentId, after, requestId }),
    );
    const content = writeWorkbook(toSnapshotSheets(snapshot, { students, reasons, identities, timeZone, t }));
    const name = `snapshot-${toFileName(lesson.title)}-${snapshot.session.started_at.slice(0, 10)}.xlsx`;
    return new FileAnswer({ name, type: XLSX_TYPE, content, people: [...identities.keys()] });
  });
}
