import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { transaction } from '#lib/db/client.ts'
import { addDataRequest, declineDataRequest } from '#lib/db/data-requests.ts'
import type { DataKind } from '#lib/domain/admin-customers.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'
import { requireCustomer } from '#lib/services/customers/require-customer.ts'

/** Notes what a customer asks about the own data, for somebody who may carry it out. Throws `forbidden`, `not_found`. */
export async function askData(
  caller: Caller,
  { personId, kind, reason }: { personId: string; kind: DataKind; reason: string },
): Promise<void> {
  const staff = requirePermission(caller, 'customers.ask_data')
  const askedBy = actorOf(staff)
  await transaction(async (tx) => {
    await requireCustomer(personId, tx)
    const request = await addDataRequest({ personId, kind, reason, askedBy }, tx)
    const after = { request, kind }
    await recordAudit({ actor: askedBy, role: staff.role, act: 'customer.data_asked', subject: personId, after }, tx)
  })
}

/** Declines a request, with the reason that the customer is told. Throws `forbidden`, `conflict` for a closed one. */
export async function declineData(
  caller: Caller,
  { personId, requestId, reason }: { personId: string; requestId: string; reason: string },
): Promise<void> {
  const staff = requirePermission(caller, 'customers.hand_data')
  const closedBy = actorOf(staff)
  await transaction(async (tx) => {
    if (!(await declineDataRequest(requestId, { closedBy, reason }, tx))) {
      throw new AppError('conflict', 'This request is closed.', { reason: 'changed' })
    }
    const act = { act: 'customer.request_declined', subject: personId, reason, after: { request: requestId } } as const
    await recordAudit({ actor: closedBy, role: staff.role, ...act }, tx)
  })
}
