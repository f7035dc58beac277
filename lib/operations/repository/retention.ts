import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { countOldCodes, removeOldCodes } from '#lib/esims/repository/esims.ts'
import { REMINDER_KINDS } from '#lib/esims/rules/reminders.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { ENDED_STATES } from '#lib/orders/rules/item-states.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'
import { RETENTION_DAYS } from '#lib/settings/rules/settings.ts'

const DAY_MS = 86_400_000

/** The instant before which a row is older than so many days, or than the owner keeps rows of a kind. */
type Before = (days: number | keyof typeof RETENTION_DAYS) => Date

/** A kind of row, and which of them have been kept for as long as they may be. */
type Rule = {
  count: (before: Before) => PromiseLike<number>
  remove: (before: Before) => PromiseLike<{ count: number }>
}

type Table<Where> = {
  count(question: { where: Where }): PromiseLike<number>
  deleteMany(question: { where: Where; limit: number }): PromiseLike<{ count: number }>
}

// A store that keeps less from now on has years to delete at once: in one statement that would run into the limit of
// statements, come to nothing, and find more of it every night.
const BATCH = 5_000
const CATALOGUE_DAYS = 365
const REMINDER_DAYS = 400

function rule<Where>(table: () => Table<Where>, where: (before: Before) => Where): Rule {
  return {
    count: (before) => table().count({ where: where(before) }),
    remove: (before) => inBatches(() => table().deleteMany({ where: where(before), limit: BATCH })),
  }
}

async function inBatches(remove: () => PromiseLike<{ count: number }>): Promise<{ count: number }> {
  let all = 0
  for (let last = BATCH; last === BATCH; all += last) last = (await remove()).count

  return { count: all }
}

/** As `rule`, for rows that a statement names: `select` gives their ids. */
function ruleOf(table: Prisma.Sql, select: (before: Before) => Prisma.Sql): Rule {
  return {
    count: async (before) => {
      const [row] = await db().$queryRaw<
        { count: number }[]
      >`SELECT count(*)::int AS "count" FROM (${select(before)}) o`

      return row?.count ?? 0
    },
    remove: (before) =>
      inBatches(async () => ({
        count: await db().$executeRaw`DELETE FROM ${table} WHERE "id" IN (${select(before)} LIMIT ${BATCH})`,
      })),
  }
}

function oldOrigins(before: Before): Prisma.OrderWhereInput {
  return { createdAt: { lt: before('visits') }, NOT: { origin: { equals: Prisma.DbNull } } }
}

