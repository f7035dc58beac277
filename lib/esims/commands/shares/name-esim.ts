import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, ownsOrder } from '#lib/core/rules/caller.ts'
import { getEsimToOpen, nameTraveller } from '#lib/esims/repository/esims.ts'

/** Says who an eSIM is for; `null` takes the name away. Throws `not_found` for an eSIM of somebody else. */
export async function nameEsim(caller: Caller, esimId: string, name: string | null): Promise<void> {
  const esim = await getEsimToOpen(esimId)
  if (!esim || !ownsOrder(caller, esim.item.orderId)) throw new AppError('not_found', 'There is no such card.')
  await transaction((tx) => nameTraveller(esimId, name, tx))
}
