import type { Shelf } from '#lib/settings/rules/shop.ts'

export type ShelfTab = { shelf: Shelf | 'all'; name: string; count: number }

type ShelfTabsProps = {
  label: string
  tabs: readonly ShelfTab[]
  current: Shelf | 'all'
  onChange: (shelf: Shelf | 'all') => void
}

/** One choice out of the shelves. Before scripts have loaded the style sheet alone filters the rows by it. */
export function ShelfTabs({ label, tabs, current, onChange }: ShelfTabsProps) {
  return (
    <fieldset className="tabs">
      <legend className="sr-only">{label}</legend>
      {tabs.map(({ shelf, name, count }) => (
        <label key={shelf}>
          <input type="radio" name="shelf" id={shelf} checked={shelf === current} onChange={() => onChange(shelf)} />
          {name}
          <span>{count}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Returns the tabs that hold something, "all" first. */
export function tabsOf(rows: readonly { 3: Shelf }[], names: Record<Shelf | 'all', string>): ShelfTab[] {
  const counts = new Map<Shelf, number>()
  for (const row of rows) counts.set(row[3], (counts.get(row[3]) ?? 0) + 1)
  const shelves = (Object.keys(names) as (Shelf | 'all')[]).filter((key): key is Shelf => key !== 'all')
  const filled = shelves.filter((shelf) => counts.has(shelf))

  return [
    { shelf: 'all', name: names.all, count: rows.length },
    ...filled.map((shelf) => ({ shelf, name: names[shelf], count: counts.get(shelf) ?? 0 })),
  ]
}