const RULES = {
  codes: {
    count: (before) => countOldCodes(before('codes')),
    remove: (before) => removeOldCodes(before('codes')),
  } satisfies Rule,
  calls: rule<Prisma.CallLogWhereInput>(
    () => db().callLog,
    (before) => ({ at: { lt: before('calls') } }),
  ),
  quotes: rule<Prisma.QuoteWhereInput>(
    () => db().quote,
    (before) => ({ expiresAt: { lt: before('quotes') }, items: { none: {} } }),
  ),
  sessions: rule<Prisma.GuestSessionWhereInput>(
    () => db().guestSession,
    (before) => ({ expiresAt: { lt: before(0) } }),
  ),
  shareSessions: rule<Prisma.ShareSessionWhereInput>(
    () => db().shareSession,
    (before) => ({ expiresAt: { lt: before(0) } }),
  ),
  links: rule<Prisma.AccessLinkWhereInput>(
    () => db().accessLink,
    (before) => ({ expiresAt: { lt: before(30) } }),
  ),
  mails: rule<Prisma.OutboxWhereInput>(
    () => db().outbox,
    // Reminders come once in the life of a plan: their rows tell that they have. A gift waits for its day before it is sent.
    (before) => ({
      state: { in: ['SENT', 'GIVEN_UP'] },
      OR: [
        {
          kind: { notIn: [...REMINDER_KINDS] },
          createdAt: { lt: before('mails') },
          OR: [{ endedAt: null }, { endedAt: { lt: before('mails') } }],
        },
        { kind: { in: [...REMINDER_KINDS] }, createdAt: { lt: before(REMINDER_DAYS) } },
      ],
    }),
  ),
  gifts: rule<Prisma.GiftWhereInput>(
    () => db().gift,
    // One that never went out, for want of a payment or of the eSIM, names somebody for no longer.
    (before) => ({
      OR: [
        { sharedAt: { lt: before('mails') } },
        { dueAt: { lt: before('mails') }, order: { items: { every: { state: { in: [...ENDED_STATES] } } } } },
      ],
    }),
  ),
  // No eSIM waits or runs for so long.
  browsers: rule<Prisma.PushSubscriptionWhereInput>(
    () => db().pushSubscription,
    (before) => ({ createdAt: { lt: before(400) } }),
  ),
  alarms: rule<Prisma.AlarmWhereInput>(
    () => db().alarm,
    (before) => ({ closedAt: { lt: before(90) } }),
  ),
  // Used or not: a link lives for an hour.
  onceLinks: rule<Prisma.OneTimeLinkWhereInput>(
    () => db().oneTimeLink,
    (before) => ({ expiresAt: { lt: before(30) } }),
  ),
  withdrawals: rule<Prisma.WithdrawalWhereInput>(
    () => db().withdrawal,
    (before) => ({ startedAt: { lt: before(30) }, OR: [{ confirmedAt: null }, { orderId: null }] }),
  ),
  staffSessions: rule<Prisma.StaffSessionWhereInput>(
    () => db().staffSession,
    (before) => ({ lastSeenAt: { lt: before(30) } }),
  ),
  customerSessions: rule<Prisma.AccountSessionWhereInput>(
    () => db().accountSession,
    (before) => ({ lastSeenAt: { lt: before(30) } }),
  ),
  // Somebody typed an address and never opened the mail: it may be anybody's.
  unprovenAccounts: rule<Prisma.AccountWhereInput>(
    () => db().account,
    (before) => ({ provenAt: null, createdAt: { lt: before(1) } }),
  ),
  // A number that was typed and led to no offer.
  physicalSims: rule<Prisma.PhysicalSimWhereInput>(
    () => db().physicalSim,
    (before) => ({ quotedAt: null, createdAt: { lt: before(1) } }),
  ),
  invites: rule<Prisma.StaffInviteWhereInput>(
    () => db().staffInvite,
    (before) => ({ expiresAt: { lt: before(30) } }),
  ),
  // Whoever only wrote is no customer that an erasure would reach. What belongs to an order stays with it.
  messages: rule<Prisma.MessageWhereInput>(
    () => db().message,
    (before) => ({ orderId: null, closedAt: { lt: before(730) } }),
  ),
  // The mail is written when it leaves, and a mail server may be away for days.
  salesNotes: rule<Prisma.SalesNoteWhereInput>(
    () => db().salesNote,
    (before) => ({ OR: [{ queuedAt: { lt: before(7) } }, { createdAt: { lt: before(90) } }] }),
  ),
  earlyEnds: rule<Prisma.EarlyExpiryWhereInput>(
    () => db().earlyExpiry,
    (before) => ({ at: { lt: before(30) } }),
  ),
  beats: rule<Prisma.HeartbeatWhereInput>(
    () => db().heartbeat,
    (before) => ({ at: { lt: before(1) } }),
  ),
  visits: rule<Prisma.VisitDayWhereInput>(
    () => db().visitDay,
    (before) => ({ day: { lt: before('visits') } }),
  ),
  // An order stays; where its visit came from is kept no longer than what was counted of it.
  origins: {
    count: (before) => db().order.count({ where: oldOrigins(before) }),
    remove: (before) =>
      inBatches(() =>
        db().order.updateMany({ where: oldOrigins(before), data: { origin: Prisma.DbNull }, limit: BATCH }),
      ),
  } satisfies Rule,
  // The last change of a destination says how fresh its page is.
  planChanges: ruleOf(
    Prisma.sql`"PlanChange"`,
    (before) => Prisma.sql`
      SELECT c."id" FROM "PlanChange" c WHERE c."at" < ${before(CATALOGUE_DAYS)} AND EXISTS (
        SELECT 1 FROM "PlanChange" n WHERE n."skuId" = c."skuId" AND n."at" > c."at")`,
  ),
  // The last pass that reached everything says how old the catalogue is.
  passes: ruleOf(
    Prisma.sql`"SyncRun"`,
    (before) => Prisma.sql`
      SELECT r."id" FROM "SyncRun" r WHERE r."startedAt" < ${before(CATALOGUE_DAYS)} AND EXISTS (
        SELECT 1 FROM "SyncRun" n WHERE n."startedAt" > r."startedAt" AND n."state" = 'finished')`,
  ),
  // One that comes again after that only has its payment read once more. One that waits is never old.
  events: rule<Prisma.ProviderEventWhereInput>(
    () => db().providerEvent,
    (before) => ({ state: { in: ['APPLIED', 'UNMATCHED'] }, receivedAt: { lt: before(90) } }),
  ),
  limits: rule<Prisma.RateLimitWhereInput>(
    () => db().rateLimit,
    (before) => ({ expire: { lt: before(0).getTime() } }),
  ),
}

const RETENTION_KEYS = [
  'retention.codes',
  'retention.calls',
  'retention.quotes',
  'retention.mails',
  'retention.visits',
] as const

/** How many rows of each kind a run of the retention rules removed, or would remove. */
export type RetentionReport = Record<keyof typeof RULES, number>

/**
 * Deletes, or only counts, what has been kept for as long as it may be. A kind that cannot be deleted now does not keep
 * the others: it is named in what is thrown at the end.
 */
export async function removeOldRows({ isDryRun }: { isDryRun: boolean }): Promise<RetentionReport> {
  const kept = await readSettings(RETENTION_KEYS)
  const daysOf = (kind: keyof typeof RETENTION_DAYS) => kept[`retention.${kind}`] ?? RETENTION_DAYS[kind]
  const before: Before = (days) => new Date(Date.now() - (typeof days === 'number' ? days : daysOf(days)) * DAY_MS)
  const entries: [string, number][] = []
  const failures: { name: string; error: unknown }[] = []
  for (const [name, { count, remove }] of Object.entries(RULES)) {
    try {
      entries.push([name, isDryRun ? await count(before) : (await remove(before)).count])
    } catch (error) {
      failures.push({ name, error })
    }
  }
  const [first] = failures
  if (first) {
    const names = failures.map(({ name }) => name).join(', ')
    throw new Error(`Not all that is old could be removed: ${names}.`, { cause: first.error })
  }

  return Object.fromEntries(entries) as RetentionReport
}
