import { useLocale, useTranslations } from 'next-intl'
import { SealDrawing } from '#components/esims/seal-drawing.tsx'
import { cardWord } from '#components/esims/top-up/top-up-path.ts'
import { dayText } from '#components/orders/day-text.ts'
import { amountText } from '#components/orders/plan-text.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { LineView } from '#lib/settings/rules/shop.ts'

/** What was ordered while it is not here yet. */
export function OrderTicket({ line, isComing }: { line: LineView; isComing: boolean }) {
  const t = useTranslations('order.side')
  const topUp = useTranslations('topup.order')
  const locale = toLocale(useLocale())
  const facts = [
    [t('plan'), amountText(line.amount, locale)],
    [t('days'), String(line.days)],
    [t('count'), String(line.count)],
    ...(line.startDate ? [[t('firstDay'), t('firstDayValue', { date: dayText(line.startDate, locale) })]] : []),
  ]

  return (
    <Ticket as="section" aria-label={t('heading')}>
      <TicketPart>
        <p className="summary-head">
          <Flag iso2={line.destination.iso2} lazy={false} />
          <b>{line.destination.name}</b>
        </p>
        {line.topUp ? (
          <p className="mt-2">{topUp('for', { last4: line.topUp.iccidLast4, card: cardWord(line.topUp) })}</p>
        ) : null}
        <dl className="pairs mt-3">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </TicketPart>
      {isComing ? (
        <>
          <TicketTear />
          <TicketPart className="stack">
            <p>
              <Badge tone="wait" icon="clock">
                {t('notHere')}
              </Badge>
            </p>
            <SealDrawing isHere={false} />
            <p className="small soft">{t('close')}</p>
          </TicketPart>
        </>
      ) : null}
    </Ticket>
  )
}
