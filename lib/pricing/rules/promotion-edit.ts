import { parseAmountInput } from '#lib/core/rules/amount-input.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { compareDecimals, decimal, parseDecimal, toScaledInteger } from '#lib/core/rules/decimal.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'
import { plainCode } from '#lib/core/rules/typed-text.ts'
import { instantOf, isTimeZone, localTimeAt } from '#lib/core/rules/zoned-time.ts'
import { PROMOTION_PLANS, type PromotionPlans } from '#lib/pricing/rules/promotion.ts'
import { isCodeShaped } from '#lib/pricing/rules/voucher.ts'

/** A promotion as somebody types it in. Empty limits, sums and ends are none; times are those of `timeZone`. */
export type PromotionForm = {
  code: string
  title: string
  kind: 'percent' | 'sum'
  value: string
  minimum: string
  totalLimit: string
  personLimit: string
  from: string
  until: string
  timeZone: string
  skuIds: number[]
  planKind: PromotionPlans | ''
  stacks: boolean
  maySellUnderFloor: boolean
}

/** A promotion as it is kept, without what the store adds. */
export type PromotionTerms = {
  code: string
  title: string
  kind: 'PERCENT' | 'FIXED'
  basisPoints: number | null
  amountMinor: number | null
  minimumMinor: number
  totalLimit: number | null
  personLimit: number | null
  startsAt: Date
  endsAt: Date | null
  timeZone: string
  skuIds: number[]
  planKind: string | null
  stacks: boolean
  maySellUnderFloor: boolean
}

/** Fields that could not be read, or make no sense together. */
export type PromotionProblem =
  | 'code'
  | 'title'
  | 'value'
  | 'minimum'
  | 'totalLimit'
  | 'personLimit'
  | 'from'
  | 'until'
  | 'timeZone'

const MAX_USES = 10_000_000

/** Returns what a form says, or which of its fields say nothing that can be kept. */
export function parsePromotionForm(
  form: PromotionForm,
  currency: CurrencyCode,
): { terms: PromotionTerms; problems: [] } | { terms: null; problems: PromotionProblem[] } {
  const code = plainCode(form.code)
  const title = form.title.trim()
  const basisPoints = form.kind === 'percent' ? parsePercent(form.value) : null
  const amountMinor = form.kind === 'sum' ? (parseAmountInput(form.value, currency)?.minor ?? null) : null
  const minimum = form.minimum.trim() === '' ? 0 : (parseAmountInput(form.minimum, currency)?.minor ?? null)
  const startsAt = instantOf(form.from, form.timeZone)
  const endsAt = form.until === '' ? null : instantOf(form.until, form.timeZone)
  const isOrdered = endsAt === null || (startsAt !== null && endsAt > startsAt)
  const problems: [PromotionProblem, boolean][] = [
    ['code', isCodeShaped(code)],
    ['title', title.length > 0 && title.length <= 80],
    ['value', basisPoints !== null || amountMinor !== null],
    ['minimum', minimum !== null],
    ['totalLimit', parseLimit(form.totalLimit) !== undefined],
    ['personLimit', parseLimit(form.personLimit) !== undefined],
    ['timeZone', isTimeZone(form.timeZone)],
    ['from', startsAt !== null],
    ['until', isOrdered && (form.until === '' || endsAt !== null)],
  ]
  const wrong = problems.filter(([, isFine]) => !isFine).map(([name]) => name)
  if (wrong.length > 0 || startsAt === null || minimum === null) return { terms: null, problems: wrong }

  return {
    terms: {
      ...{ code, title, basisPoints, amountMinor, minimumMinor: minimum, startsAt, endsAt, timeZone: form.timeZone },
      kind: basisPoints === null ? 'FIXED' : 'PERCENT',
      totalLimit: parseLimit(form.totalLimit) ?? null,
      personLimit: parseLimit(form.personLimit) ?? null,
      skuIds: [...new Set(form.skuIds)].sort((a, b) => a - b),
      planKind: form.planKind === '' ? null : form.planKind,
      stacks: form.stacks,
      maySellUnderFloor: form.maySellUnderFloor,
    },
    problems: [],
  }
}

/** Returns the form that shows a promotion. */
export function toPromotionForm(terms: PromotionTerms, currency: CurrencyCode): PromotionForm {
  const { basisPoints, amountMinor, minimumMinor, totalLimit, personLimit, startsAt, endsAt, timeZone } = terms
  const sum = (minor: number) => toDecimalText(money(minor, currency))

  return {
    ...{ code: terms.code, title: terms.title, timeZone, skuIds: terms.skuIds },
    kind: basisPoints === null ? 'sum' : 'percent',
    value: basisPoints === null ? sum(amountMinor ?? 0) : percentText(basisPoints),
    minimum: minimumMinor === 0 ? '' : sum(minimumMinor),
    totalLimit: String(totalLimit ?? ''),
    personLimit: String(personLimit ?? ''),
    from: localTimeAt(startsAt, timeZone),
    until: endsAt === null ? '' : localTimeAt(endsAt, timeZone),
    planKind: PROMOTION_PLANS.find((kind) => kind === terms.planKind) ?? '',
    stacks: terms.stacks,
    maySellUnderFloor: terms.maySellUnderFloor,
  }
}

/** Returns hundredths of a percent as text: 1250 is `12.5`. */
export function percentText(basisPoints: number): string {
  return String(basisPoints / 100)
}

// Up to two decimals, above nothing and up to everything.
function parsePercent(text: string): number | null {
  const value = parseDecimal(text)
  if (value === null || compareDecimals(value, decimal(0)) <= 0 || compareDecimals(value, decimal(100)) > 0) return null
  const points = toScaledInteger(value, 2, 'down')

  return points === toScaledInteger(value, 2, 'up') ? Number(points) : null
}

/** `undefined` for what is no limit at all, `null` for none. */
function parseLimit(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const limit = /^\d{1,8}$/.test(text.trim()) ? Number(text) : 0

  return limit > 0 && limit <= MAX_USES ? limit : undefined
}
