import 'server-only'
import { listOwnerIds } from '#lib/auth/repository/staff.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow } from '#lib/core/repository/leases.ts'
import { isRecovering } from '#lib/fulfilment/repository/recovery.ts'
import {
  type AlarmRow,
  closeAlarm,
  dropAlarmMails,
  keepAlarm,
  listOpenAlarms,
  noteTold,
  openAlarm,
  queueAlarmMails,
  readAlarmConditions,
} from '#lib/operations/repository/alarms.ts'
import { ALARM_CALM_MS, ALARM_REMINDER_MS, type AlarmCondition, ringing } from '#lib/operations/rules/alarms.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

type AlarmRound = { now: Date; to: string[] }

/**
 * Looks at what the store knows about itself: opens what has become an alarm, tells again what stands open for a day, and
 * closes what is over; each with a mail, once over all processes. Kinds that the owner switched off say nothing.
 */
export async function watchAlarms(at?: Date): Promise<void> {
  const now = at ?? (await databaseNow())
  const [{ 'alarms.off': off, 'alarms.to': address }, isInRecovery] = await Promise.all([
    readSettings(['alarms.off', 'alarms.to']),
    isRecovering(),
  ])
  const round = { now, to: address === null ? await listOwnerIds() : [''] }
  const isMuted = (kind: string) => (off as readonly string[] | null)?.includes(kind) ?? false
  // Nothing is done meanwhile, so that everything is late: what is true of the rest shows afterwards.
  const isJudged = (kind: string) => !isInRecovery || kind === 'recovery'
  const facts = (await readAlarmConditions(env.STORE_MODE)).filter(({ kind }) => isJudged(kind) && !isMuted(kind))
  const alarms = ringing(facts, now)
  const open = await listOpenAlarms()
  for (const condition of alarms) {
    const there = open.find(({ kind }) => kind === condition.kind)
    await (there ? goOn(there, condition, round) : begin(condition, round))
  }
  for (const alarm of open) {
    const rings = alarms.some(({ kind }) => kind === alarm.kind)
    const isCalm = now.getTime() - alarm.seenAt.getTime() >= ALARM_CALM_MS
    if (isMuted(alarm.kind)) await end(alarm, { ...round, to: [] })
    else if (!rings && isJudged(alarm.kind) && isCalm) await end(alarm, round)
  }
}

async function begin(condition: AlarmCondition, { now, to }: AlarmRound): Promise<void> {
  const id = await transaction(async (tx) => {
    const opened = await openAlarm(condition, now, tx)
    if (opened !== null) await queueAlarmMails('alarm_opened', { id: opened, to, at: now }, tx)

    return opened
  })
  if (id === null) return
  log.warn('alarm', { kind: condition.kind, count: condition.count })
  wakeWorker()
}

async function goOn(alarm: AlarmRow, { count }: AlarmCondition, { now, to }: AlarmRound): Promise<void> {
  await keepAlarm(alarm.id, { count, now })
  if (now.getTime() - alarm.toldAt.getTime() < ALARM_REMINDER_MS) return
  await transaction(async (tx) => {
    if (await noteTold(alarm, now, tx)) await queueAlarmMails('alarm_reminder', { id: alarm.id, to, at: now }, tx)
  })
  wakeWorker()
}

async function end(alarm: AlarmRow, { now, to }: AlarmRound): Promise<void> {
  await transaction(async (tx) => {
    if (!(await closeAlarm(alarm, now, tx))) return
    // Whoever has not heard of it yet need not hear that it is over.
    const unheard = await dropAlarmMails(alarm.id, tx)
    const told = to.filter((one) => !unheard.includes(one))
    await queueAlarmMails('alarm_over', { id: alarm.id, to: told, at: now }, tx)
  })
  wakeWorker()
}
