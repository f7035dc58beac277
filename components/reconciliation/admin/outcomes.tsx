'use client'

import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, useCallback, useContext, useId, useMemo, useRef, useState } from 'react'
import { CopyButton } from '#components/ui/admin/copy-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Notice, type Tone } from '#components/ui/notice.tsx'

/** How an act ended, with what it was about: it is still read when its finding has left the list. */
type Outcome = { id: number; tone: Tone; title: string; text: string }
type Report = (outcome: Omit<Outcome, 'id'>) => void

const Reporting = createContext<Report>(() => undefined)
const MAX = 3

/** Keeps what acts led to above the list, newest first. */
export function Outcomes({ children }: { children: ReactNode }) {
  const t = useTranslations('admin-reconciliation')
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const region = useRef<HTMLDivElement>(null)
  const next = useRef(1)
  const report = useCallback<Report>((outcome) => {
    const id = next.current++
    setOutcomes((before) => [{ ...outcome, id }, ...before].slice(0, MAX))
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
      <div ref={region} role="status" aria-label={t('outcomes')} className="mb-4 grid gap-2 empty:hidden" tabIndex={-1}>
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

/** The letter to the network's support, to be copied and sent by a person. */
export function SupportText({ text }: { text: string }) {
  const t = useTranslations('admin-reconciliation.support')
  const tAction = useTranslations('action')
  const id = useId()
  const [isOpen, setOpen] = useState(false)

  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('open')}</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} labelledBy={`${id}-title`}>
        <h2 id={`${id}-title`}>{t('open')}</h2>
        <p className="a-meta">{t('hint')}</p>
        <pre
          className="my-3 max-h-[50vh] overflow-auto rounded-lg bg-well p-3 text-body whitespace-pre-wrap wrap-anywhere"
          lang="en"
          dir="ltr"
        >
          {text}
        </pre>
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <CopyButton text={text} label={t('copy')} tone="ink" />
          <Button onClick={() => setOpen(false)}>{tAction('close')}</Button>
        </div>
      </Dialog>
    </>
  )
}
