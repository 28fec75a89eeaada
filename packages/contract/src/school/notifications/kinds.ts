/** The kinds of notifications. Each has its text (`notification.<kind>`), and is mailed as the person chose. */
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
  'record-copy',
  'data-request',
  'data-request-due',
  'data-request-answered',
  'children-week',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The ways to mail a kind: soon, unless it has been read; with the day's others; or never. */
export const MAIL_WAYS = ['now', 'daily', 'never'] as const;
export type MailWay = (typeof MAIL_WAYS)[number];

/** The kinds by audience, in the order of a person's preferences. Guardians choose `children-week` on the page of their children. */
export const KINDS_OF = {
  student: [
    'announcement',
    'announcement-comment',
    'work-posted',
    'work-returned',
    'work-message',
    'invitation',
    'lesson-started',
    'work-product',
    'data-request-answered',
  ],
  staff: ['invitation', 'invitation-accepted', 'announcement', 'announcement-comment', 'class-request-decided', 'reward-redeemed', 'weekly-figures'],
  admin: ['class-requested', 'reward-redeemed', 'weekly-figures'],
  /** People who manage rosters. */
  rosters: ['roster-source'],
  /** People who answer requests about data. */
  requests: ['data-request', 'data-request-due'],
  guardian: ['data-request-answered'],
} as const satisfies Readonly<Record<string, readonly NotificationKind[]>>;

/**
 * The default mail choice of each kind: immediately only for things that wait for this person, and never for those that
 * a crowd causes within minutes.
 */
export const DEFAULT_MAIL: Readonly<Record<NotificationKind, MailWay>> = {
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
  'record-copy': 'never',
  'data-request': 'now',
  'data-request-due': 'now',
  'data-request-answered': 'now',
  'children-week': 'never',
};
