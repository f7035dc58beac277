import { REMINDER_KINDS } from '#lib/esims/rules/reminders.ts'

/** The mails the store sends about an order. */
const ORDER_MAIL_KINDS = [
  'order_paid',
  'order_ready',
  'card_opened',
  'esim_copy',
  'order_problem',
  'order_not_placed',
  'refund',
  'return_refused',
  'withdrawal_received',
  'find_link',
  'pay_link',
  'abandoned_checkout',
  'gift',
  'credit_given',
  'top_up_ready',
  'share_closed',
  ...REMINDER_KINDS,
] as const

/** The mails to people who work here. */
export const STAFF_MAIL_KINDS = ['staff_invite', 'staff_reset'] as const
export type StaffMailKind = (typeof STAFF_MAIL_KINDS)[number]

/** The mails about something that a customer wrote to the store. */
export const MESSAGE_MAIL_KINDS = ['message_received', 'message_for_store', 'message_answer'] as const
export type MessageMailKind = (typeof MESSAGE_MAIL_KINDS)[number]

/** The mails about something that is wrong with the store: it begins, it goes on, it is over. */
export const ALARM_MAIL_KINDS = ['alarm_opened', 'alarm_reminder', 'alarm_over'] as const
export type AlarmMailKind = (typeof ALARM_MAIL_KINDS)[number]

/** The mails to customers about their account. */
export const ACCOUNT_MAIL_KINDS = ['account_link', 'account_reset', 'account_changed'] as const
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]

/**
 * The mails with a link for whoever asked to get in a moment ago, and for how many minutes the link lasts. After so many
 * nobody waits for the mail any more either: it is not sent.
 */
export const LINK_MINUTES = { account_link: 30, account_reset: 30, staff_reset: 30 } as const

/** What a customer is told by mail when the way to sign in has changed. */
export const ACCOUNT_CHANGES = [
  'password_set',
  'password_changed',
  'password_removed',
  'app_added',
  'app_removed',
  'passkey_added',
  'passkey_removed',
  'codes_made',
  'factors_lifted',
] as const
export type AccountChange = (typeof ACCOUNT_CHANGES)[number]

/** The mail to whoever asked to hear when payments are taken again. */
export const SALES_MAIL_KIND = 'till_open'

/** A mail with made-up contents, to whoever looks after the settings. */
export const TEST_MAIL_KIND = 'staff_test'

/** The mails the store sends. */
export const MAIL_KINDS = [
  ...ORDER_MAIL_KINDS,
  ...STAFF_MAIL_KINDS,
  ...MESSAGE_MAIL_KINDS,
  ...ACCOUNT_MAIL_KINDS,
  ...ALARM_MAIL_KINDS,
  SALES_MAIL_KIND,
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

const HOUR_MS = 3_600_000

/**
 * By when a mail about an order with the team promises the next one, and when that is due: an hour is left for a mail
 * server that is slow.
 */
export const NEWS = { within: 24 * HOUR_MS, dueAfter: 23 * HOUR_MS } as const
