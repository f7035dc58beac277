import { type Column, columnName, type FactRow } from '#components/catalog/compare/compare-rows.ts'
import type { CompareWords } from '#components/catalog/compare/compare-words.ts'
import { firstChoice, inputOf } from '#components/catalog/plan-choice.ts'
import type { Trip } from '#components/catalog/trip-state.ts'
import { useToday } from '#components/catalog/use-today.ts'
import { AddToCart } from '#components/checkout/cart/add-to-cart.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { fillText } from '#lib/core/i18n/plurals.ts'

type CompareTableProps = {
  columns: readonly Column[]
  rows: readonly FactRow[]
  trip: Trip
  words: CompareWords
  onRemove: (planId: string) => void
}

/** A column per plan, a row per fact. On a phone the names of the facts stay in sight while the plans are scrolled. */
export function CompareTable({ columns, rows, trip, words, onRemove }: CompareTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <section className="compare" aria-label={words.region} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column.plan.id} scope="col">
                <PlanHead column={column} words={words} onRemove={onRemove} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <tr>
              <td colSpan={columns.length + 1}>{words.same}</td>
            </tr>
          ) : null}
          {rows.map(({ name, cells, differs, isQuoted }) => (
            <tr key={name} className={differs ? 'differs' : undefined}>
              <th scope="row">
                {name}
                {differs ? <span className="sr-only"> ({words.differs})</span> : null}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index]?.plan.id}>
                  {cell ? isQuoted ? <bdi>{cell}</bdi> : cell : <span className="soft">{words.notReported}</span>}
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
                <PlanActs column={column} trip={trip} words={words} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

type PlanHeadProps = { column: Column; words: CompareWords; onRemove: (planId: string) => void }

function PlanHead({ column, words, onRemove }: PlanHeadProps) {
  const { place, plan } = column
  const name = columnName(column, words)

  return (
    <div className="compare-head">
      <Flag iso2={place.iso2} count={place.countryCount} lazy={false} />
      <button
        type="button"
        className="compare-remove"
        aria-label={fillText(words.remove, { name: `${place.name}, ${name}` })}
        onClick={(event) => {
          keepPlace(event.currentTarget, '.compare-remove', 'main h2')
          onRemove(plan.id)
        }}
      >
        <Icon name="cross" />
      </button>
      <a href={words.base + plan.id}>
        <span className="block small soft">{place.name}</span>
        <span className="display">{name}</span>
      </a>
    </div>
  )
}

function PlanActs({ column, trip, words }: { column: Column; trip: Trip; words: CompareWords }) {
  const { plan, sold, place } = column
  const today = useToday()
  const input = inputOf({ ...plan, needsStartDate: sold.needsStartDate }, firstChoice(plan, trip), today)

  return (
    <div className="stack gap-2">
      <ButtonLink size="small" tone="ink" className="btn-wide" href={words.base + plan.id}>
        {words.choose}
        <span className="sr-only">
          {' '}
          {place.name}, {columnName(column, words)}
        </span>
      </ButtonLink>
      {input ? <AddToCart words={words.cart} choose={() => input} /> : null}
    </div>
  )
}
