'use client'

import { useLocale, useTranslations } from 'next-intl'
import { CheckedPlaces } from '#components/esims/physical-sims/checked-places.tsx'
import { NoAnswer } from '#components/esims/physical-sims/no-answer.tsx'
import { focusNumber, NumberForm } from '#components/esims/physical-sims/number-form.tsx'
import { useCheck } from '#components/esims/physical-sims/use-check.ts'
import { TopUpSummary } from '#components/esims/top-up/top-up-summary.tsx'
import { useTopUp } from '#components/esims/top-up/use-top-up.ts'
import { Button } from '#components/ui/button.tsx'
import { FocusedHeading } from '#components/ui/focused-heading.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { CheckedCard } from '#lib/esims/client/sim-cards.ts'

// What was on the card before is nobody's business here, and so is when a new plan on it can begin.
const START = { kind: 'unknown', from: null } as const

type CheckPanelProps = { shopHref: string; practice: string | null }

/** From a card number to the checkout: type it, see what the card takes, choose. */
export function CheckPanel({ shopHref, practice }: CheckPanelProps) {
  const check = useCheck(toLocale(useLocale()))
  const { card } = check
  const forget = () => {
    check.forget()
    // The button that was pressed is gone with the card.
    requestAnimationFrame(focusNumber)
  }
  // A choice belongs to one card: the next one starts without any.
  if (card?.answer === 'takes') return <CardPanel card={card} onOther={forget} />

  return (
    <div className="check-form stack">
      <NumberForm check={check} practice={practice} />
      <NoAnswer check={check} shopHref={shopHref} />
    </div>
  )
}

function CardPanel({ card, onOther }: { card: CheckedCard; onOther: () => void }) {
  const t = useTranslations('simcards.check')
  const { cardId, places, brandName: brand } = card
  const last4 = card.last4 ?? ''
  const topUp = useTopUp(cardId, toLocale(useLocale()), true)

  return (
    <div className="columns">
      <div>
        <FocusedHeading>{brand ? t('brand', { brand, last4 }) : t('card', { last4 })}</FocusedHeading>
        <p className="soft mb-4">{t('takesHint')}</p>
        <CheckedPlaces places={places} chosen={topUp.choice?.plan.id ?? null} onChoose={topUp.choose} />
        <p className="actions mt-5">
          <Button size="small" onClick={onOther}>
            {t('another')}
          </Button>
        </p>
      </div>
      <aside className="side side-flush">
        <TopUpSummary last4={last4} start={START} topUp={topUp} card="sim" />
      </aside>
    </div>
  )
}
