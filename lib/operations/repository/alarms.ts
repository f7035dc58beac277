import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { ALARM_MAIL_KINDS, type AlarmMailKind } from '#lib/mail/rules/mail-kinds.ts'
import type { AlarmFact } from '#lib/operations/rules/alarms.ts'

/** An alarm as it is stored. */
export type AlarmRow = {
  id: string
  kind: string
  count: number
  since: Date
  openedAt: Date
  seenAt: Date
  toldAt: Date
  closedAt: Date | null
}

/** Reads the alarms that stand open, the oldest first. */
export async function listOpenAlarms(): Promise<AlarmRow[]> {
  return db().alarm.findMany({ where: { closedAt: null }, orderBy: { openedAt: 'asc' } })
}

/** Reads an alarm, open or over. */
export async function findAlarm(id: string): Promise<AlarmRow | null> {
  return db().alarm.findUnique({ where: { id } })
}

/** Opens an alarm. `null` when one of its kind stands open, or somebody else opens it at this moment. */
export async function openAlarm({ kind, count, since }: AlarmFact, now: Date, tx: Tx): Promise<string | null> {
  const id = newId('alm')
  const at = { since: since ?? now, openedAt: now, seenAt: now, toldAt: now }
  const { count: opened } = await tx.alarm.createMany({ data: [{ id, kind, count, ...at }], skipDuplicates: true })

  return opened === 1 ? id : null
}

/** Notes that an alarm still stands, and how many things it is about now. */
export async function keepAlarm(id: string, { count, now }: { count: number; now: Date }): Promise<void> {
  await db().alarm.updateMany({ where: { id, closedAt: null }, data: { count, seenAt: now } })
}

/** Notes that people are told again. `false` when somebody else does, or it is over. */
export async function noteTold({ id, toldAt }: AlarmRow, now: Date, tx: Tx): Promise<boolean> {
  const { count } = await tx.alarm.updateMany({ where: { id, toldAt, closedAt: null }, data: { toldAt: now } })

  return count === 1
}

/** Closes an alarm of which nothing was seen since it was read. `false` when somebody else closed it, or sees it again. */
export async function closeAlarm({ id, seenAt }: AlarmRow, now: Date, tx: Tx): Promise<boolean> {
  const { count } = await tx.alarm.updateMany({ where: { id, seenAt, closedAt: null }, data: { closedAt: now } })

  return count === 1
}

/** Queues a mail about an alarm for each of these: an id of staff, or `''` for the address of the settings. */
export async function queueAlarmMails(kind: AlarmMailKind, alarm: { id: string; to: string[]; at: Date }, tx: Tx) {
  const { id: subject, to, at } = alarm
  const data = to.map((staffId) => ({
    id: newId('out'),
    kind,
    dedupeKey: `${kind}:${subject}:${at.getTime()}:${staffId}`,
    payload: { subject, staffId },
    // The epoch as due date: a host clock that runs ahead must not delay a mail.
    nextActionAt: new Date(0),
  }))
  await tx.outbox.createMany({ data, skipDuplicates: true })
}

/** Takes back what has not left about an alarm. Returns who has therefore never heard of it. */
export async function dropAlarmMails(id: string, tx: Tx): Promise<string[]> {
  const waiting = await tx.outbox.findMany({
    where: {
      state: 'DUE',
      leaseOwner: null,
      kind: { in: [...ALARM_MAIL_KINDS] },
      payload: { path: ['subject'], equals: id },
    },
    select: { id: true, kind: true, payload: true },
  })
  const dropped = await tx.outbox.deleteMany({
    where: { id: { in: waiting.map((mail) => mail.id) }, state: 'DUE', leaseOwner: null },
  })
  if (dropped.count < waiting.length) return []

  return waiting.flatMap(({ kind, payload }) =>
    kind === 'alarm_opened' ? [String((payload as { staffId?: unknown }).staffId ?? '')] : [],
  )
}

/** Mails about alarms that are due, for a worker that sends nothing else at the moment. */
export async function listDueAlarmMails(): Promise<string[]> {
  const rows = await db().outbox.findMany({
    where: { state: 'DUE', nextActionAt: { lte: new Date() }, kind: { in: [...ALARM_MAIL_KINDS] } },
    select: { id: true },
  })

  return rows.map(({ id }) => id)
}
