'use client'

import { useAddressState, writeAddressState } from '#components/catalog/address-state.ts'
import type { PlanFilters, PlanOrder } from '#components/catalog/plan-fit.ts'
import { Icon } from '#components/ui/icon.tsx'
import { type PluralForms, pluralText } from '#lib/core/i18n/plurals.ts'

export type Option = { value: string; name: string }

export type FilterWords = {
  tag: string
  filters: string
  only5g: string
  topUp: string
  data: string
  dataOptions: Option[]
  days: string
  dayOptions: Option[]
  covers: PluralForms
  order: string
  orderOptions: Option[]
}

const NAMES = { minMb: 'mb', minDays: 'days', only5g: '5g', onlyTopUp: 'topup', onlyCovering: 'covers', order: 'sort' }

/** Reads the filters from the address, so that they survive reloading and sharing. */
export function usePlanFilters(): { filters: PlanFilters; order: PlanOrder; isFiltered: boolean } {
  const state = useAddressState()
  const order = state.get(NAMES.order)
  const filters = {
    minMb: Number(state.get(NAMES.minMb)) || 0,
    minDays: Number(state.get(NAMES.minDays)) || 0,
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
  const { minMb, minDays, only5g, onlyTopUp, onlyCovering } = NAMES
  writeAddressState({ [minMb]: '', [minDays]: '', [only5g]: '', [onlyTopUp]: '', [onlyCovering]: '' })
}

export function PlanFilterBar({ tripDays, words }: { tripDays: number; words: FilterWords }) {
  const { filters, order } = usePlanFilters()

  return (
    <form className="chips filters" aria-label={words.filters} onSubmit={(event) => event.preventDefault()}>
      <Toggle name={NAMES.only5g} label={words.only5g} isOn={filters.only5g} />
      <Toggle name={NAMES.onlyTopUp} label={words.topUp} isOn={filters.onlyTopUp} />
      <Choice name={NAMES.minMb} label={words.data} options={words.dataOptions} value={String(filters.minMb || '')} />
      <Choice
        name={NAMES.minDays}
        label={words.days}
        options={words.dayOptions}
        value={String(filters.minDays || '')}
      />
      {tripDays > 0 ? (
        <Toggle
          name={NAMES.onlyCovering}
          label={pluralText(words.covers, tripDays, words.tag)}
          isOn={filters.onlyCovering}
        />
      ) : null}
      <Choice
        name={NAMES.order}
        label={words.order}
        options={words.orderOptions}
        value={order === 'fit' ? '' : order}
        isOrder
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

type ChoiceProps = { name: string; label: string; options: Option[]; value: string; isOrder?: boolean }

/** The browser's own list under our own words: the chip says what is chosen. */
function Choice({ name, label, options, value, isOrder = false }: ChoiceProps) {
  const chosen = options.find((option) => option.value === value) ?? options[0]
  const isSet = value !== '' && !isOrder

  return (
    <label className={isSet ? 'chip chip-set' : 'chip'}>
      <span aria-hidden="true">{isSet || isOrder ? chosen?.name : label}</span>
      <Icon name="down" />
      <select aria-label={label} value={value} onChange={(event) => writeAddressState({ [name]: event.target.value })}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  )
}
