/** The mails the store sends. */
export const MAIL_KINDS = [
  'order_paid',
  'order_ready',
  'order_problem',
  'order_not_placed',
  'refund',
  'find_link',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]
