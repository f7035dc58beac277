import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'

/**
 * The account at a provider that has received the store's money so far; the first one that is ever named is kept. `null`
 * while the provider names none.
 */
export async function accountOf(provider: string, named: string | null, tx: Tx): Promise<string | null> {
  const key = `payments.account.${provider}`
  if (named !== null) {
    await tx.setting.createMany({ data: [{ key, value: named, updatedBy: 'store' }], skipDuplicates: true })
  }
  const row = await tx.setting.findUnique({ where: { key }, select: { value: true } })

  return typeof row?.value === 'string' ? row.value : null
}
