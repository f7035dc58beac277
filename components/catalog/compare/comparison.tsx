'use client'

import { useEffect } from 'react'
import { useAddressState, writeAddressState } from '#components/catalog/address-state.ts'
import { AddPlan } from '#components/catalog/compare/add-plan.tsx'
import { type Column, factRows, toColumn } from '#components/catalog/compare/compare-rows.ts'
import { MAX_COMPARED, useCompared, writeCompared } from '#components/catalog/compare/compare-state.ts'
import { CompareTable } from '#components/catalog/compare/compare-table.tsx'
import type { CompareWords } from '#components/catalog/compare/compare-words.ts'
import { READING_PLACE, ReadingState } from '#components/catalog/trip/reading-state.tsx'
import { usePlaces } from '#components/catalog/trip/use-places.ts'
import { TripBar } from '#components/catalog/trip-bar.tsx'
import { useTrip } from '#components/catalog/trip-state.ts'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { CheckField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'

/** The plans of the address side by side, for the dates of the trip. */
export function Comparison({ words }: { words: CompareWords }) {
  const trip = useTrip()
  const compared = useCompared()
  const isDifferencesOnly = useAddressState().has('only')
  const slugs = [...new Set(compared.map(({ slug }) => slug))]
  const reading = usePlaces(words.locale, slugs)
  const { places, isReading, hasFailed } = reading

  // What the tab remembers is put into the address, so that the page can be sent to somebody as it is.
  useEffect(() => {
    if (compared.length > 0) writeCompared(compared, { isShowing: true })
  }, [compared])

  if (compared.length === 0) return <Nothing words={words} />
  const columns = compared
    .map(({ slug, planId }) => toColumn(places.get(slug) ?? null, planId, words.rows.list))
    .filter((column): column is Column => column !== null)
  const gone =
    isReading || hasFailed ? [] : compared.filter(({ planId }) => !columns.some(({ plan }) => plan.id === planId))
  const rows = factRows(columns, trip, words.rows)
  const hasDayPlans = columns.some(({ plan }) => plan.term.kind === 'day_pass')
  const show = (wanted: typeof compared) => writeCompared(wanted, { isShowing: true })

  return (
    <>
      <TripBar words={words.trip} />
      <div aria-live="polite" className="stack mt-4 empty:mt-0">
        {hasDayPlans && trip.days === 0 ? <Notice>{words.usual}</Notice> : null}
        {gone.length > 0 ? (
          <Notice tone="wait">
            <p className="mb-3">{words.gone}</p>
            <Button
              size="small"
              onClick={(event) => {
                keepPlace(event.currentTarget, '.compare-remove', 'main h2')
                show(compared.filter((plan) => !gone.includes(plan)))
              }}
            >
              {words.goneRemove}
            </Button>
          </Notice>
        ) : null}
        <ReadingState of={reading} words={words} />
      </div>
      {isReading && columns.length === 0 ? READING_PLACE : null}
      {columns.length > 1 ? (
        <CheckField
          checked={isDifferencesOnly}
          onChange={(event) => writeAddressState({ only: event.target.checked ? 'differences' : '' })}
        >
          {words.onlyDifferences}
        </CheckField>
      ) : null}
      {columns.length > 0 ? (
        <CompareTable
          columns={columns}
          rows={isDifferencesOnly && columns.length > 1 ? rows.filter(({ differs }) => differs) : rows}
          trip={trip}
          words={words}
          onRemove={(planId) => show(compared.filter((plan) => plan.planId !== planId))}
        />
      ) : null}
      {compared.length < MAX_COMPARED ? (
        <AddPlan
          places={slugs.flatMap((slug) => places.get(slug) ?? [])}
          chosen={new Set(compared.map(({ planId }) => planId))}
          words={words}
          onAdd={(plan) => show([...compared, plan])}
        />
      ) : null}
    </>
  )
}

function Nothing({ words }: { words: CompareWords }) {
  return (
    <section>
      <h2>{words.emptyTitle}</h2>
      <p className="soft mt-2 max-w-[62ch]">{words.emptyText}</p>
      <p className="chips mt-5">
        <ButtonLink tone="ink" href={words.destinationsHref}>
          {words.destinations}
        </ButtonLink>
        <ButtonLink href={words.tripHref}>{words.tripFinder}</ButtonLink>
      </p>
    </section>
  )
}
