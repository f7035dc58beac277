/** Where an address leads that no page has; `guide` is the text that stood there, `null` for one that staff entered. */
export type Redirect = { from: string; to: string; guide: string | null }

/**
 * Returns the table with one more redirect. No redirect leads to another one: the new one goes where its target leads, and
 * those that led to its source go where it leads. `null` when it would lead back to itself.
 */
export function withRedirect(table: readonly Redirect[], added: Redirect): Redirect[] | null {
  const to = targetOf(table, added.to)
  if (to === added.from) return null
  const others = table.filter(({ from }) => from !== added.from)

  return [...others.map((one) => (one.to === added.from ? { ...one, to } : one)), { ...added, to }]
}

/** Returns where an address leads, itself when it leads nowhere. */
export function targetOf(table: readonly Redirect[], path: string): string {
  return table.find(({ from }) => from === path)?.to ?? path
}

type Move = {
  /** The guide in one language. */
  guide: string
  /** Where it stands now, and where it will; `null` while it stands nowhere. */
  before: string | null
  after: string | null
  /** Where its addresses lead while it stands nowhere. */
  otherwise: string
}

/**
 * Returns the table after a guide moved, was shown again or was withdrawn: all addresses that it ever had lead to where it
 * stands, and where it stands there is a page and no redirect.
 */
export function withMove(table: readonly Redirect[], { guide, before, after, otherwise }: Move): Redirect[] {
  // What stands on an address leads nowhere from there.
  const free = table.filter(({ from }) => from !== after)
  const to = after ?? targetOf(free, otherwise)
  const kept = free.map((one) => (one.guide === guide && one.from !== to ? { ...one, to } : one))
  if (before === null || before === to) return kept.filter(({ from }) => from !== to)

  return (withRedirect(kept, { from: before, to, guide }) ?? kept).filter((one) => one.from !== one.to)
}
