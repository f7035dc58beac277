import type { OrderActionSpec } from '#components/orders/admin/order-action.tsx'
import { type FormOption, REASON } from '#components/ui/admin/form-field.ts'
import type { requestStaffCancellationCall } from '#lib/cancellations/schema.ts'
import { prepare } from '#lib/core/client/prepare-call.ts'

type Asked = { orderId: string; label: string; options: FormOption[] }

/** Asks for those delivered eSIMs of an order to go back that are ticked. */
export function cancelEsims({ orderId, label, options }: Asked): Pick<OrderActionSpec, 'call' | 'fields' | 'isOnce'> {
  return {
    call: prepare<typeof requestStaffCancellationCall>('POST /api/admin/cancellations', { body: { orderId } }),
    fields: [{ kind: 'ticks', name: 'esimIds', label, options }, REASON],
    isOnce: true,
  }
}
