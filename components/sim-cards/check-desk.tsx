'use client'

import { useLocale, useTranslations } from 'next-intl'
import { TopUpSummary } from '#components/orders/top-up/top-up-summary.tsx'
import { useTopUp } from '#components/orders/top-up/use-top-up.ts'
import { CheckedPlaces } from '#components/sim-cards/checked-places.tsx'
import { NoAnswer } from '#components/sim-cards/no-answer.tsx'
import { NumberForm } from '#components/sim-cards/number-form.tsx'
import { useCheck } from '#components/sim-cards/use-check.ts'
import { Button } from '#components/ui/button.tsx'
import { FocusedHeading } from '#components/ui/focused-heading.tsx'
import { toLocale } from '#lib/i18n/config.ts'

// What was on the card before is nobody's business here, and so is when a new plan on it can begin.
const START = { kind: 'unknown', from: null } as const

type CheckDeskProps = { shopHref: string; practice: string | null }

/** From a card number to the till: type it, see what the card takes, choose. */
export function CheckDesk({ shopHref, practice }: CheckDeskProps) {
  const t = useTranslations('simcards.check')
  const locale = toLocale(useLocale())
  const check = useCheck(locale)
  const { card } = check
  const topUp = useTopUp(card?.cardId ?? null, locale, true)
  if (card?.answer !== 'takes' || card.last4 === null) {
    return (
      <div className="check-form stack">
        <NumberForm check={check} practice={practice} />
        <NoAnswer check={check} shopHref={shopHref} />
      </div>
    )
  }
  const { brandName: brand, last4 } = card

  return (
    <div className="columns">
      <div>
        <FocusedHeading>{brand ? t('brand', { brand, last4 }) : t('card', { last4 })}</FocusedHeading>
        <p className="soft mb-4">{t('takesHint')}</p>
        <CheckedPlaces places={card.places} chosen={topUp.choice?.plan.id ?? null} onChoose={topUp.choose} />
        <p className="actions mt-5">
          <Button size="small" onClick={check.forget}>
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
