import 'server-only'
import { db } from './client.ts'

/** The youngest changes of settings, by keys and by the beginning of what was changed. */
export async function listSettingChanges(
  subjects: { keys: readonly string[]; acts: readonly string[] },
  limit: number,
) {
  return db().auditEvent.findMany({
    where: {
      OR: [
        { act: 'setting.changed', subject: { in: [...subjects.keys] } },
        ...(subjects.acts.length > 0 ? [{ act: { in: [...subjects.acts] } }] : []),
      ],
    },
    orderBy: { id: 'desc' },
    take: limit,
    select: { id: true, at: true, actor: true, subject: true, before: true, after: true },
  })
}
