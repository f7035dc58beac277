import { useLocale, useTranslations } from 'next-intl'
import { ShareLine } from '#components/esims/shares/share-line.tsx'
import { ageText, dataText } from '#components/esims/usage-text.ts'
import { LinkList } from '#components/orders/link-list.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { MoneyAmount, sumText } from '#components/orders/money-amount.tsx'
import { planText } from '#components/orders/order-texts.ts'
import { Flag } from '#components/ui/flag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { OwnEsim, OwnOrder, OwnTraveller } from '#lib/customers/queries/own-account.ts'
import type { OwnCredit } from '#lib/pricing/rules/voucher.ts'

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

/** One order of a customer: what was bought, when, for how much, and how far it is. */
export function OrderRow({ order }: { order: OwnOrder }) {
  const t = useTranslations('account')
  const locale = toLocale(useLocale())

  return (
    <li>
      <a href={`/o/${order.id}`}>
        <span>
          <b>
            <bdi>{order.number}</bdi>
          </b>
          {order.plans.map((plan, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of an order never move
            <small key={index}>
              {plan.count > 1 ? <bdi>{plan.count} × </bdi> : null}
              <bdi>{plan.destination.name}</bdi>, {planText(t, plan, locale)}
            </small>
          ))}
          <small>
            <LocalTime at={order.createdAt} show="date" /> · <MoneyAmount of={order.total} /> ·{' '}
            {t(`standing.${order.status}`)}
          </small>
        </span>
        <Icon name="next" className="soft" />
      </a>
    </li>
  )
}

/** Every traveller with their eSIMs, each leading to where its name and link are changed. */
export function TravellerList({ travellers }: { travellers: OwnTraveller[] }) {
  const t = useTranslations('account')
  const locale = toLocale(useLocale())

  return travellers.map(({ name, esims }, index) => (
    <section
      key={name ?? ''}
      className="mb-8 [&>h2]:mb-2 [&>h2]:text-(length:--s2)"
      aria-labelledby={`traveller-${index}`}
    >
      <h2 id={`traveller-${index}`}>
        {name === null ? t('travellers.unnamed') : <bdi>{name}</bdi>} <span className="soft num">{esims.length}</span>
      </h2>
      <LinkList>
        {esims.map((esim) => (
          <li key={esim.id}>
            <a href={`/o/${esim.orderId}?card=${esim.id}#traveller`}>
              <Flag iso2={esim.destination.iso2} />
              <span>
                <b>
                  <bdi>{esim.destination.name}</bdi>
                </b>
                <small>
                  {planText(t, esim, locale)} · <bdi className="whitespace-nowrap">•• {esim.iccidLast4}</bdi> ·{' '}
                  <bdi className="whitespace-nowrap">{esim.orderNumber}</bdi>
                </small>
                {esim.wentBack ? (
                  <small>{t('wentBack')}</small>
                ) : esim.share ? (
                  <ShareLine share={esim.share} />
                ) : (
                  <small>{t('travellers.kept')}</small>
                )}
              </span>
              <Icon name="next" className="soft" />
            </a>
          </li>
        ))}
      </LinkList>
    </section>
  ))
}

/** What a customer may spend here, with the codes that spend it. */
export function CreditPanel({ credits }: { credits: OwnCredit[] }) {
  const t = useTranslations('account.credit')
  const locale = toLocale(useLocale())

  return (
    <Panel className="stack mb-8">
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
