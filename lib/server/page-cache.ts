import { type Finished, type Page, sizeOf } from '#lib/server/page.ts'

/** How long an outdated page may still be shown while a new one is made. After that a visitor waits for the new one. */
const OUTDATED_MS = 60_000

type Slot = { page: Page; revision: number; bytes: number }

/** Makes a page. `isAwaited` tells whether anybody still waits for it: what nobody does is not worth going on with. */
export type Make = (isAwaited: () => boolean) => Promise<Finished>

/** Whether whoever asked has gone away. */
type IsGone = () => boolean
type Making = { promise: Promise<Finished>; askers: IsGone[] }

export type PageCache = {
  /** The kept page of a key, or a newly made one. Simultaneous callers share one making. */
  get(key: string, make: Make, isGone?: IsGone): Promise<Finished>
  /** A page that needs no making, for the shortest way through a request; `null` when there is none. */
  peek(key: string): Page | null
  /** From now on every kept page is outdated. */
  outdate(): void
  /** Ends when all that is being made at this moment is made; `null` when nothing is. */
  allMade(): Promise<unknown> | null
  readonly bytes: number
  /** Whether anything is kept. */
  readonly isOn: boolean
}

/**
 * Keeps finished pages by key, the least recently used out first, in at most `maxBytes` of memory: bodies, which lie outside
 * of the engine's heap, headers and keys. With 0 nothing is kept.
 */
export function createPageCache({ maxBytes, now = Date.now }: { maxBytes: number; now?: () => number }): PageCache {
  const slots = new Map<string, Slot>()
  const making = new Map<string, Making>()
  let revision = 1
  let outdatedAt = 0
  let bytes = 0

  const drop = (key: string) => {
    bytes -= slots.get(key)?.bytes ?? 0
    slots.delete(key)
  }

  const keep = (key: string, made: Omit<Slot, 'bytes'>) => {
    drop(key)
    const slot = { ...made, bytes: sizeOf(made.page) + key.length }
    if (slot.bytes > maxBytes) return
    slots.set(key, slot)
    bytes += slot.bytes
    for (const oldest of slots.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  const makeOnce = (key: string, make: Make, isGone: IsGone) => {
    const flight = `${revision} ${key}`
    const running = making.get(flight)
    if (running) {
      running.askers.push(isGone)

      return running.promise
    }
    // Noted before the page is made: what changes meanwhile makes the result outdated at once.
    const made = revision
    const askers = [isGone]
    const end = () => making.get(flight)?.askers === askers && making.delete(flight)
    const isAwaited = () => {
      const isSo = askers.some((isAway) => !isAway())
      // Whoever asks from now on has it made anew.
      if (!isSo) end()

      return isSo
    }
    const promise = make(isAwaited)
      .then((finished) => {
        const former = slots.get(key)
        // A page that fails to be made anew stays as it was, and one that was begun later and is done sooner stays.
        if (former && (finished.page.status >= 500 || former.revision > made)) return kept(former.page)
        if (finished.mayKeep) keep(key, { page: finished.page, revision: made })
        else drop(key)

        return finished
      })
      .finally(end)
    making.set(flight, { promise, askers })

    return promise
  }

  const peek = (key: string) => {
    const slot = slots.get(key)
    if (!slot || slot.revision !== revision) return null
    slots.delete(key)
    slots.set(key, slot)

    return slot.page
  }

  return {
    peek,
    isOn: maxBytes > 0,
    async get(key, make, isGone = STAYS) {
      const page = peek(key)
      if (page) return kept(page)
      const outdated = slots.get(key)?.page
      const isServed = outdated && now() - outdatedAt <= OUTDATED_MS
      // Whoever is served with the outdated page leaves, and the new one is made for the next.
      const promise = makeOnce(key, make, isServed ? STAYS : isGone)
      if (!outdated) return promise
      if (!isServed) return promise.catch(() => kept(outdated))
      promise.catch(() => undefined)

      return kept(outdated)
    },
    outdate() {
      revision += 1
      outdatedAt = now()
    },
    allMade: () => (making.size > 0 ? Promise.allSettled([...making.values()].map(({ promise }) => promise)) : null),
    get bytes() {
      return bytes
    },
  }
}

const STAYS: IsGone = () => false

function kept(page: Page): Finished {
  return { page, mayKeep: true, isPersonal: false }
}
