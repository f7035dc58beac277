import 'server-only'
import { db, type Tx } from '#lib/db/client.ts'

/** Reads a setting that the operator stored, `null` when it was never set. The caller checks its type. */
export async function findSetting(key: string, client: Tx = db()): Promise<unknown> {
  const row = await client.setting.findUnique({ where: { key }, select: { value: true } })

  return row?.value ?? null
}
