import 'server-only'
import { db, transaction } from '#lib/core/repository/client.ts'
import { encryptValue, openValue } from '#lib/core/repository/encrypted.ts'
import { type DueReminder, REMINDER_KINDS, type ReminderKind } from '#lib/esims/rules/reminders.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { queuePushes } from '#lib/mail/repository/push.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

/** Tells whether the shop sends reminders at all. */
export async function hasReminders(): Promise<boolean> {
  return (await readSettings(['mails.reminders']))['mails.reminders'] !== false
}

/** What a reminder carries until it leaves: what was known, and when that was. */
type Payload = Record<string, string | number | null>

/**
 * Queues a reminder about a plan on an eSIM, once however often it is asked for. Nothing is queued for an eSIM that went
 * back, and for an order whose buyer switched this kind off.
 */
export async function queueUsageReminder(
  esim: { id: string; orderNum: string },
  { kind, goodUntil }: DueReminder,
  payload: Payload,
): Promise<void> {
  await transaction(async (tx) => {
    const found = await tx.esim.findFirst({
      where: { id: esim.id, cancelState: { in: ['NONE', 'REFUSED'] }, item: { state: 'DELIVERED' } },
      select: { iccid: true, item: { select: { order: { select: { id: true, mutedMails: true } } } } },
    })
    if (!found || found.item.order.mutedMails.includes(kind)) return
    const news = {
      orderId: found.item.order.id,
      dedupeKey: `${kind}:${esim.id}:${esim.orderNum}`,
      payload: { ...payload, cardId: esim.id, last4: found.iccid.slice(-4), goodUntil: goodUntil.toISOString() },
    }
    const isNew = await queueMail(tx, { kind, ...news })
    // A browser that asks later is told of what comes then.
    if (isNew && kind === 'plan_low') await queuePushes(tx, { topic: kind, ...news })
  })
}

/** An order with eSIMs that nobody seems to have installed before a day (`YYYY-MM-DD`), and how many. */
export type WaitingEsims = { orderId: string; day: string; esims: number }

/** Orders with eSIMs that have to be installed before one of these days and show no sign of it. */
export async function listWaitingEsims(days: string[]): Promise<WaitingEsims[]> {
  return db().$queryRaw<WaitingEsims[]>`
    SELECT l."orderId", c."activateBefore" AS day, count(*)::int AS esims
    FROM "Card" c JOIN "Line" l ON l."id" = c."lineId" JOIN "Order" o ON o."id" = l."orderId"
    WHERE c."activateBefore" = ANY(${days}) AND l."state" = 'DELIVERED' AND c."cancelState" IN ('NONE', 'REFUSED')
      AND NOT ('install_soon' = ANY(o."mutedMails"))
      AND coalesce(c."facts" ->> 'hasInstallSignal', 'false') <> 'true'
      AND NOT EXISTS (SELECT 1 FROM "UsageReading" r WHERE r."cardId" = c."id" AND r."beginsAt" IS NOT NULL)
    GROUP BY l."orderId", c."activateBefore"`
}

/** Queues the reminder of a day that comes near, once for each order, day and distance. */
export async function queueInstallReminder(
  { orderId, day, esims }: WaitingEsims,
  { daysBefore, goodUntil }: { daysBefore: number; goodUntil: Date },
): Promise<void> {
  const payload = { day, cards: esims, goodUntil: goodUntil.toISOString() }
  const dedupeKey = `install_soon:${orderId}:${day}:${daysBefore}`
  await transaction((tx) => queueMail(tx, { kind: 'install_soon', orderId, dedupeKey, payload }))
}

/** The reminders of an order that its buyer switched off. */
export async function findMuted(orderId: string): Promise<string[]> {
  const order = await db().order.findUnique({ where: { id: orderId }, select: { mutedMails: true } })

  return order?.mutedMails ?? []
}

/** Sets which reminders of an order are off. */
export async function setMuted(orderId: string, kinds: ReminderKind[]): Promise<void> {
  await db().order.update({ where: { id: orderId }, data: { mutedMails: kinds }, select: { id: true } })
}

const PLACE = { table: 'Order', id: 'any', field: 'mutedMails' }

/** What a mailbox sends back to switch the reminders of an order off. It opens nothing else, and nobody can make one up. */
export function reminderToken(orderId: string): string {
  return encryptValue(orderId, PLACE).toString('base64url')
}

/** Reads which order such a token is for, and whether its reminders are off; `null` when it is none of ours. */
export async function findReminderOrder(token: string): Promise<{ id: string; number: string; isOff: boolean } | null> {
  const id = openToken(token)
  if (id === null) return null
  const order = await db().order.findUnique({ where: { id }, select: { id: true, number: true, mutedMails: true } })

  return (
    order && {
      id: order.id,
      number: order.number,
      isOff: REMINDER_KINDS.every((kind) => order.mutedMails.includes(kind)),
    }
  )
}

function openToken(token: string): string | null {
  try {
    return openValue(Buffer.from(token, 'base64url'), PLACE)
  } catch {
    return null
  }
}
