import { PlanName } from '#components/orders/admin/plan-name.tsx'
import { DestinationCell } from '#components/ui/admin/destination-cell.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import type { PreviewView } from '#lib/pricing/rules/admin-pricing.ts'

/** A plan by its destination, leading to why it has its price. */
export function PricedPlan({ row }: { row: Pick<PreviewView, 'id' | 'iso2' | 'destination' | 'plan'> }) {
  return (
    <DestinationCell iso2={row.iso2} title={row.destination}>
      <GoLink className="a-link" href={`/admin/pricing?why=${row.id}#why`}>
        <bdi>{row.destination}</bdi> <PlanName plan={row.plan} />
      </GoLink>
    </DestinationCell>
  )
}
