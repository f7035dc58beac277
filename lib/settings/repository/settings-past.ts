import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'

/** What changes a part of the settings: its keys, and other acts. */
export type SettingTrail = { keys: readonly string[]; acts: readonly string[] }

/** The condition for changes of a part of the settings in the audit log. */
export function isChangeOf({ keys, acts }: SettingTrail): Prisma.AuditEventWhereInput {
  return {
    OR: [
      { act: 'setting.changed', subject: { in: [...keys] } },
      ...(acts.length > 0 ? [{ act: { in: [...acts] } }] : []),
    ],
  }
}

/** The youngest changes of a part of the settings. */
export async function listSettingChanges(trail: SettingTrail, limit: number) {
  return db().auditEvent.findMany({
    where: isChangeOf(trail),
    orderBy: { id: 'desc' },
    take: limit,
    select: { id: true, at: true, actor: true, subject: true, before: true, after: true },
  })
}
