const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What the store tells its owners about by itself, the most far-reaching first. */
export const ALARM_KINDS = [
  'recovery',
  'till_closed',
  'supplier_low',
  'network_down',
  'network_login',
  'foreign_login',
  'lookup_lost',
  'order_late',
  'order_unclear',
  'order_held',
  'work_late',
  'event_late',
  'refund_refused',
  'loss_booked',
  'differences',
  'not_compared',
  'mail_failed',
  'catalogue_old',
  'rate_old',
  'cost_rate_old',
  'backup_old',
  'duty_failed',
  'codes_read',
  'sign_in_failed',
  'orders_unpaid',
] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

/** How many things of a kind there are, and since when the oldest of them; `null`: since now, as far as anybody knows. */
export type AlarmCondition = { kind: AlarmKind; count: number; since: Date | null }

/** From how many things on, and when they have lasted for how long, a kind is an alarm; and the page where it is solved. */
type Rule = { min?: number; after?: number; page: string }

const RULES: Record<AlarmKind, Rule> = {
  recovery: { page: '/admin' },
  till_closed: { page: '/admin' },
  supplier_low: { page: '/admin/finance/supplier' },
  network_down: { after: 5 * MINUTE, page: '/admin/health' },
  network_login: { page: '/admin/health' },
  // One early end may be an accident of the network; two in an hour are somebody else.
  foreign_login: { min: 2, page: '/admin/health?rows=early_hour' },
  lookup_lost: { page: '/admin/health' },
  order_late: { after: 10 * MINUTE, page: '/admin/orders?tab=open' },
  order_unclear: { after: 30 * MINUTE, page: '/admin/orders?tab=needs-action' },
  order_held: { after: 4 * HOUR, page: '/admin/orders?tab=needs-action' },
  work_late: { after: 5 * MINUTE, page: '/admin/jobs?state=due' },
  event_late: { after: 10 * MINUTE, page: '/admin/health?rows=received' },
  refund_refused: { page: '/admin/orders?tab=needs-action' },
  loss_booked: { page: '/admin/finance/losses?book=any' },
  // Two comparisons: what only took its time has agreed by then.
  differences: { after: 30 * MINUTE, page: '/admin/reconciliation?view=findings' },
  not_compared: { after: DAY, page: '/admin/reconciliation' },
  mail_failed: { page: '/admin/jobs?queue=mails&state=failed' },
  catalogue_old: { after: DAY, page: '/admin/catalogue?view=coverage' },
  rate_old: { page: '/admin/pricing/currencies' },
  cost_rate_old: { page: '/admin/pricing' },
  backup_old: { after: 2 * DAY, page: '/admin/health' },
  duty_failed: { page: '/admin/health' },
  codes_read: { min: 20, page: '/admin/audit?act=card.revealed' },
  sign_in_failed: { min: 20, page: '/admin/audit?act=staff.sign_in_failed' },
  // Few buyers give up: so many in an hour are somebody who tries eSIMs.
  orders_unpaid: { min: 40, page: '/admin/orders?tab=open' },
}

/** An alarm is over when nothing has been seen of it for so long: what comes and goes is one alarm. */
export const ALARM_CALM_MS = 10 * MINUTE

/** Whoever was told is told again after so long, while it stands open. */
export const ALARM_REMINDER_MS = DAY

/** The facts that are an alarm at an instant. */
export function ringing(facts: readonly AlarmCondition[], now: Date): AlarmCondition[] {
  return facts.filter(({ kind, count, since }) => {
    const { min = 1, after = 0 } = RULES[kind]

    return count >= min && now.getTime() - (since ?? now).getTime() >= after
  })
}

/** The page where an alarm is solved. */
export function alarmPage(kind: AlarmKind): string {
  return RULES[kind].page
}

/** The kind that a stored word names, `null` for one that this version does not know. */
export function toAlarmKind(word: unknown): AlarmKind | null {
  return ALARM_KINDS.find((kind) => kind === word) ?? null
}

/** An alarm that stands open, as pages show it. */
export type OpenAlarm = { kind: AlarmKind; count: number; since: Date; page: string }
