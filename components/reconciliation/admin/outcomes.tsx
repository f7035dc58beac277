'use client'

import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { Notice, type Tone } from '#components/ui/notice.tsx'

/** How an act ended, with what it was about: it is still read when its finding has left the list. */
type Outcome = { id: number; tone: Tone; title: string; text: string }
type Report = (outcome: Omit<Outcome, 'id'>) => void

const Reporting = createContext<Report>(() => undefined)
const MOST = 3

/** Keeps what acts led to above the list, newest first. */
export function Outcomes({ children }: { children: ReactNode }) {
  const t = useTranslations('admin-reconciliation')
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const region = useRef<HTMLDivElement>(null)
  const next = useRef(1)
  const report = useCallback<Report>((outcome) => {
    const id = next.current++
    setOutcomes((before) => [{ ...outcome, id }, ...before].slice(0, MOST))
    requestAnimationFrame(() => region.current?.focus())
  }, [])
  const shown = useMemo(
    () =>
      outcomes.map(({ id, tone, title, text }) => (
        <Notice key={id} tone={tone}>
          <strong>{title}</strong> {text}
        </Notice>
      )),
    [outcomes],
  )

  return (
    <Reporting value={report}>
      <div ref={region} role="status" aria-label={t('outcomes')} className="a-outcomes" tabIndex={-1}>
        {shown}
      </div>
      {children}
    </Reporting>
  )
}

/** How an act says what it led to. */
export function useReport(): Report {
  return useContext(Reporting)
}
