import type { OrderActionSpec } from '#components/orders/admin/order-action.tsx'
import { type FormOption, REASON } from '#components/ui/admin/form-field.ts'
import type { CancellationAnswer } from '#lib/cancellations/rules/cancellation-queue.ts'
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

/** The eSIMs of an order to choose from: those that are known to be refused are shown and not chosen; none where all are. */
export function cancelOptions(
  options: FormOption[],
  answers: readonly Pick<CancellationAnswer, 'esimId' | 'answer'>[],
): FormOption[] {
  const isRefused = (id: string) => answers.some(({ esimId, answer }) => esimId === id && answer === 'no')
  const all = options.map((option) => ({ ...option, isDisabled: isRefused(option.value) }))

  return all.every(({ isDisabled }) => isDisabled) ? [] : all
}
