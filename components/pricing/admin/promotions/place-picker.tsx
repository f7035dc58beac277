'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'

type Place = { id: number; name: string }
type PlacePickerProps = { destinations: Place[]; chosen: number[]; onChange: (ids: number[]) => void }

/** The destinations that something is kept to, one by one; none of them means all. */
export function PlacePicker({ destinations, chosen, onChange }: PlacePickerProps) {
  const t = useTranslations('admin-promotions.form')
  const places = chosen.map((id) => destinations.find((place) => place.id === id) ?? { id, name: String(id) })

  return (
    <div className="a-pb-stack">
      <Field id="promotion-place" label={t('places')} hint={places.length === 0 ? t('everywhere') : null}>
        <select
          id="promotion-place"
          className="input"
          value=""
          onChange={(event) => onChange([...chosen, Number(event.target.value)])}
        >
          <option value="">{t('addPlace')}</option>
          {destinations
            .filter(({ id }) => !chosen.includes(id))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      </Field>
      {places.length > 0 ? (
        <ul className="a-row">
          {places.map(({ id, name }) => (
            <li key={id}>
              <Button
                size="small"
                aria-label={t('dropPlace', { name })}
                onClick={() => onChange(chosen.filter((one) => one !== id))}
              >
                {name} ×
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
