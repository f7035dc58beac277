import type { ListedPlan } from '#components/catalog/plan-fit.ts'
import type { TicketLabels } from '#components/catalog/plan-labels.ts'

type Say = (plan: ListedPlan, labels: TicketLabels) => string

const DETAILS: { of: (plan: ListedPlan) => unknown; say: Say }[] = [
  { of: ({ networks }) => networks, say: ({ networks }) => networks },
  { of: ({ starts }) => starts, say: ({ starts }, labels) => `${labels.starts}: ${starts}` },
  {
    of: ({ canTopUp }) => canTopUp,
    say: ({ canTopUp }, labels) => `${labels.topUp}: ${canTopUp ? labels.yes : labels.no}`,
  },
  { of: ({ cancel }) => cancel, say: ({ cancel }, { cancel: labels }) => `${labels.heading}: ${labels[cancel]}` },
]

/** Parts what is the same for all plans, which is said once above their rows, from what each row says. */
export function partDetails(plans: readonly ListedPlan[]): { shared: Say[]; apart: Say[] } {
  const isShared = ({ of }: (typeof DETAILS)[number]) => new Set(plans.map(of)).size === 1
  const say = (details: typeof DETAILS) => details.map((detail) => detail.say)

  return { shared: say(DETAILS.filter(isShared)), apart: say(DETAILS.filter((detail) => !isShared(detail))) }
}
