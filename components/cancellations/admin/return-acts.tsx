import { useTranslations } from 'next-intl'
import { ActButton } from '#components/orders/admin/act-button.tsx'
import type { ActSpec } from '#components/orders/admin/act-spec.ts'
import type { QueuedCancellation } from '#lib/cancellations/rules/cancellation-queue.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'

const ACTS = ['look_again', 'taken', 'refused'] as const

/** What a person can say about a return whose outcome stays open; nothing for one that goes on by itself. */
export function ReturnActs({ one, staff }: { one: QueuedCancellation; staff: StaffMember }) {
  const t = useTranslations('admin-desk.desk')
  if (one.state !== 'OPEN' && one.state !== 'HELD') return null
  const acts = ACTS.filter((act) => can(staff, act === 'taken' ? 'held.money' : 'held.look'))
  if (acts.length === 0) return null

  return (
    <div className="a-pb a-row">
      {acts.map((act) => {
        const spec: ActSpec = {
          title: t(`act.${act}.title`),
          effect: t(`act.${act}.effect`),
          press: t(`act.${act}.press`),
          path: `/api/admin/orders/${one.order.id}/returns/${one.id}`,
          body: { act },
          fields: [{ kind: 'reason' }],
        }

        return <ActButton key={act} spec={spec} look="small" />
      })}
    </div>
  )
}
