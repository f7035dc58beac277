/** As many works wait as may. */
export class LineFull extends Error {}

/** Nobody waits for the outcome of a work any more. */
export class Abandoned extends Error {}

/** Runs a work when its turn comes. Throws `LineFull` when too many wait before it. */
type Line = <T>(work: () => Promise<T>) => Promise<T>

/** Makes a line in which at most `atOnce` works run, and `waiting` more wait for their turn: first come, first served. */
export function makeLine({ atOnce, waiting }: { atOnce: number; waiting: number }): Line {
  const line: (() => void)[] = []
  let running = 0

  const turn = () => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (line.length >= waiting) throw new LineFull('Too many wait already.')

    return new Promise<void>((resolve) => line.push(resolve))
  }

  return async (work) => {
    await turn()
    try {
      return await work()
    } finally {
      // Whoever is next takes the place over.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
