'use client'

import { useEffect } from 'react'
import { useAddressState, writeAddressState } from '#components/catalog/address-state.ts'
import {
  type ComparedColumn,
  type ComparedRow,
  columnName,
  comparedRows,
  toColumn,
} from '#components/catalog/compare/compare-rows.ts'
import {
  type ComparedPlan,
  MAX_COMPARED,
  useCompared,
  writeCompared,
} from '#components/catalog/compare/compare-state.ts'
import { firstChoice, inputOf, useFirstDay } from '#components/catalog/plan-choice.ts'
import type { CompareLabels } from '#components/catalog/plan-labels.ts'
import { READING_PLACE, ReadingState, usePlaces } from '#components/catalog/trip/use-places.tsx'
import { TripBar } from '#components/catalog/trip-bar.tsx'
import { type Trip, useTrip } from '#components/catalog/trip-dates.tsx'
import { AddToCart } from '#components/checkout/cart/add-to-cart.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { CheckField } from '#components/ui/field.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Price } from '#components/ui/price.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { formatMinor } from '#lib/core/i18n/formats.ts'
import { fillText } from '#lib/core/i18n/plurals.ts'
import type { PlaceOnSale } from '#lib/settings/rules/shop.ts'

/** The plans of the address side by side, for the dates of the trip. */
export function Comparison({ labels }: { labels: CompareLabels }) {
  const trip = useTrip()
  const compared = useCompared()
  const isDifferencesOnly = useAddressState().has('only')
  const slugs = [...new Set(compared.map(({ slug }) => slug))]
  const reading = usePlaces(labels.locale, slugs)
  const { places, isReading, hasFailed } = reading

  // What the tab remembers is put into the address, so that the page can be sent to somebody as it is.
  useEffect(() => {
    if (compared.length > 0) writeCompared(compared, { isShowing: true })
  }, [compared])

  if (compared.length === 0) return <Nothing labels={labels} />
  const columns = compared
    .map(({ slug, planId }) => toColumn(places.get(slug) ?? null, planId, labels.rows.list))
    .filter((column): column is ComparedColumn => column !== null)
  const gone =
    isReading || hasFailed ? [] : compared.filter(({ planId }) => !columns.some(({ plan }) => plan.id === planId))
  const rows = comparedRows(columns, trip, labels.rows)
  const hasDayPlans = columns.some(({ plan }) => plan.term.kind === 'day_pass')
  const show = (wanted: typeof compared) => writeCompared(wanted, { isShowing: true })

  return (
    <>
      <TripBar labels={labels.trip} />
      <div aria-live="polite" className="stack mt-4 empty:mt-0">
        {hasDayPlans && trip.days === 0 ? <Notice>{labels.usual}</Notice> : null}
        {gone.length > 0 ? (
          <Notice tone="wait">
            <p className="mb-3">{labels.gone}</p>
            <Button
              size="small"
              onClick={(event) => {
                keepPlace(event.currentTarget, '.compare-remove', 'main h2')
                show(compared.filter((plan) => !gone.includes(plan)))
              }}
            >
              {labels.goneRemove}
            </Button>
          </Notice>
        ) : null}
        <ReadingState of={reading} labels={labels} />
      </div>
      {isReading && columns.length === 0 ? READING_PLACE : null}
      {columns.length > 1 ? (
        <CheckField
          checked={isDifferencesOnly}
          onChange={(event) => writeAddressState({ only: event.target.checked ? 'differences' : '' })}
        >
          {labels.onlyDifferences}
        </CheckField>
      ) : null}
      {columns.length > 0 ? (
        <CompareTable
          columns={columns}
          rows={isDifferencesOnly && columns.length > 1 ? rows.filter(({ differs }) => differs) : rows}
          trip={trip}
          labels={labels}
          onRemove={(planId) => show(compared.filter((plan) => plan.planId !== planId))}
        />
      ) : null}
      {compared.length < MAX_COMPARED ? (
        <AddPlan
          places={slugs.flatMap((slug) => places.get(slug) ?? [])}
          chosen={new Set(compared.map(({ planId }) => planId))}
          labels={labels}
          onAdd={(plan) => show([...compared, plan])}
        />
      ) : null}
    </>
  )
}

function Nothing({ labels }: { labels: CompareLabels }) {
  return (
    <section>
      <h2>{labels.emptyTitle}</h2>
      <p className="soft mt-2 max-w-[62ch]">{labels.emptyText}</p>
      <p className="chips mt-5">
        <ButtonLink tone="ink" href={labels.destinationsHref}>
          {labels.destinations}
        </ButtonLink>
        <ButtonLink href={labels.tripHref}>{labels.tripFinder}</ButtonLink>
      </p>
    </section>
  )
}

