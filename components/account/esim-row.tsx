import { useLocale, useTranslations } from 'next-intl'
import { ageText, dataText } from '#components/cards/usage-text.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import { planText } from '#components/orders/plan-text.ts'
import { Flag } from '#components/ui/flag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { OwnEsim } from '#lib/domain/own-account.ts'
import { toLocale } from '#lib/i18n/config.ts'

type EsimRowProps = { esim: OwnEsim; now: Date }

/** One eSIM of a customer: what it is, and the next date that matters. */
export function EsimRow({ esim, now }: EsimRowProps) {
  const t = useTranslations('account')
  const locale = toLocale(useLocale())
  const { destination, travellerName, iccidLast4, usedMb, totalMb } = esim
  const used = esim.group === 'in_use' && usedMb !== null

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
          {used ? (
            <small>
              {totalMb === null
                ? t('used', { used: dataText(usedMb, locale) })
                : t('usedOf', { used: dataText(usedMb, locale), total: dataText(totalMb, locale) })}
            </small>
          ) : null}
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

function DateLine({ esim }: { esim: OwnEsim }) {
  const t = useTranslations('account')
  const at = esim.group === 'to_install' ? esim.installBy : esim.endsAt
  if (esim.wentBack) return <small>{t('wentBack')}</small>
  if (at === null) return esim.group === 'to_install' ? <small>{t('noDeadline')}</small> : null

  return <small>{t.rich(`date.${esim.group}`, { date: () => <LocalTime at={at} show="date_time" /> })}</small>
}
