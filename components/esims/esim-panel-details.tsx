import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { cityOf } from '#components/catalog/clock-times.ts'
import { UnrevealedDrawing } from '#components/esims/unrevealed-drawing.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { sumText } from '#components/orders/money-amount.tsx'
import { dayText, planText } from '#components/orders/order-texts.ts'
import { Flag } from '#components/ui/flag.tsx'
import { lastInstallMinute } from '#lib/catalog/rules/plan.ts'
import { NETWORK_ZONE, networkMidnight } from '#lib/catalog/rules/trip.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { parseCalendarDate } from '#lib/core/rules/calendar-days.ts'
import { timeZoneOf } from '#lib/core/rules/time-zones.ts'
import type { SharedEsimView } from '#lib/esims/queries/shares.ts'
import type { PlanView } from '#lib/esims/rules/shares.ts'
import type { EsimView, Network } from '#lib/settings/rules/shop.ts'

type EsimPanelDetailsProps = {
  item: PlanView
  esim: Pick<SharedEsimView, 'travellerName' | 'activateBefore'>
  n: number
  /** Left out for somebody whom the order does not concern. */
  orderNumber?: string
}

/** The printed side of a boarding pass: where to, who, what, until when. */
export function EsimPanelDetails({ item, esim, n, orderNumber }: EsimPanelDetailsProps) {
  const t = useTranslations('card')
  const order = useTranslations('order')
  const locale = toLocale(useLocale())

  return (
    <>
      <div className="pass-to flex items-center gap-5">
        <Flag iso2={item.destination.iso2} size="large" lazy={false} />
        <h2 className="min-w-0 text-[clamp(2.75rem,1.8rem+4vw,var(--s9))]/[0.95] tracking-[-0.04em] [&:lang(ar)]:leading-[1.2] [&:lang(ar)]:tracking-normal">
          {item.destination.name}
        </h2>
      </div>
      <dl className="slots grid grid-cols-3 gap-6 small:grid-cols-2 small:gap-x-4 small:gap-y-5">
        <Slot name={t('traveller')}>{esim.travellerName ?? t('noName', { n })}</Slot>
        <Slot name={t('plan')}>{planText(order, item, locale)}</Slot>
        {orderNumber ? (
          <Slot name={t('order')}>
            <bdi className="whitespace-nowrap">{orderNumber}</bdi>
          </Slot>
        ) : null}
        <Deadline activateBefore={esim.activateBefore} />
        {item.startDate ? <FirstDay date={item.startDate} iso2={item.destination.iso2} /> : null}
        <Networks networks={item.networks} />
      </dl>
    </>
  )
}

function Slot({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'col-span-2' : undefined}>
      <dt className="cap">{name}</dt>
      <dd className="mt-0.75 font-display text-(length:--s2)/[1.2] font-semibold tabular-nums small:text-[1.1875rem] [&>small]:mt-0.5 [&>small]:block [&>small]:font-text [&>small]:text-(length:--s-1)/[1.4] [&>small]:font-normal [&>small]:text-ink-soft [&>small]:normal-nums">
        {children}
      </dd>
    </div>
  )
}

function Deadline({ activateBefore }: { activateBefore: string | null }) {
  const t = useTranslations('card')
  const locale = toLocale(useLocale())
  const last = activateBefore === null ? null : lastInstallMinute(activateBefore)
  if (activateBefore === null || last === null) {
    return (
      <Slot name={t('installBefore')} wide>
        {t('installBeforeUnknown')}
      </Slot>
    )
  }

  return (
    <Slot name={t('installBefore')} wide>
      {dayText(activateBefore, locale, 'short')}
      <small>
        {t.rich('installBeforeTimes', {
          local: () => <LocalTime at={last} show="moment" />,
          network: () => <LocalTime at={last} show="time" zone={NETWORK_ZONE} />,
        })}
      </small>
    </Slot>
  )
}

/** A day of the network's calendar: when it begins on the other clocks. */
function FirstDay({ date, iso2 }: { date: string; iso2: string | null }) {
  const t = useTranslations('card')
  const day = parseCalendarDate(date)
  const there = timeZoneOf(iso2)
  const time = (zone?: string) => () =>
    day ? <LocalTime at={networkMidnight(day)} show="moment" {...(zone && { zone })} /> : null
  const clocks = { local: time(), there: time(there ?? undefined), city: there ? cityOf(there) : '' }

  return (
    <Slot name={t('firstDay')} wide>
      {dayText(date, toLocale(useLocale()))}
      <small>{t.rich(there ? 'firstDayTimesThere' : 'firstDayTimes', clocks)}</small>
    </Slot>
  )
}

function Networks({ networks }: { networks: Network[] | null }) {
  const t = useTranslations('card')
  const [first, ...others] = networks ?? []

  return (
    <Slot name={t('networks')} wide={others.length > 0}>
      {first ? <bdi>{networkText(first)}</bdi> : t('networksUnknown')}
      {others.length > 0 ? (
        <small>
          <bdi>{others.map(networkText).join(', ')}</bdi>
        </small>
      ) : null}
    </Slot>
  )
}

function networkText({ operator, generation }: Network): string {
  return [operator, generation].filter(Boolean).join(' ')
}

/** Why an eSIM has nothing to open any more, in the place of its code. */
export function NoCode({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="stack">
      <UnrevealedDrawing isHere={false} />
      <div>
        <h3 className="text-(length:--s2)">{heading}</h3>
        <p className="mt-1.5">{children}</p>
      </div>
    </div>
  )
}

/** An eSIM whose plan is long over: its code is not kept any more. */
export function DeletedCode({ at }: { at: Date }) {
  const t = useTranslations('card.deleted')

  return <NoCode heading={t('heading')}>{t.rich('body', { at: () => <LocalTime at={at} show="date" /> })}</NoCode>
}

/** An eSIM on its way back, or gone: there is nothing to open any more. */
export function CancellingNotice({ esim }: { esim: EsimView }) {
  const t = useTranslations('order.back')
  const sum = sumText(esim.price, toLocale(useLocale()))
  const { state } = esim.return
  if (state === 'none' || state === 'refused') return null

  return <NoCode heading={t(state)}>{t(`${state}Body`, { sum })}</NoCode>
}
