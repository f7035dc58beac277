import { useLocale } from 'next-intl'
import type { RiskSum } from '#lib/domain/admin-reconciliation.ts'
import { toLocale } from '#lib/i18n/config.ts'
import { intlTag } from '#lib/i18n/formats.ts'

/** Money at risk: exact, with its currency behind it; costs have more places than prices. */
export function Risk({ amount, currency }: RiskSum) {
  const tag = intlTag(toLocale(useLocale()))
  const format = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 6 })

  return <bdi>{`${format.format(amount as `${number}`)} ${currency}`}</bdi>
}

/** Sums in several currencies, one below the other. */
export function Risks({ risks }: { risks: RiskSum[] }) {
  if (risks.length === 0) return <span className="a-soft">-</span>

  return risks.map((risk) => (
    <span key={risk.currency} className="a-risk">
      <Risk {...risk} />
    </span>
  ))
}
