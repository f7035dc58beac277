import { useLocale, useTranslations } from 'next-intl'
import { ageText, dataText } from '#components/esims/usage-text.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import { planText } from '#components/orders/plan-text.ts'
import { Flag } from '#components/ui/flag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { OwnEsim } from '#lib/customers/rules/own-account.ts'

type EsimRowProps = { esim: OwnEsim; now: Date }

/** One eSIM of a customer: what it is, and the next date that matters. */
export function EsimRow({ esim, now }: EsimRowProps) {
  const t = useTranslations('account')
  const locale = toLocale(useLocale())
  const { destination, travellerName, iccidLast4 } = esim

  return (
    <li>
      <a href={`/o/${esim.orderId}/esims/${esim.id}`}>
        <Flag iso2={destination.iso2} />
        <span>
          <b>
            <bdi>{destination.name}</bdi>
            {travellerName ? (
              <>
                {' · '}
                <bdi>{travellerName}</bdi>
              </>
            ) : null}
          </b>
          <DateLine esim={esim} />
          <small>
            {planText(t, esim, locale)} · <bdi className="whitespace-nowrap">•• {iccidLast4}</bdi> ·{' '}
            <bdi className="whitespace-nowrap">{esim.orderNumber}</bdi>
          </small>
          {esim.group === 'in_use' ? <UsageLine esim={esim} now={now} /> : null}
          {esim.answeredAt && esim.group !== 'ended' ? (
            <small>
              {esim.takesTopUp === null ? null : `${t(esim.takesTopUp ? 'takesTopUp' : 'noTopUp')} · `}
              {esim.expiresAt ? (
                <>
                  {t.rich('keptUntil', {
                    date: () => <LocalTime at={esim.expiresAt ?? now} show="short_date" />,
                  })}
                  {' · '}
                </>
              ) : null}
              {t('asked', { age: ageText(esim.answeredAt, now, locale) })}
            </small>
          ) : null}
        </span>
        <Icon name="next" className="soft" />
      </a>
    </li>
  )
}

/** What was used, with its age: what nobody reported is not 0, and the amount of a day pass is no total. */
function UsageLine({ esim: { usedMb, totalMb, usedAt, isUsageOld, isPerDay }, now }: EsimRowProps) {
  const t = useTranslations('account')
  const locale = toLocale(useLocale())
  if (usedMb === null || usedAt === null) return <small>{t('usedUnknown')}</small>
  const values = { used: dataText(usedMb, locale), age: ageText(usedAt, now, locale) }
  const total = totalMb === null ? null : dataText(totalMb, locale)

  return (
    <small>
      {total === null ? t('used', values) : t(isPerDay ? 'usedPerDay' : 'usedOf', { ...values, total })}
      {isUsageOld ? ` · ${t('usedOld')}` : null}
    </small>
  )
}

function DateLine({ esim }: { esim: OwnEsim }) {
  const t = useTranslations('account')
  const at = esim.group === 'to_install' ? esim.installBy : esim.endsAt
  if (esim.wentBack) return <small>{t('wentBack')}</small>
  if (at === null) return esim.group === 'to_install' ? <small>{t('noDeadline')}</small> : null

  return <small>{t.rich(`date.${esim.group}`, { date: () => <LocalTime at={at} show="date_time" /> })}</small>
}
