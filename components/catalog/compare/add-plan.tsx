'use client'

import { columnName, toColumn } from '#components/catalog/compare/compare-rows.ts'
import type { ComparedPlan } from '#components/catalog/compare/compare-state.ts'
import type { CompareWords } from '#components/catalog/compare/compare-words.ts'
import { Icon } from '#components/ui/icon.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import type { PlaceOnSale } from '#lib/settings/rules/shop.ts'

type AddPlanProps = {
  places: readonly PlaceOnSale[]
  chosen: ReadonlySet<string>
  words: CompareWords
  onAdd: (plan: ComparedPlan) => void
}

/** Another plan of the destinations on the page, or the way to the other ones. */
export function AddPlan({ places, chosen, words, onAdd }: AddPlanProps) {
  const groups = places
    .map((place) => ({
      place,
      columns: place.plans
        .filter(({ id }) => !chosen.has(id))
        .map(({ id }) => toColumn(place, id, words.rows.list))
        .filter((column) => column !== null),
    }))
    .filter(({ columns }) => columns.length > 0)
  const add = (value: string) => {
    const [slug = '', planId = ''] = value.split('.')
    if (planId) onAdd({ slug, planId })
  }

  return (
    <p className="chips mt-5">
      {groups.length > 0 ? (
        <label className="chip">
          <Icon name="plus" />
          <span aria-hidden="true">{words.add}</span>
          <select
            aria-label={words.addFrom}
            value=""
            onChange={(event) => {
              // It goes with the last plan that fits in.
              keepPlace(event.currentTarget, '.compare-remove')
              add(event.target.value)
            }}
          >
            <option value="">{words.add}</option>
            {groups.map(({ place, columns }) => (
              <optgroup key={place.slug} label={place.name}>
                {columns.map((column) => (
                  <option key={column.plan.id} value={`${place.slug}.${column.plan.id}`}>
                    {columnName(column, words)} · {column.plan.price}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
      ) : null}
      <a className="link" href={words.destinationsHref}>
        {words.others}
        <Icon name="forward" />
      </a>
    </p>
  )
}
