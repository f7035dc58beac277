'use client'

import { useAddressState, writeAddressState } from '#components/catalog/address-state.ts'
import { ChipSelect } from '#components/catalog/chip-select.tsx'
import type { ListedPlan, PlanFilters, PlanOrder } from '#components/catalog/plan-fit.ts'
import type { FilterLabels } from '#components/catalog/plan-labels.ts'
import type { PlanNeed } from '#components/catalog/plan-picks.ts'
import { Icon } from '#components/ui/icon.tsx'
import { LONGEST_DAYS, USUAL_DAYS } from '#lib/catalog/rules/day-pass.ts'
import { pluralText } from '#lib/core/i18n/plurals.ts'

export type Option = { value: string; name: string }

export type NeedLabels = { data: string; dataOptions: Option[]; days: string; dayOptions: Option[] }

const NAMES = { mb: 'mb', days: 'days', only5g: '5g', onlyTopUp: 'topup', onlyCovering: 'covers', order: 'sort' }

/** What is needed: the days of the trip, or else those chosen here; a week, where it is offered, until somebody says otherwise. */
export function useNeed(tripDays: number, options: readonly Option[]): PlanNeed {
  const state = useAddressState()
  const days = Math.trunc(Number(state.get(NAMES.days)))
  const usual = options.findLast(({ value }) => Number(value) <= USUAL_DAYS)

  return {
    mb: Number(state.get(NAMES.mb)) || 0,
    days: tripDays || Math.min(LONGEST_DAYS, Math.max(0, days)) || Number(usual?.value ?? 1),
  }
}

/** The two questions that decide between plans. The dates of a trip answer the second. */
export function NeedBar({ need, hasTrip, labels }: { need: PlanNeed; hasTrip: boolean; labels: NeedLabels }) {
  return (
    <>
      <Question name={NAMES.mb} label={labels.data} options={labels.dataOptions} value={String(need.mb || '')} />
      {hasTrip ? null : (
        <Question name={NAMES.days} label={labels.days} options={labels.dayOptions} value={String(need.days)} />
      )}
    </>
  )
}

function Question({ name, label, options, value }: { name: string; label: string; options: Option[]; value: string }) {
  return (
    <fieldset className="mt-5 min-w-0">
      <legend className="font-[650]">{label}</legend>
      <div className="chips filters">
        {options.map((option) => (
          <label key={option.value} className="chip">
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => writeAddressState({ [name]: option.value })}
            />
            {option.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Reads the filters from the address, so that they survive reloading and sharing. */
export function usePlanFilters(): { filters: PlanFilters; order: PlanOrder; isFiltered: boolean } {
  const state = useAddressState()
  const order = state.get(NAMES.order)
  const filters = {
    only5g: state.has(NAMES.only5g),
    onlyTopUp: state.has(NAMES.onlyTopUp),
    onlyCovering: state.has(NAMES.onlyCovering),
  }

  return {
    filters,
    order: order === 'price' || order === 'data' ? order : 'fit',
    isFiltered: Object.values(filters).some(Boolean),
  }
}

/** Takes all filters out of the address; the order stays. */
export function clearPlanFilters(): void {
  const { only5g, onlyTopUp, onlyCovering } = NAMES
  writeAddressState({ [only5g]: '', [onlyTopUp]: '', [onlyCovering]: '' })
}

/** The filters of the whole list. One that would change nothing is not offered. */
export function PlanFilterBar({
  plans,
  tripDays,
  labels,
}: {
  plans: readonly ListedPlan[]
  tripDays: number
  labels: FilterLabels
}) {
  const { filters, order } = usePlanFilters()
  const differ = (has: (plan: ListedPlan) => boolean) => plans.some(has) && !plans.every(has)

  return (
    <form className="chips filters" aria-label={labels.filters} onSubmit={(event) => event.preventDefault()}>
      {filters.only5g || differ(({ is5g }) => is5g) ? (
        <Toggle name={NAMES.only5g} label={labels.only5g} isOn={filters.only5g} />
      ) : null}
      {filters.onlyTopUp || differ(({ canTopUp }) => canTopUp) ? (
        <Toggle name={NAMES.onlyTopUp} label={labels.topUp} isOn={filters.onlyTopUp} />
      ) : null}
      {tripDays > 0 ? (
        <Toggle
          name={NAMES.onlyCovering}
          label={pluralText(labels.covers, tripDays, labels.tag)}
          isOn={filters.onlyCovering}
        />
      ) : null}
      <ChipSelect
        label={labels.order}
        value={order === 'fit' ? '' : order}
        options={labels.orderOptions}
        onChoose={(value) => writeAddressState({ [NAMES.order]: value })}
      />
    </form>
  )
}

function Toggle({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label className="chip">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => writeAddressState({ [name]: event.target.checked ? '1' : '' })}
      />
      {isOn ? <Icon name="check" /> : null}
      {label}
    </label>
  )
}
