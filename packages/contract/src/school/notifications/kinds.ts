/** What somebody is told of. Each kind has its words (`notification.<kind>`), and is mailed as the person chose. */
export const NOTIFICATION_KINDS = [
  'announcement',
  'announcement-comment',
  'work-posted',
  'work-returned',
  'work-message',
  'invitation',
  'invitation-accepted',
  'lesson-started',
  'work-product',
  'class-requested',
  'class-request-decided',
  'reward-redeemed',
  'weekly-figures',
  'roster-source',
  'reward-rules-replaced',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** How somebody is told of a kind by e-mail: soon, unless it was read by then; with the day's others; not at all. */
export const MAIL_WAYS = ['now', 'daily', 'never'] as const;
export type MailWay = (typeof MAIL_WAYS)[number];

/** For whom a kind is: in the order of a person's preferences. */
export const KINDS_OF = {
  student: ['announcement', 'announcement-comment', 'work-posted', 'work-returned', 'work-message', 'invitation', 'lesson-started', 'work-product'],
  staff: ['invitation', 'invitation-accepted', 'announcement', 'announcement-comment', 'class-request-decided', 'reward-redeemed', 'weekly-figures'],
  admin: ['class-requested', 'reward-redeemed', 'weekly-figures'],
  /** Whoever sees to rosters. */
  rosters: ['roster-source'],
} as const satisfies Readonly<Record<string, readonly NotificationKind[]>>;

/** How a kind is mailed to whoever chose nothing: at once only what waits for this person, nothing that a crowd causes within minutes. */
export const USUAL_MAIL: Readonly<Record<NotificationKind, MailWay>> = {
  announcement: 'daily',
  'announcement-comment': 'never',
  'work-posted': 'daily',
  'work-returned': 'daily',
  'work-message': 'daily',
  invitation: 'now',
  'invitation-accepted': 'daily',
  'lesson-started': 'never',
  'work-product': 'never',
  'class-requested': 'now',
  'class-request-decided': 'now',
  'reward-redeemed': 'daily',
  'weekly-figures': 'never',
  'roster-source': 'now',
  'reward-rules-replaced': 'never',
};
