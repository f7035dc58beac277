'use client'

import { useTranslations } from 'next-intl'
import { TextField } from '#components/ui/field.tsx'

/** A name for one eSIM: which line, which eSIM of it. */
export type TravellerName = { item: number; place: number; name: string }

type TravellersProps = {
  item: number
  count: number
  /** The number of its first eSIM in the whole order, from 1. */
  firstEsim: number
  names: string[]
  onName: (name: TravellerName) => void
}

/** Names for the eSIMs of an item, numbered through the whole order. */
export function Travellers({ item, count, firstEsim, names, onName }: TravellersProps) {
  const t = useTranslations('checkout.plan')

  return (
    <div>
      <div className="grid gap-4 sm:grid-cols-2">
        {Array.from({ length: count }, (_, place) => place).map((place) => (
          <TextField
            key={place}
            id={`traveller-${firstEsim + place}`}
            label={t('traveller', { n: firstEsim + place })}
            value={names[place] ?? ''}
            maxLength={80}
            autoComplete={item === 0 && place === 0 ? 'name' : 'off'}
            onChange={(event) => onName({ item, place, name: event.target.value })}
          />
        ))}
      </div>
      <p className="small soft mt-2.5">{t('travellersHint')}</p>
    </div>
  )
}
