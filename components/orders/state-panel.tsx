import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { cardWord } from '#components/esims/top-up/top-up-path.ts'
import type { Headline } from '#components/orders/headline.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { withTeamSince } from '#lib/orders/rules/with-team-since.ts'
import type { LineView, OrderPage } from '#lib/settings/rules/shop.ts'

const TURNING = new Set(['ordering', 'almost_ready', 'confirming', 'cancelling'])
const CALM = new Set(['refund_started', 'refunded', 'cancelled', 'expired', 'waiting_for_payment'])

type StatePanelProps = { order: OrderPage; headline: Headline; isOffered: boolean; againHref: string }

/** What we know, where the money is, what we do now, what you can do: the top of an order that is not ready. */
export function StatePanel({ order, headline, isOffered, againHref }: StatePanelProps) {
  const t = useTranslations('order')
  const topUp = useTranslations('topup.order')
  const { status, ready, count } = headline
  const classes = ['state', CALM.has(status) && 'state-calm'].filter(Boolean).join(' ')

  return (
    <section className={classes} role="status">
      {TURNING.has(status) ? <Dial /> : <span />}
      <div>
        <h1>
          {isTopUp(order) && isUnderWay(status)
            ? topUp(`headline.${status}`, { card: cardOf(order) })
            : t.rich(`headline.${status}`, { count, ready, br: () => <br /> })}
        </h1>
        <p>
          <StateWords order={order} headline={headline} isOffered={isOffered} />
        </p>
        <Actions order={order} status={status} againHref={againHref} />
      </div>
    </section>
  )
}

// The reason, where there is one in words, says more than the standing.
function StateWords({ order, headline, isOffered }: Pick<StatePanelProps, 'order' | 'headline' | 'isOffered'>) {
  const t = useTranslations('order')
  const topUp = useTranslations('topup.order')
  const { status } = headline
  const email = {
    email: order.emailMasked,
    b: (words: ReactNode) => (
      <b>
        <bdi>{words}</bdi>
      </b>
    ),
  }
  const reason = reasonOf(order.lines)
  if (isTopUp(order) && status === 'confirming') {
    return topUp.rich(isOffered ? 'body.confirming_long' : 'body.confirming', email)
  }
  if (isTopUp(order) && isUnderWay(status)) return topUp(`body.${status}`)
  if (status === 'confirming') return t.rich(isOffered ? 'body.confirming_long' : 'body.confirming', email)
  if (status === 'ready') return null
  if (reason && status !== 'partly' && t.has(`reason.${reason}`)) {
    return t(`reason.${reason}`, { money: order.money })
  }
  const since = status === 'with_team' ? withTeamSince(order) : null
  if (since)
    return t.rich('body.with_team_since', { at: () => <LocalTime at={since} show="moment" />, money: order.money })

  return t(`body.${status}`, { money: order.money })
}

function cardOf({ lines }: OrderPage) {
  return cardWord(lines[0]?.topUp)
}

function isTopUp({ lines }: OrderPage): boolean {
  return lines.every((line) => line.topUp !== null)
}

function isUnderWay(status: Headline['status']): status is 'ordering' | 'almost_ready' {
  return status === 'ordering' || status === 'almost_ready'
}

function Actions({ order, status, againHref }: { order: OrderPage; status: string; againHref: string }) {
  const t = useTranslations('order')
  if (status === 'waiting_for_payment' && order.payUrl) {
    return (
      <p className="actions">
        <ButtonLink tone="primary" href={order.payUrl} rel="noreferrer">
          {t('pay')}
        </ButtonLink>
      </p>
    )
  }
  if (!['expired', 'refund_started', 'refunded'].includes(status)) return null

  return (
    <p className="actions">
      <ButtonLink href={againHref}>{t('again')}</ButtonLink>
    </p>
  )
}

function Dial() {
  return (
    <svg className="dial" viewBox="0 0 72 72" aria-hidden="true">
      <circle className="dial-ground" cx="36" cy="36" r="30" />
      <circle className="dial-hand" cx="36" cy="36" r="30" strokeDasharray="47 142" />
    </svg>
  )
}

/** The reason that all lines share: what is true of a part only is said beside that part. */
function reasonOf(lines: LineView[]): string | null {
  const reasons = new Set(lines.map(({ reason }) => reason))
  const [only] = reasons

  return reasons.size === 1 ? (only ?? null) : null
}
