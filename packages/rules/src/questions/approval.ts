/** The steps of approval, in their order, with the names for people (document 2, section 4). */
export const STATUS_LABELS = ['Not Approved', 'Approved ?', 'Send To Admin', 'Public'] as const;
export type StatusLabel = (typeof STATUS_LABELS)[number];

/** The approval status in the database and on the wire. */
export interface ApprovalStatus {
  /** 0 Not Approved, 1 Public. */
  status: 0 | 1;
  /** 0 Not Approved, 1 Approved ?, 2 Send To Admin. */
  teacher_status: 0 | 1 | 2;
}

/** Returns the furthest step reached, which the chip shows. */
export function computeStatusLabel({ status, teacher_status }: ApprovalStatus): StatusLabel {
  return status === 1 ? 'Public' : STATUS_LABELS[teacher_status];
}

/** Returns the wire status of a step: Public has passed both steps of the teachers. */
export function computeStatusOf(label: StatusLabel): ApprovalStatus {
  const step = STATUS_LABELS.indexOf(label);
  return { status: label === 'Public' ? 1 : 0, teacher_status: Math.min(step, 2) as 0 | 1 | 2 };
}

/** A person's rights to approve questions. They depend on rights, never on the account type. */
export interface Approver {
  /** True when the person may take the teachers' steps. */
  canApprove: boolean;
  /** True when the person may take the last step and choose the status in the form. */
  canPublish: boolean;
}

/**
 * Returns the status of a question that this person has just written. People who may publish choose it; null until they
 * have.
 */
export function computeNewStatus({ canApprove, canPublish }: Approver, chosen: ApprovalStatus | null): ApprovalStatus | null {
  if (canPublish) return chosen;
  return computeStatusOf(canApprove ? 'Approved ?' : 'Not Approved');
}

export type StepProblem = 'wrong-role' | 'wrong-step';

/**
 * Returns the reason this person cannot take the step to `target`, or null when they can. Steps lead forward, one at a
 * time; the same person may take several. `wrong-role` comes first: people who may never take this step do not learn
 * the current status.
 */
export function findStepProblem(from: ApprovalStatus, target: StatusLabel, { canApprove, canPublish }: Approver): StepProblem | null {
  const mayTake = target === 'Public' ? canPublish : target === 'Not Approved' ? canApprove || canPublish : canApprove;
  if (!mayTake) return 'wrong-role';
  return computeNextLabel(computeStatusLabel(from)) === target ? null : 'wrong-step';
}

/** Returns the step that this person can take now, or null. */
export function computeNextStep(from: ApprovalStatus, approver: Approver): StatusLabel | null {
  const next = computeNextLabel(computeStatusLabel(from));
  return next !== null && findStepProblem(from, next, approver) === null ? next : null;
}

function computeNextLabel(label: StatusLabel): StatusLabel | null {
  return STATUS_LABELS[STATUS_LABELS.indexOf(label) + 1] ?? null;
}

/** Returns the approval after an edit: that of a new question, unless the editor may publish and so chooses it. */
export function computeStatusAfterEdit(before: ApprovalStatus, approver: Approver, chosen: ApprovalStatus | null): ApprovalStatus {
  return computeNewStatus(approver, chosen ?? before) ?? before;
}

/** Returns true when the published state is fixed, because an administrator has approved the question. */
export function isPublishedStateLocked({ status }: Pick<ApprovalStatus, 'status'>): boolean {
  return status === 1;
}
