import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { requireCustomer } from '#lib/customers/commands/require-customer.ts'
import { addDataRequest, declineDataRequest } from '#lib/customers/repository/data-requests.ts'
import type { DataKind } from '#lib/customers/rules/admin-customers.ts'

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
