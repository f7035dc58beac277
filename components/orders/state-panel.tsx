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
  const { standing, ready, count } = headline
  const classes = ['state', CALM.has(standing) && 'state-calm'].filter(Boolean).join(' ')

  return (
    <section className={classes} role="status">
      {TURNING.has(standing) ? <Dial /> : <span />}
      <div>
        <h1>
          {isTopUp(order) && isUnderWay(standing)
            ? topUp(`headline.${standing}`, { card: cardOf(order) })
            : t.rich(`headline.${standing}`, { count, ready, br: () => <br /> })}
        </h1>
        <p>
          <StateWords order={order} headline={headline} isOffered={isOffered} />
        </p>
        <Actions order={order} standing={standing} againHref={againHref} />
      </div>
    </section>
  )
}

// The reason, where there is one in words, says more than the standing.
function StateWords({ order, headline, isOffered }: Pick<StatePanelProps, 'order' | 'headline' | 'isOffered'>) {
  const t = useTranslations('order')
  const topUp = useTranslations('topup.order')
  const { standing } = headline
  const email = {
    email: order.emailMasked,
    b: (words: ReactNode) => (
      <b>
        <bdi>{words}</bdi>
      </b>
    ),
  }
  const reason = reasonOf(order.lines)
  if (isTopUp(order) && standing === 'confirming') {
    return topUp.rich(isOffered ? 'body.confirming_long' : 'body.confirming', email)
  }
  if (isTopUp(order) && isUnderWay(standing)) return topUp(`body.${standing}`)
  if (standing === 'confirming') return t.rich(isOffered ? 'body.confirming_long' : 'body.confirming', email)
  if (standing === 'ready') return null
  if (reason && standing !== 'partly' && t.has(`reason.${reason}`)) {
    return t(`reason.${reason}`, { money: order.money })
  }
  const since = standing === 'with_team' ? withTeamSince(order) : null
  if (since)
    return t.rich('body.with_team_since', { at: () => <LocalTime at={since} show="moment" />, money: order.money })

  return t(`body.${standing}`, { money: order.money })
}

function cardOf({ lines }: OrderPage) {
  return cardWord(lines[0]?.topUp)
}

function isTopUp({ lines }: OrderPage): boolean {
  return lines.every((line) => line.topUp !== null)
}

function isUnderWay(standing: Headline['standing']): standing is 'ordering' | 'almost_ready' {
  return standing === 'ordering' || standing === 'almost_ready'
}

function Actions({ order, standing, againHref }: { order: OrderPage; standing: string; againHref: string }) {
  const t = useTranslations('order')
  if (standing === 'waiting_for_payment' && order.payUrl) {
    return (
      <p className="actions">
        <ButtonLink tone="primary" href={order.payUrl} rel="noreferrer">
          {t('pay')}
        </ButtonLink>
      </p>
    )
  }
  if (!['expired', 'refund_started', 'refunded'].includes(standing)) return null

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
