import { useLocale, useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { sumText } from '#components/orders/sum.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { OwnCredit } from '#lib/pricing/rules/voucher.ts'

/** What a customer may spend here, with the codes that spend it. */
export function CreditPanel({ credits }: { credits: OwnCredit[] }) {
  const t = useTranslations('account.credit')
  const locale = toLocale(useLocale())

  return (
    <Panel className="stack account-credit">
      <h2>{t('heading')}</h2>
      <ul className="stack">
        {credits.map(({ code, left, endsAt }) => (
          <li key={code}>
            <b className="num">{t('left', { sum: sumText(left, locale) })}</b> <bdi className="mono">{code}</bdi>{' '}
            {endsAt ? (
              <span className="soft">{t.rich('until', { at: () => <LocalTime at={endsAt} show="date_time" /> })}</span>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="soft">{t('how')}</p>
    </Panel>
  )
}
