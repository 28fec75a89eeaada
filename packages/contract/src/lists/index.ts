import type { ReferenceList } from '../core/reference-list.ts';
import { accountRoles, actions, policies, resourcePolicies, resources, roles } from './access.ts';
import { accountTypes } from './account-type.ts';
import { assessmentPeriods } from './assessment-period.ts';
import { censorshipLevels, censorshipWords } from './censorship.ts';
import { groups } from './group.ts';
import { ideas } from './idea.ts';
import { invitationGroups } from './invitation-group.ts';
import { levels } from './level.ts';
import { markingPeriods } from './marking-period.ts';
import { protocols } from './protocol.ts';
import { questionClusters } from './question-cluster.ts';
import { questionGrades } from './question-grade.ts';
import { questionSubjects } from './question-subject.ts';
import { questionTypes } from './question-type.ts';
import { requestedClasses } from './requested-class.ts';
import { schools } from './school.ts';
import { standards } from './standard.ts';
import { storeItems } from './store-item.ts';

export * from './access.ts';
export * from './account-type.ts';
export * from './assessment-period.ts';
export * from './censorship.ts';
export * from './group.ts';
export * from './idea.ts';
export * from './invitation-group.ts';
export * from './level.ts';
export * from './marking-period.ts';
export * from './protocol.ts';
export * from './question-cluster.ts';
export * from './question-grade.ts';
export * from './question-subject.ts';
export * from './question-type.ts';
export * from './requested-class.ts';
export * from './school.ts';
export * from './standard.ts';
export * from './store-item.ts';

/** Every list of the product. A list added here has its calls, its OpenAPI, its screen and its tests. */
export const referenceLists: readonly ReferenceList[] = [
  questionTypes,
  questionGrades,
  questionSubjects,
  questionClusters,
  levels,
  standards,
  groups,
  protocols,
  schools,
  markingPeriods,
  assessmentPeriods,
  requestedClasses,
  accountTypes,
  roles,
  actions,
  policies,
  resources,
  resourcePolicies,
  accountRoles,
  censorshipLevels,
  censorshipWords,
  invitationGroups,
  storeItems,
  ideas,
];
