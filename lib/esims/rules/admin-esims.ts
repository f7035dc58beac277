import { z } from 'zod'
import { ESIM_CANCEL_STATES } from '#lib/cancellations/rules/cancellation-readings.ts'
import { daySpan, matching } from '#lib/core/rules/field-schemas.ts'
import { bareCode } from '#lib/core/rules/typed-text.ts'
import { customerIdSchema } from '#lib/customers/rules/admin-customers.ts'
import type { AnswerDetail, RefundReason } from '#lib/refunds/rules/refund-answer.ts'

/** What the address of the list of eSIMs says. Whatever cannot be read is left out, never an error. Days are in UTC. */
export const esimFilterSchema = z.object({
  q: z.string().trim().max(40).catch(''),
  opened: z.enum(['yes', 'no']).nullable().catch(null),
  state: z.enum(ESIM_CANCEL_STATES).nullable().catch(null),
  ...daySpan,
  customer: customerIdSchema,
  after: z.string().max(64).nullable().catch(null),
})
export type EsimFilter = z.output<typeof esimFilterSchema>

/** What the address of an eSIM's page says: the reading behind which the shown ones begin. */
export const esimPageSchema = z.object({
  readings: matching(/^\d{1,18}$/),
})

/** What a text in the search for eSIMs means: a whole number, or its last digits. */
export type EsimSearch = { kind: 'whole'; iccid: string } | { kind: 'end'; end: string }

/** Returns what a searched text means: a whole number has 18 digits and more, its end at least six. */
export function readEsimSearch(text: string): EsimSearch | null {
  const digits = bareCode(text)
  if (!/^\d{6,22}$/.test(digits)) return null

  return digits.length >= 18 ? { kind: 'whole', iccid: digits } : { kind: 'end', end: digits }
}

/** How a pasted number came out. Only `known` and `unknown` are words of the network. */
export const CHECK_OUTCOMES = ['known', 'unknown', 'no_answer', 'unreadable', 'repeated'] as const
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number]

/** Whether an eSIM can go back, with the facts behind the answer. */
export type CancellationEligibility = {
  answer: 'yes' | 'no' | 'ask'
  until: Date | null
  reasons: RefundReason[]
  facts: AnswerDetail[]
}

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
  esim: {
    iccid: string
    profileStatus: string | null
    steps: { kind: string; networkOrders: { orderNum: string }[] }[]
  },
  facts: readonly AnswerDetail[],
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
