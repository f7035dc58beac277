import type { ReactNode } from 'react'

export type MarkTone = 'plain' | 'ok' | 'wait' | 'stop' | 'back'

/** A state: shape, word and colour together. */
export function Mark({ tone, children }: { tone: MarkTone; children: ReactNode }) {
  return <span className={tone === 'plain' ? 'a-st' : `a-st a-st-${tone}`}>{children}</span>
}