type AddPlanProps = {
  places: readonly PlaceOnSale[]
  chosen: ReadonlySet<string>
  labels: CompareLabels
  onAdd: (plan: ComparedPlan) => void
}

/** Another plan of the destinations on the page, or the way to the other ones. */
function AddPlan({ places, chosen, labels, onAdd }: AddPlanProps) {
  const groups = places
    .map((place) => ({
      place,
      columns: place.plans
        .filter(({ id }) => !chosen.has(id))
        .map(({ id }) => toColumn(place, id, labels.rows.list))
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
          <span aria-hidden="true">{labels.add}</span>
          <select
            aria-label={labels.addFrom}
            value=""
            onChange={(event) => {
              // It goes with the last plan that fits in.
              keepPlace(event.currentTarget, '.compare-remove')
              add(event.target.value)
            }}
          >
            <option value="">{labels.add}</option>
            {groups.map(({ place, columns }) => (
              <optgroup key={place.slug} label={place.name}>
                {columns.map((column) => (
                  <PlanOption key={column.plan.id} column={column} labels={labels} />
                ))}
              </optgroup>
            ))}
          </select>
        </label>
      ) : null}
      <a className="link" href={labels.destinationsHref}>
        {labels.others}
        <Icon name="forward" />
      </a>
    </p>
  )
}

/** An option is one text, which the converter of prices makes anew as a whole. */
function PlanOption({ column, labels }: { column: ComparedColumn; labels: CompareLabels }) {
  const { place, plan } = column
  const text = `${columnName(column, labels)} · {price}`
  const marks = labels.money.isOneOf && {
    [plan.term.kind === 'fixed' ? 'data-price' : 'data-figure']: plan.minor,
    'data-text': text,
  }

  return (
    <option value={`${place.slug}.${plan.id}`} {...marks}>
      {fillText(text, { price: formatMinor(plan.minor, labels.money) })}
    </option>
  )
}

type CompareTableProps = {
  columns: readonly ComparedColumn[]
  rows: readonly ComparedRow[]
  trip: Trip
  labels: CompareLabels
  onRemove: (planId: string) => void
}

/** A column per plan, a row per fact. On a phone the names of the facts stay in sight while the plans are scrolled. */
function CompareTable({ columns, rows, trip, labels, onRemove }: CompareTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <section className="compare" aria-label={labels.region} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column.plan.id} scope="col">
                <PlanHead column={column} labels={labels} onRemove={onRemove} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <tr>
              <td colSpan={columns.length + 1}>{labels.same}</td>
            </tr>
          ) : null}
          {rows.map(({ name, cells, differs, isQuoted }) => (
            <tr key={name} className={differs ? 'differs' : undefined}>
              <th scope="row">
                {name}
                {differs ? <span className="sr-only"> ({labels.differs})</span> : null}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index]?.plan.id}>
                  {typeof cell === 'object' ? (
                    <Price money={labels.money} {...cell} />
                  ) : cell ? (
                    isQuoted ? (
                      <bdi>{cell}</bdi>
                    ) : (
                      cell
                    )
                  ) : (
                    <span className="soft">{labels.notReported}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {columns.map((column) => (
              <td key={column.plan.id}>
                <PlanActions column={column} trip={trip} labels={labels} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

type PlanHeadProps = { column: ComparedColumn; labels: CompareLabels; onRemove: (planId: string) => void }

function PlanHead({ column, labels, onRemove }: PlanHeadProps) {
  const { place, plan } = column
  const name = columnName(column, labels)

  return (
    <div className="compare-head">
      <Flag iso2={place.iso2} count={place.countryCount} lazy={false} />
      <button
        type="button"
        className="compare-remove"
        aria-label={fillText(labels.remove, { name: `${place.name}, ${name}` })}
        onClick={(event) => {
          keepPlace(event.currentTarget, '.compare-remove', 'main h2')
          onRemove(plan.id)
        }}
      >
        <Icon name="cross" />
      </button>
      <a href={labels.base + plan.id}>
        <span className="block small soft">{place.name}</span>
        <span className="display">{name}</span>
      </a>
    </div>
  )
}

function PlanActions({ column, trip, labels }: { column: ComparedColumn; trip: Trip; labels: CompareLabels }) {
  const { plan, sold, place } = column
  const today = useFirstDay()
  const input = inputOf({ ...plan, needsStartDate: sold.needsStartDate }, firstChoice(plan, trip), today)

  return (
    <div className="stack gap-2">
      <ButtonLink size="small" tone="ink" className="btn-wide" href={labels.base + plan.id}>
        {labels.choose}
        <span className="sr-only">
          {' '}
          {place.name}, {columnName(column, labels)}
        </span>
      </ButtonLink>
      {input ? <AddToCart labels={labels.cart} choose={() => input} /> : null}
    </div>
  )
}
