'use client'

import { useTranslations } from 'next-intl'
import { PlanChoice } from '#components/esims/top-up/plan-choice.tsx'
import { Flag } from '#components/ui/flag.tsx'
import type { CheckedCard } from '#lib/esims/client/sim-cards.ts'
import type { TopUpPlan } from '#lib/esims/client/top-ups.ts'

type CheckedPlacesProps = {
  places: CheckedCard['places']
  chosen: string | null
  onChoose: (plan: TopUpPlan) => void
}

/** What a card takes, place by place, what it is made for open at first. Places without plans are only named. */
export function CheckedPlaces({ places, chosen, onChoose }: CheckedPlacesProps) {
  const t = useTranslations('simcards.check')
  const withPlans = places.filter(({ plans }) => plans.length > 0)
  const others = places.filter(({ plans }) => plans.length === 0)

  return (
    <>
      {withPlans.map((place, index) => (
        <details key={place.name} className="place" open={index === 0}>
          <summary>
            <Flag iso2={place.iso2} lazy={false} />
            <b id={`place-${index}`}>{place.name}</b>
            <span className="small soft">
              {place.countryCount === null || place.countryCount < 2
                ? null
                : t('countries', { count: place.countryCount })}
            </span>
          </summary>
          <PlanChoice plans={place.plans} chosen={chosen} labelledBy={`place-${index}`} onChoose={onChoose} />
        </details>
      ))}
      {others.length > 0 ? (
        <div className="mt-5">
          <p className="soft">{t('also')}</p>
          <ul className="stack gap-2 mt-2">
            {others.map(({ name, iso2 }) => (
              <li key={name} className="flex items-center gap-3">
                <Flag iso2={iso2} size="small" lazy={false} />
                {name}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}
