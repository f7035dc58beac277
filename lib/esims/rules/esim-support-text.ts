import type { AdminEsimPage } from '#lib/esims/rules/admin-esims.ts'
import type { UsedFact } from '#lib/refunds/rules/refund-answer.ts'

const NAMES: Record<string, string> = {
  order_status: 'Order status in your list',
  used_mb: 'Data used in your list (MB)',
  started_at: 'Plan started in your list',
  install_signal: 'Device seen by you',
}

/**
 * Returns a letter to the network's support about an eSIM: its number, its orders and what the network said last, with
 * the age of each. In English for every reader. No code, no name, no price.
 */
export function esimSupportText(
  esim: Pick<AdminEsimPage, 'iccid' | 'profileStatus' | 'steps'>,
  facts: readonly UsedFact[],
): string {
  const orders = esim.steps.flatMap(({ kind, networkOrders }) =>
    networkOrders.map(({ orderNum }) => `${kind === 'RENEWAL' ? 'Top-up order' : 'Order'}: ${orderNum}`),
  )
  const said = facts.flatMap(({ name, value, ageMs }) => {
    const label = NAMES[name]
    if (!label) return []
    const age = ageMs === null ? 'never read' : `read ${Math.round(ageMs / 60_000)} minutes ago`

    return `${label}: ${value ?? 'not reported'} (${age})`
  })
  const status = esim.profileStatus === null ? [] : [`Profile status in your list: ${esim.profileStatus}`]

  return [
    `ICCID: ${esim.iccid}`,
    ...orders,
    ...said,
    ...status,
    '',
    'Please tell us the state of this eSIM, and whether it can be used.',
  ].join('\n')
}
