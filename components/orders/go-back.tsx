import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ReturnCard } from '#components/cancellations/return-card.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { sumText } from '#components/orders/sum.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { CardReturn, CardView } from '#lib/settings/rules/shop.ts'

type GoBackProps = { orderId: string; card: CardView; writeHref: string }

/** The answer to "can it go back?" for one card, with its reason, or how far its return is. */
export function GoBack({ orderId, card, writeHref }: GoBackProps) {
  const t = useTranslations('order.back')
  const { state, answer } = card.return
  const canAsk = state === 'none' && answer !== 'no'
  const canWrite = state === 'refused' || (state === 'none' && answer === 'no')

  return (
    <section className="panel no-print" id="go-back">
      <h2>{t('heading')}</h2>
      <p className={state === 'none' && answer === 'yes' ? 'big big-good' : 'big'}>
        {t(state === 'none' ? answer : state)}
      </p>
      <p className="mt-2 mb-4">
        <Reason card={card} />
      </p>
      {canAsk ? <ReturnCard orderId={orderId} cardId={card.id} refund={card.price} /> : null}
      {canWrite ? (
        <ButtonLink size="small" href={writeHref}>
          <Icon name="mail" />
          {t('write')}
        </ButtonLink>
      ) : null}
      {state === 'none' && card.isSealed ? (
        <p className="mt-4">
          <a className="text-link" href="/withdraw">
            {t('withdraw')}
          </a>
        </p>
      ) : null}
    </section>
  )
}

function Reason({ card }: { card: CardView }) {
  const t = useTranslations('order.back')
  const sum = sumText(card.price, toLocale(useLocale()))
  const { state, answer, until, refusal } = card.return
  if (state === 'refused')
    return refusal ? t.rich('refusedWords', { words: () => <q dir="auto">{refusal}</q> }) : t('refusedBody')
  if (state !== 'none') return t(`${state}Body`, { sum })
  if (answer === 'yes') return until ? t.rich('yesUntil', { at: at(until) }) : null

  return answer === 'ask' ? t('askBody') : <Refusal card={card} />
}

/** The first reason that stands against it: the rest says no more to its reader. */
function Refusal({ card: { revealedAt, return: back } }: { card: CardView }) {
  const t = useTranslations('order.back')
  const reason = reasonOf(back)
  if (reason === 'data_used' && back.readAt) {
    return t.rich('because.data_used_at', { mb: Math.ceil(back.usedMb ?? 0), at: at(back.readAt) })
  }
  if (revealedAt && (reason === 'revealed' || reason === 'install_signal')) {
    return t.rich('because.opened_at', { at: at(revealedAt) })
  }

  return t(`because.${reason}`)
}

const REASONS = [
  'disputed',
  'top_up',
  'topped_up',
  'locked',
  'rule_never',
  'past_window',
  'data_used',
  'started',
  'install_signal',
  'revealed',
] as const

function reasonOf({ reasons }: CardReturn): (typeof REASONS)[number] | 'other' {
  return REASONS.find((reason) => reasons.includes(reason)) ?? 'other'
}

function at(moment: Date): () => ReactNode {
  return () => <LocalTime at={moment} show="date_time" />
}
