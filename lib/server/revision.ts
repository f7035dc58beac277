import { setTimeout as sleep } from 'node:timers/promises'
import { report } from '#lib/server/report.ts'

export type Revision = { moveTo(version: number): void; stop(): void }

/**
 * Follows the catalogue's version: Next forgets first, then the kept pages count as outdated, so that no page is made
 * again from what Next still remembered. The first number only says where we stand.
 */
export function followRevision({ forget, outdate }: { forget: () => Promise<void>; outdate: () => void }): Revision {
  let wanted: number | null = null
  let reached: number | null = null
  let isMoving = false
  let isStopped = false

  const move = async () => {
    if (isMoving) return
    isMoving = true
    for (let failures = 0; reached !== wanted && !isStopped; ) {
      const target = wanted
      try {
        await forget()
        reached = target
        failures = 0
        outdate()
      } catch (error) {
        failures += 1
        report('the pages of the former catalogue could not be dropped yet', { error })
        await sleep(Math.min(10_000, 250 * 2 ** failures))
      }
    }
    isMoving = false
  }

  return {
    moveTo(version) {
      if (wanted === null) reached = version
      wanted = version
      void move()
    },
    stop() {
      isStopped = true
    },
  }
}
