import { useTranslations } from 'next-intl'
import { usePlanText } from '#components/orders/admin/plan-name.tsx'
import { sumText } from '#components/ui/admin/money-amount.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import { ltrRun } from '#lib/core/i18n/formats.ts'
import type { RuleName } from '#lib/pricing/rules/admin-pricing.ts'
import type { RuleTerms } from '#lib/pricing/rules/pricing-edit.ts'

/** Words for rules: what they speak about, and what they say. */
export type RuleLabels = ReturnType<typeof useRuleLabels>

/** Returns the words for rules in the language of the page, sums in one currency. */
export function useRuleLabels(currency: string) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const tag = useTag()
  const planText = usePlanText()
  const sum = (minor: number) => ltrRun(`${sumText(minor, currency, tag)}\u00a0${currency}`, tag)
  const percent = (text: string) => ltrRun(`${new Intl.NumberFormat(tag).format(text as `${number}`)}\u00a0%`, tag)

  return {
    name: (rule: RuleName) => nameOf(rule, { t, planText }),
    price: ({ percent: share, addMinor, fixedMinor }: RuleTerms) => {
      if (fixedMinor !== null) return t('says.fixed', { sum: sum(fixedMinor) })
      if (share !== null && addMinor) return t('says.both', { percent: percent(share), sum: sum(addMinor) })

      return share === null
        ? t('says.sum', { sum: sum(addMinor ?? 0) })
        : t('says.percent', { percent: percent(share) })
    },
    rounding: ({ rounding }: RuleTerms) => rounding && t(`form.roundings.${rounding}`),
    floor: ({ floorPercent, floorMinor }: Pick<RuleTerms, 'floorPercent' | 'floorMinor'>) => {
      const parts = [floorPercent && percent(floorPercent), floorMinor !== null && sum(floorMinor)].filter(Boolean)

      return parts.length === 0 ? null : parts.join(', ')
    },
    sum,
    /** Hundredths of a percent as a percentage. */
    share: (basisPoints: number | null) => (basisPoints === null ? tLabel('none') : shareText(basisPoints, tag)),
  }
}

function shareText(basisPoints: number, tag: string): string {
  const format = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

  return ltrRun(`${format.format(basisPoints / 100).replace('-', '−')}\u00a0%`, tag)
}

type Said = {
  t: ReturnType<typeof useTranslations<'admin-pricing'>>
  planText: ReturnType<typeof usePlanText>
}

function nameOf({ scope, shelf, name, kind, minMb, plan }: RuleName, { t, planText }: Said): string {
  if (scope === 'global') return t('scope.global')
  if (shelf !== null) return t('scope.shelf', { shelf: t(`shelf.${shelf as 'asia'}`) })
  if (scope === 'destination') return name ?? '?'
  if (scope === 'plan') return plan ? planText({ ...plan, destination: name }) : t('scope.gonePlan')
  const what = kind ? t(`kind.${kind}`) : t('kind.size', { size: sizeText(minMb ?? 0) })

  return name === null ? t('scope.kind', { kind: what }) : t('scope.kindIn', { destination: name, kind: what })
}

function sizeText(megabytes: number): string {
  return megabytes % 1024 === 0 ? `${megabytes / 1024} GB` : `${megabytes} MB`
}
