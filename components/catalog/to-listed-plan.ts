import type { ListTexts } from '#components/catalog/listed-plan.ts'
import type { ListedPlan } from '#components/catalog/plan-fit.ts'
import { amountText } from '#lib/core/i18n/formats.ts'
import { fillText, pluralText } from '#lib/core/i18n/plurals.ts'
import type { Money } from '#lib/core/rules/money.ts'
import type { CancelRule, Network, ShopPlan } from '#lib/settings/rules/shop.ts'

const MB_PER_GB = 1024
const GENERATIONS = ['5G', '4G', '3G', '2G'] as const

/** What `planCancellation` answers about a plan that is not sold yet, in the few words of lists and facts. */
export const CANCEL_ANSWERS = {
  allowed_until_install: 'yes',
  allowed_until_use: 'yes',
  never: 'no',
  unknown: 'ask',
  code_mailed: 'code_mailed',
} as const satisfies Record<CancelRule, ListedPlan['cancel']>

/** Returns a plan in the compact form of the browser's lists, all texts ready. */
export function toListedPlan(plan: ShopPlan, texts: ListTexts): ListedPlan {
  return {
    id: plan.id,
    amount: amountText(plan.amount, texts.tag),
    mb: plan.amount.unit === 'GB' ? plan.amount.value * MB_PER_GB : plan.amount.value,
    term: plan.term,
    minor: plan.price.minor,
    perGb: pricePerGb(plan)?.minor ?? 0,
    networks: networksText(plan.networks, texts),
    is5g: bestGeneration(plan.networks) === '5G',
    canTopUp: plan.canTopUp,
    cancel: CANCEL_ANSWERS[plan.cancelRule],
    starts: startText(plan, texts),
  }
}

/** Returns the newest technology among the networks, `null` when none is stated. */
function bestGeneration(networks: readonly Network[] | null): string | null {
  return GENERATIONS.find((generation) => networks?.some((network) => network.generation === generation)) ?? null
}

/** Returns what one gigabyte of a fixed plan costs, rounded to a minor unit; `null` for day plans and small amounts. */
export function pricePerGb({ amount, term, price }: ShopPlan): Money | null {
  if (term.kind !== 'fixed' || amount.unit !== 'GB' || amount.value < 2) return null

  return { minor: Math.round(price.minor / amount.value), currency: price.currency }
}

function networksText(networks: readonly Network[] | null, texts: ListTexts): string {
  if (!networks || networks.length === 0) return texts.notStated
  const count = pluralText(texts.networks, networks.length, texts.tag)
  const generation = bestGeneration(networks)

  return generation === null ? count : fillText(texts.networksUpTo, { networks: count, generation })
}

function startText(plan: ShopPlan, texts: ListTexts): string {
  if (plan.needsStartDate) return texts.startsPicked

  return plan.startsAtOnce === true ? texts.startsAtOnce : texts.notStated
}
