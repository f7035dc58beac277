import 'server-only'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { listOpenAlarms } from '#lib/operations/repository/alarms.ts'
import { ALARM_KINDS, alarmPage, type OpenAlarm, toAlarmKind } from '#lib/operations/rules/alarms.ts'

/** Reads the alarms that stand open, the most far-reaching first. Throws `forbidden`. */
export async function getOpenAlarms(caller: Caller): Promise<OpenAlarm[]> {
  requirePermission(caller, 'health.see')
  const open = (await listOpenAlarms()).flatMap(({ kind: word, count, since }) => {
    const kind = toAlarmKind(word)

    return kind === null ? [] : [{ kind, count, since, page: alarmPage(kind) }]
  })

  return open.sort((a, b) => ALARM_KINDS.indexOf(a.kind) - ALARM_KINDS.indexOf(b.kind))
}
