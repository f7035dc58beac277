import { useCallback, useEffect, useState } from 'react'

/** A ticked row of the table on the page. */
export type Tick = { id: string; number: string }

const ROW = 'input[data-tick]'
const ALL = 'input[data-tick-all]'

/** The ticked rows of the page's table, which the server has drawn; and how to take every tick off. */
export function useTicks(): { ticks: Tick[]; clear: () => void } {
  const [ticks, setTicks] = useState<Tick[]>([])

  const read = useCallback(() => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>(ROW)]
    const ticked = boxes.filter(({ checked }) => checked)
    const all = document.querySelector<HTMLInputElement>(ALL)
    if (all) {
      all.checked = boxes.length > 0 && ticked.length === boxes.length
      all.indeterminate = ticked.length > 0 && ticked.length < boxes.length
    }
    setTicks(ticked.map(({ value, dataset }) => ({ id: value, number: dataset.tick ?? '' })))
  }, [])

  useEffect(() => {
    const change = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return
      if (target.matches(ALL)) tickAll(target.checked)
      if (target.matches(`${ROW}, ${ALL}`)) read()
    }
    document.addEventListener('change', change)
    read()

    return () => document.removeEventListener('change', change)
  }, [read])

  const clear = useCallback(() => {
    tickAll(false)
    read()
  }, [read])

  return { ticks, clear }
}

function tickAll(isTicked: boolean): void {
  for (const box of document.querySelectorAll<HTMLInputElement>(ROW)) box.checked = isTicked
}
