'use client'

import { Fragment, type ReactNode, useState } from 'react'

type HeldMessage = { id: string; node: ReactNode }

/**
 * Messages of a list that reads itself again. One that a colleague has closed leaves it; while an answer is typed under it
 * here, it stays, so that nothing typed is taken away.
 */
export function HeldMessages({ rows, empty }: { rows: HeldMessage[]; empty: ReactNode }) {
  const [given, setGiven] = useState(rows)
  const [shown, setShown] = useState(rows)
  if (rows !== given) {
    setGiven(rows)
    setShown(withHeld(shown, rows))
  }
  if (shown.length === 0) return empty

  return (
    <div className="grid min-w-0 content-start gap-4">
      {shown.map(({ id, node }) => (
        <Fragment key={id}>{node}</Fragment>
      ))}
    </div>
  )
}

/** Returns what is listed now, and at its former place what has left and holds an answer. */
function withHeld(before: HeldMessage[], now: HeldMessage[]): HeldMessage[] {
  const held = before.filter(({ id }) => !now.some((row) => row.id === id) && hasAnswer(id))

  return held.reduce((all, row) => all.toSpliced(before.indexOf(row), 0, row), now)
}

function hasAnswer(id: string): boolean {
  const fields = document.getElementById(id)?.closest('section')?.querySelectorAll('textarea')

  return [...(fields ?? [])].some(({ value }) => value.trim() !== '')
}
