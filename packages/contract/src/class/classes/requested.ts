import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, longText } from '../../core/fields.ts';
import { ManyDone, ManyIds } from '../../core/list-endpoints.ts';
import { CourseView } from './calls.ts';
import { requestedClasses } from '../../lists/requested-class.ts';
import { asMessage } from '../../messages/translate.ts';

const decides = { resource: requestedClasses.resource, action: 'approve' } as const;
const params = z.object({ id: id(asMessage('list.requestedClass')) });
const reason = longText({ label: asMessage('class.request.reason'), max: 500 });
const decided = z.object({ requested_class: requestedClasses.row, data: requestedClasses.row, message: z.string() });

export const requestedClassApprove = endpoint({
  name: 'requestedClass.approve',
  method: 'POST',
  path: '/requested/classes/:id/approve',
  access: decides,
  summary: 'Makes the class that a teacher asked for, with the teacher as its owner',
  params,
  response: decided.extend({ course: CourseView }),
  errors: ['REQUEST_DECIDED', 'REQUEST_WITHOUT_OWNER'],
});

export const requestedClassDecline = endpoint({
  name: 'requestedClass.decline',
  method: 'POST',
  path: '/requested/classes/:id/decline',
  access: decides,
  summary: 'Declines a class that a teacher asked for, with a reason',
  params,
  body: z.object({ reason }),
  response: decided,
  errors: ['REQUEST_DECIDED'],
});

export const requestedClassApproveMany = endpoint({
  name: 'requestedClass.approveMany',
  cost: 5,
  method: 'POST',
  path: '/requested/classes/approve-many',
  access: decides,
  summary: 'Makes the classes that teachers asked for',
  body: ManyIds,
  response: ManyDone,
  errors: [],
});

export const requestedClassDeclineMany = endpoint({
  name: 'requestedClass.declineMany',
  cost: 5,
  method: 'POST',
  path: '/requested/classes/decline-many',
  access: decides,
  summary: 'Declines classes that teachers asked for, all with one reason',
  body: ManyIds.extend({ reason }),
  response: ManyDone,
  errors: [],
});

export const requestedClassReopenMany = endpoint({
  name: 'requestedClass.reopenMany',
  cost: 5,
  method: 'POST',
  path: '/requested/classes/reopen-many',
  access: decides,
  summary: 'Undoes declining requests: they wait again',
  body: ManyIds,
  response: ManyDone,
  errors: [],
});
